// The page's side of the session: moves the key from the address to the storage of this origin, and proves it at
// every start. Its requests, mostly of JSON: what the server refuses is an error with the server's words. And a page
// looks again every second.
import { SESSION_HEADER, SESSION_PATH, type SessionStart, tokenText } from './session-token.ts';

const STORAGE_KEY = 'page-session';

/** The server does not accept this page: the page has another key, or its address was opened without one. */
export class Unknown extends Error {}

interface AskOptions {
  readonly method?: 'POST';
  /** JSON text of a POST. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface PageSession {
  /** @throws Unknown */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** The server may have been restarted: the next request proves the key again. */
  again(): void;
}

/** Storage belongs to an origin, which includes the port (unlike cookies). So other local servers cannot read the key. */
export function openSession(page: Window & typeof globalThis): PageSession {
  const given = /^#session=([0-9a-f]{8,64})$/.exec(page.location.hash)?.[1];
  if (given !== undefined) {
    page.localStorage.setItem(STORAGE_KEY, given);
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  }
  const get = { cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
  let token: Promise<string> | undefined;
  const prove = async (): Promise<string> => {
    const answer = await page.fetch(SESSION_PATH, get);
    if (!answer.ok) throw new Error(await complaintOf(answer));
    const { nonce } = (await answer.json()) as SessionStart;
    const text = tokenText(page.localStorage.getItem(STORAGE_KEY) ?? '', nonce, page.location.host);
    const digest = await page.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const ask: PageSession['ask'] = async (path, options = {}) => {
    const isOld = token !== undefined;
    token ??= prove();
    const proved = token;
    const drop = () => {
      if (token === proved) token = undefined;
    };
    try {
      const headers = { ...options.headers, [SESSION_HEADER]: await proved };
      const method = options.method ?? 'GET';
      const { body = null, signal = null } = options;
      const answer = await page.fetch(path, { ...get, method, headers, body, signal });
      if (answer.status !== 401) return answer;
    } catch (error) {
      drop();
      throw error;
    }
    drop();
    // The token is from an earlier start: try once more with the nonce of this start.
    if (isOld) return await ask(path, options);
    throw new Unknown();
  };
  return {
    ask,
    again() {
      token = undefined;
    },
  };
}

/** The server's error message, or the status. */
async function complaintOf(answer: Response): Promise<string> {
  try {
    const { error, message } = (await answer.json()) as { error?: unknown; message?: unknown };
    if (typeof error === 'string') return error;
    if (typeof message === 'string') return message;
  } catch {
    // Not JSON: the status is enough.
  }
  return `The server of this page answered ${answer.status}.`;
}

export class Refused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export type Asking = ReturnType<typeof makeAsking>;

/** All of it throws Refused and Unknown. */
export function makeAsking(session: PageSession) {
  const raw = async (path: string, options?: Parameters<PageSession['ask']>[1]): Promise<Response> => {
    const answer = await session.ask(path, options);
    if (!answer.ok) throw new Refused(await complaintOf(answer), answer.status);
    return answer;
  };
  const get = async <T>(path: string): Promise<T> => (await raw(path)).json();
  return {
    raw,
    get,
    /** Null for what is not there, for example any more after a reset. */
    find: <T>(path: string): Promise<T | null> =>
      get<T>(path).catch((error) => {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }),
    async post<T>(path: string, value?: unknown): Promise<T> {
      const headers = { 'content-type': 'application/json' };
      const body = value === undefined ? {} : { body: JSON.stringify(value), headers };
      return (await raw(path, { method: 'POST', ...body })).json();
    },
  };
}

/** Whether a page is up to date; `unknown`: the server does not accept it. */
export type LiveState = 'connecting' | 'live' | 'broken' | 'unknown';

/** How often a page that can be seen looks, ms. */
const EVERY_MS = 1_000;

/**
 * Looks every second, one look at a time, until the page is closed or the server does not accept it.
 * @returns looks now; what is asked for during a look is looked at next
 */
export function keepFresh(
  page: Window & typeof globalThis,
  session: PageSession,
  look: () => Promise<void>,
  show: (state: LiveState) => void,
): () => Promise<void> {
  let [isLooking, isAsked, isOver] = [false, false, false];
  const refresh = async () => {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && !isOver) {
      isAsked = false;
      try {
        await look();
        show('live');
      } catch (error) {
        isOver = error instanceof Unknown;
        session.again();
        show(isOver ? 'unknown' : 'broken');
      }
    }
    isLooking = false;
  };
  page.setInterval(() => !page.document.hidden && void refresh(), EVERY_MS);
  return refresh;
}

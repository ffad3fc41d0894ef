// The page's side of the session: takes the key out of the address, keeps it for this origin, proves it at every start.
import { SESSION_HEADER, SESSION_PATH, type SessionStart, tokenText } from '../types.ts';

const KEPT = 'inspector-session';

/** The server does not know this page: it has another key, or the address was opened without one. */
export class Unknown extends Error {}

export interface AskOptions {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Session {
  /** @throws Unknown */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** The receiver may have been started anew: the next question proves the key again. */
  again(): void;
}

/** Origins include the port, unlike cookies: no other local server gets to see the key. */
export function openSession(page: Window & typeof globalThis): Session {
  const given = /^#session=([0-9a-f]{8,64})$/.exec(page.location.hash)?.[1];
  if (given !== undefined) {
    page.localStorage.setItem(KEPT, given);
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  }
  const get = { cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
  let token: Promise<string> | undefined;
  const prove = async (): Promise<string> => {
    const answer = await page.fetch(SESSION_PATH, get);
    if (!answer.ok) throw new Error(await complaintOf(answer));
    const { nonce } = (await answer.json()) as SessionStart;
    const text = tokenText(page.localStorage.getItem(KEPT) ?? '', nonce, page.location.platform);
    const digest = await page.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const ask: Session['ask'] = async (path, options = {}) => {
    const isOld = token !== undefined;
    token ??= prove();
    const proved = token;
    const drop = () => {
      if (token === proved) token = undefined;
    };
    try {
      const headers = { ...options.headers, [SESSION_HEADER]: await proved };
      const method = options.method ?? 'GET';
      const answer = await page.fetch(path, { ...get, method, headers, signal: options.signal ?? null });
      if (answer.status !== 401) return answer;
    } catch (error) {
      drop();
      throw error;
    }
    drop();
    // Of an earlier start: once more with the number of this one.
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

/** What the server says against it, or the status. */
export async function complaintOf(answer: Response): Promise<string> {
  try {
    const { error } = (await answer.json()) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // No JSON: the status says enough.
  }
  return `The inspector answered ${answer.status}.`;
}

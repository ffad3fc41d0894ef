// The page's side of the session: takes the token out of the address, keeps it for this origin, sends it as a header.
import { SESSION_HEADER } from '../types.ts';

const KEPT = 'inspector-session';

/** The server does not know this page: it was started anew, or the address was opened without its token. */
export class Unknown extends Error {}

export interface AskOptions {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Session {
  /** @throws Unknown */
  ask(path: string, options?: AskOptions): Promise<Response>;
}

/** Origins include the port, unlike cookies: no other local server gets to see the token. */
export function openSession(page: Window & typeof globalThis): Session {
  const given = /^#session=([0-9a-f]{8,64})$/.exec(page.location.hash)?.[1];
  if (given !== undefined) {
    page.localStorage.setItem(KEPT, given);
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  }
  return {
    async ask(path, { method = 'GET', headers = {}, signal } = {}) {
      const token = page.localStorage.getItem(KEPT) ?? '';
      const answer = await page.fetch(path, {
        method,
        headers: { ...headers, [SESSION_HEADER]: token },
        signal: signal ?? null,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
      if (answer.status === 401) throw new Unknown();
      return answer;
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

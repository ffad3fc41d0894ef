// Requests of a page to its own server, mostly of JSON. What the server refuses is an error with the server's words.
import { complaintOf, type PageSession } from './session.ts';

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

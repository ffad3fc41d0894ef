// JSON requests of a page to its own server. What the server refuses is an error with the server's words.
import { complaintOf, type PageSession } from './session.ts';

export class Refused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface Asking {
  /** @throws Refused, Unknown */
  get<T>(path: string): Promise<T>;
  /** Null for what is not there, for example any more after a reset. @throws Refused, Unknown */
  find<T>(path: string): Promise<T | null>;
  /** @throws Refused, Unknown */
  post<T>(path: string, body: unknown): Promise<T>;
}

export function makeAsking(session: PageSession): Asking {
  const read = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Refused(await complaintOf(answer), answer.status);
    return (await answer.json()) as T;
  };
  const headers = { 'content-type': 'application/json' };
  return {
    get: async (path) => read(await session.ask(path)),
    async find<T>(path: string) {
      const answer = await session.ask(path);
      return answer.status === 404 ? null : await read<T>(answer);
    },
    post: async (path, body) =>
      read(await session.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })),
  };
}

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
  /** @throws Refused, Unknown */
  post<T>(path: string, body: unknown): Promise<T>;
}

export function makeAsking(session: PageSession): Asking {
  const read = async (answer: Response): Promise<unknown> => {
    if (!answer.ok) throw new Refused(await complaintOf(answer), answer.status);
    return await answer.json();
  };
  return {
    get: async <T>(path: string) => (await read(await session.ask(path))) as T,
    post: async <T>(path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      return (await read(
        await session.ask(path, { method: 'POST', headers, body: JSON.stringify(body) }),
      )) as T;
    },
  };
}

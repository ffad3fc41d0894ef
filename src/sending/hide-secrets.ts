// Some services repeat in an answer what they were sent. Secrets are removed from the answer before messages, rejects
// or logs use it.
import type { HttpAnswer } from '../platform/platform.ts';
import type { Caller } from './call.ts';
import { secretRemover } from './token-request.ts';

/** Removes the secrets, and the token of the request, from refusals. Accepted answers are not searched. */
export function withoutSecrets(caller: Caller, secrets: () => readonly string[]): Caller {
  return {
    async call(endpoint, options) {
      const answer = await caller.call(endpoint, options);
      if (answer.status < 300 || answer.body.length === 0) return answer;
      return hidden(answer, [...secrets(), ...(options.token === undefined ? [] : [options.token])]);
    },
  };
}

function hidden(answer: HttpAnswer, secrets: readonly string[]): HttpAnswer {
  const text = new TextDecoder().decode(answer.body);
  const clean = secretRemover(secrets)(text);
  return clean === text ? answer : { ...answer, body: new TextEncoder().encode(clean) };
}

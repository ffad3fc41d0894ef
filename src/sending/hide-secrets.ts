// A service that repeats what it was sent must not make our messages, rejects or logs repeat it: taken out where it comes in.
import type { HttpAnswer } from '../platform/platform.ts';
import type { Caller } from './call.ts';
import { hider } from './token-request.ts';

/** Refusals without the secrets and without the token that the request carried; an accepted one is not looked at. */
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
  const clean = hider(secrets)(text);
  return clean === text ? answer : { ...answer, body: new TextEncoder().encode(clean) };
}

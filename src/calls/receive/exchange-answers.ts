// Mock answers to exchange orders: one for each original order, and the same one for each repeated request.
import { canonicalJson } from '../../basics/json.ts';
import type { CallFinding } from '../../contract/call-finding.ts';
import { callFindingOfRule, mockMade, mockRepeated } from '../../contract/call-rules.ts';
import { exchangeKey, mockExchangeAnswer } from '../../contract/mock-exchange.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { makeRecent, type Recent } from '../messages/rma-memories.ts';

// Fixed values, so that the same identifiers result after a restart.
const SEED = 'returns listen';
const MAX_ANSWERS = 10_000;

interface MockAnswer {
  readonly body: string;
  /** Digest of the message that it was made from. */
  readonly content: string;
}

export type Mocks = ReturnType<typeof makeMocks>;

/** Whether a call of the record was answered by a mock. */
export const isMock = ({ kind, response }: CallRecord): boolean =>
  kind === 'exchange_order' && response.by === 'mock' && response.body !== undefined;

export function makeMocks(sha256: (text: string) => string) {
  const answers: Recent<MockAnswer> = makeRecent(MAX_ANSWERS);
  const digest = (text: string) => sha256(text).slice(0, 32);
  const namesOf = (message: unknown) => {
    const content = digest(canonicalJson(message));
    const key = exchangeKey(message);
    return { content, key: key === undefined ? `content ${content}` : `order ${digest(key)}` };
  };
  return {
    answer(message: unknown): { readonly body: string; readonly findings: readonly CallFinding[] } {
      const { key, content } = namesOf(message);
      const known = answers.get(key);
      const body = known?.body ?? JSON.stringify(mockExchangeAnswer(message, SEED));
      if (!known) answers.set(key, { body, content });
      const { order_identifier: order } = JSON.parse(body) as { order_identifier: string };
      const findings = [callFindingOfRule(mockMade, { order })];
      if (known && known.content !== content)
        findings.unshift(callFindingOfRule(mockRepeated, undefined, 'original_order_id'));
      return { body, findings };
    },
    /** Restores an answer that was given earlier. */
    restore(message: unknown, body: string): void {
      const { key, content } = namesOf(message);
      // The first answer is used.
      if (!answers.get(key)) answers.set(key, { body, content });
    },
  };
}

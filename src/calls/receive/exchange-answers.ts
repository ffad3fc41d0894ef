// Mock answers to exchange orders: one for each original order, and the same one for each repeated request.
import { canonicalJson } from '../../basics/json.ts';
import { callFindingOfRule, mockMade, mockRepeated } from '../../contract/call-rules.ts';
import type { CallFinding } from '../../contract/finding.ts';
import { exchangeKey, mockExchangeAnswer } from '../../contract/mock-exchange.ts';
import { makeRecent, type Recent } from '../messages/check-message.ts';

// Fixed values, so that the same identifiers result after a restart.
const SEED = 'returns listen';
const MAX_ANSWERS = 10_000;

interface MockAnswer {
  readonly body: string;
  /** Digest of the message that it was made from. */
  readonly content: string;
}

export class Mocks {
  private readonly answers: Recent<MockAnswer> = makeRecent(MAX_ANSWERS);

  constructor(private readonly sha256: (text: string) => string) {}

  /** The same order gets the same answer again. */
  answer(message: unknown): { readonly body: string; readonly findings: readonly CallFinding[] } {
    const { key, content } = this.namesOf(message);
    const known = this.answers.get(key);
    const body = known?.body ?? JSON.stringify(mockExchangeAnswer(message, SEED));
    if (!known) this.answers.set(key, { body, content });
    const { order_identifier: order } = JSON.parse(body) as { order_identifier: string };
    const findings = [callFindingOfRule(mockMade, { order })];
    if (known && known.content !== content)
      findings.unshift(callFindingOfRule(mockRepeated, undefined, 'original_order_id'));
    return { body, findings };
  }

  /** Restores an answer that was given earlier. */
  restore(message: unknown, body: string): void {
    const { key, content } = this.namesOf(message);
    // The first answer is used.
    if (!this.answers.get(key)) this.answers.set(key, { body, content });
  }

  private namesOf(message: unknown) {
    const digest = (text: string) => this.sha256(text).slice(0, 32);
    const content = digest(canonicalJson(message));
    const key = exchangeKey(message);
    return { content, key: key === undefined ? `content ${content}` : `order ${digest(key)}` };
  }
}

// Checks a retailer's answer to a variants request or to an exchange order, from an endpoint or from a file.
import type { CallFinding } from '../contract/call-finding.ts';
import { callFindingOf } from '../contract/call-rules.ts';
import { type ReadMessage, readMessage } from '../contract/read-message.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../contract/validate-exchange.ts';

export interface CheckedAnswer {
  /** Why the body is not JSON. */
  readonly broken?: Extract<ReadMessage, { kind: 'broken' }>;
  readonly findings: readonly CallFinding[];
}

export function checkAnswer(to: 'variants' | 'exchange_order', body: Uint8Array): CheckedAnswer {
  const read = readMessage(body);
  if (read.kind === 'broken') return { broken: read, findings: [] };
  const checked = to === 'variants' ? validateVariantsAnswer(read.value) : validateExchangeAnswer(read.value);
  return { findings: [...read.findings, ...checked].map(callFindingOf) };
}

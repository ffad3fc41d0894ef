// The verdict on what a retailer answers to a variants request or an exchange order, from an endpoint or out of a file.
import type { CallFinding } from '../contract/call-finding.ts';
import { told } from '../contract/call-rules.ts';
import { judgeExchangeAnswer, judgeVariantsAnswer } from '../contract/judge-exchange.ts';
import { type ReadMessage, readMessage } from '../contract/read-message.ts';

export interface JudgedAnswer {
  /** Why the body is no JSON. */
  readonly broken?: Extract<ReadMessage, { kind: 'broken' }>;
  readonly findings: readonly CallFinding[];
}

export function judgeAnswer(to: 'variants' | 'exchange_order', body: Uint8Array): JudgedAnswer {
  const read = readMessage(body);
  if (read.kind === 'broken') return { broken: read, findings: [] };
  const judged = to === 'variants' ? judgeVariantsAnswer(read.value) : judgeExchangeAnswer(read.value);
  return { findings: [...read.findings, ...judged].map(told) };
}

// A certificate with every kind of check, for the page and JUnit.
import type { Certificate } from '../../../src/certify/certify.ts';
import type { Check } from '../../../src/sandbox/judge.ts';

const check = (id: string, rest: Partial<Check>): Check => ({
  id,
  area: id.split('.')[0] as Check['area'],
  title: `The title of ${id}`,
  interface: `Endpoints: what it says about ${id}`,
  hint: `What to do about ${id}`,
  result: 'passed',
  evidence: `seen of ${id}`,
  ...rest,
});

/** @param text stands in every place that may hold a text from outside */
export const certificateWith = (text: string): Certificate => ({
  startedAt: Date.UTC(2026, 10, 20, 10),
  endedAt: Date.UTC(2026, 10, 20, 10, 0, 31),
  version: '1.2.3',
  profile: text,
  environment: 'sandbox',
  target: text,
  customerUrl: text,
  endpointAnswered: true,
  interrupted: null,
  checks: [
    check('connection.dns', { result: 'not_tried', evidence: text }),
    check('connection.tls', { result: 'not_tried', evidence: text }),
    check('orders.money', { notable: true, evidence: `USD 12.00\n${text}` }),
    check('messages.reachable', {
      exchanges: [
        { at: Date.UTC(2026, 10, 20, 10, 0, 1), request: text, answer: text, ms: 12 },
        { at: Date.UTC(2026, 10, 20, 10, 0, 2), request: 'POST /rmas', answer: 'no answer', ms: null },
      ],
    }),
    check('refunds.once', { result: 'failed', evidence: text, title: text, interface: text, hint: text }),
    check('refunds.amount', { result: 'not_tried', evidence: 'because refunds.once failed' }),
  ],
  causes: [],
  lacks: [],
  agreements: [
    { id: 'answer-time', question: text, interface: text, ours: text, value: text, by: text, since: null },
    {
      id: 'retries',
      question: 'How often?',
      interface: 'silent',
      ours: null,
      value: null,
      by: null,
      since: null,
    },
  ],
});

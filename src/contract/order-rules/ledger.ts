// Rules that need the ledger: accepted data that a snapshot would undo.
import type { Rule } from '../finding.ts';
import { REFUNDS } from '../fixed.ts';

export const REFUNDS_LOST: Rule = {
  code: 'order.refunds.lost',
  severity: 'error',
  fixed: REFUNDS,
  title: 'A snapshot must hold every refund that was accepted before',
  explanation:
    'The service takes each post as the full snapshot of the order, so one without a known refund would take that refund back. Exports of shop platforms often lack refunds that another system posted. Add the refunds to the input, or let the tool carry them forward with --keep-refunds; --force alone does not send such a snapshot.',
  source: 'What the service does',
  say: ({ refund, more }) =>
    `Expected the refund ${refund}${Number(more) > 0 ? ` and ${more} more` : ''}, which was accepted before; found a snapshot without`,
  good: {
    accepted_before: ['RF-1'],
    snapshot: { refunds: [{ identifier: 'RF-1' }, { identifier: 'RF-2' }] },
  },
  bad: { accepted_before: ['RF-1'], snapshot: { refunds: [] } },
};

export const UPLOAD_RULES: readonly Rule[] = [REFUNDS_LOST];

// Mistakes with time and order of messages that a tired engineer makes, each with what a judge has to say about it.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { RIGHT } from './planted-plan.ts';

export const TIME: readonly Mistake[] = [
  {
    id: 'times-moved',
    mistake: 'Every snapshot gives all its refunds a new created_at.',
    cause: 'The created_at of an earlier refund was changed: earlier refunds stay as they are.',
    says: [/created_at|time/, /chang|earlier|stay|keep|moved/i],
    not: [A.compare, A.remember, A.estimate],
    plan: () => ({
      snapshot: (order) => {
        const soon = new Date(Date.now() + 60_000).toISOString();
        const refunds = order.refunds.map((refund) => ({ ...refund, created_at: soon }));
        return { ...order, refunds };
      },
    }),
  },
  {
    id: 'updated-still',
    mistake: 'The updated_at of a snapshot is that of the order as it was loaded; a refund does not move it.',
    cause: 'The updated_at of a snapshot has to be newer than that of the one before.',
    says: [/updated_at/, /newer|move|older|same|not later/i],
    not: [A.remember, A.estimate, A.compare],
    plan: () => ({ updatedAt: (order) => order.updated_at }),
  },
  {
    id: 'delivered-only',
    mistake: 'A mail-back unit is refunded at DELIVERED only, never at TRANSIT.',
    cause: 'Nothing is refunded at TRANSIT: refund a mail-back unit when the carrier has it.',
    says: [/TRANSIT/, /refund/i],
    not: [A.wait, A.cancelled, A.rmaIdentifier],
    plan: () => ({
      isDue: (item, rma) =>
        RIGHT.isDue(item, rma) &&
        (rma.return_method !== 'mail-back' || item.package_tracking_status === 'DELIVERED'),
    }),
  },
  {
    id: 'skipped',
    mistake: 'A unit is refunded at TRANSIT only after a PRE_TRANSIT message of its RMA was seen.',
    cause: 'A message was skipped: refund at TRANSIT, whether or not PRE_TRANSIT was seen.',
    says: [/skip|PRE_TRANSIT|without/i, /TRANSIT/],
    not: [A.wait, A.cancelled, A.rmaIdentifier],
    plan: () => {
      const labelled = new Set<string>();
      return {
        isDue: (item, rma) => {
          const key = `${rma.rma_identifier} ${item.order_line_item_identifier}`;
          if (item.package_tracking_status === 'PRE_TRANSIT') labelled.add(key);
          return RIGHT.isDue(item, rma) && (rma.return_method !== 'mail-back' || labelled.has(key));
        },
      };
    },
  },
  {
    id: 'debounce',
    mistake:
      'A message within a second of the one before of the same RMA is taken for a duplicate and dropped.',
    cause:
      'A message was answered 200 and lost because it came soon after another: compare updated_at, not time.',
    says: [/\b200\b|answered/, /lost|lose|drop/i],
    not: [A.cancelled, A.doNothing, A.rmaIdentifier],
    plan: () => {
      const last = new Map<string, number>();
      return {
        drops: ({ rma_identifier: rma }) => {
          const isSoon = Date.now() - (last.get(rma) ?? 0) < 1000;
          last.set(rma, Date.now());
          return isSoon;
        },
      };
    },
  },
  {
    id: 'same-second',
    mistake: 'updated_at is compared in whole seconds: a second message of the same second is ignored.',
    cause: 'A message was lost whose updated_at is newer by less than a second: compare fractions, too.',
    says: [/updated_at|second/i, /fraction|milliseconds?|second|lost/i],
    not: [A.cancelled, A.doNothing, A.rmaIdentifier, A.wait],
    plan: () => ({
      isOld: (updatedAt, newest) => RIGHT.isOld(updatedAt?.slice(0, 19) ?? null, newest?.slice(0, 19)),
    }),
  },
  {
    id: 'watermark',
    mistake: 'One newest updated_at is remembered for all RMAs: a late message of another RMA is ignored.',
    cause:
      'A late message was answered 200 and lost: remember the newest updated_at of each RMA, not one for all.',
    says: [/updated_at|late|older/i, /each RMA|per RMA|another RMA|lost|of its RMA/i],
    not: [A.cancelled, A.rmaIdentifier, A.wait],
    plan: () => ({ newestKey: () => 'all' }),
  },
  {
    id: 'after-cancel',
    mistake: 'A message with the status CANCELED is acted upon as if the return went on.',
    cause: 'Refund nothing after CANCELED.',
    says: [/CANCEL/i, /refund/i],
    not: [A.estimate, A.remember, A.wait],
    plan: () => ({ isOver: ({ status }) => status === 'REFUNDED' }),
  },
  {
    id: 'any-receipt',
    mistake:
      'An express return is refunded with any receiving_status that is not PENDING, also NOT_RECEIVED.',
    cause: 'Refund an express return at RECEIVED only, nothing at NOT_RECEIVED.',
    says: [/NOT_RECEIVED|RECEIVED/, /refund/i],
    not: [A.estimate, A.remember, A.cancelled],
    plan: () => ({
      isDue: (item, rma) =>
        RIGHT.isDue(item, rma) ||
        (item.refund_type === 'REFUND' &&
          rma.return_method === 'express-returns' &&
          !!item.receiving_status &&
          item.receiving_status !== 'PENDING'),
    }),
  },
  {
    id: 'past',
    mistake: 'The created_at of a refund is the time when the order was made.',
    cause: 'The created_at of a refund has to be a little ahead of now; this one is long past.',
    says: [/created_at/, /ahead|future|past|now|old/i],
    not: [A.compare, A.remember, A.estimate],
    plan: () => ({ createdAt: (order) => `${order['created_at']}` }),
  },
  {
    id: 'conflict',
    mistake: 'A message that came before is answered 409.',
    cause: 'Answer 200 to a message that comes twice.',
    says: [/409/, /twice|again|repeat|duplicate|second/i],
    not: [A.firewall, A.rmaIdentifier, /redirect/i],
    plan: () => {
      const seen = new Set<string>();
      return {
        refuses: (rma) => {
          const key = `${rma.rma_identifier} ${rma.updated_at}`;
          const isKnown = seen.has(key);
          seen.add(key);
          return isKnown ? 409 : undefined;
        },
      };
    },
  },
];

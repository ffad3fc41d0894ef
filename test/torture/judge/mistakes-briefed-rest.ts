// The mistakes that a trial has planted before (J15 to J22, J-race, late), each with what a judge has to say about it.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { isOnItsWay, RIGHT } from './planted-plan.ts';

/** A time without its offset, as a local clock shows it. */
const local = (time: Date): string => time.toISOString().slice(0, 19);

/** How late the refunds of `late` are, in ms. */
export const LATE = Number(process.env['JUDGE_LATE'] ?? 30) * 1000;
/** How long an answer of J18 takes, in ms. */
const SLOW = Number(process.env['JUDGE_SLOW'] ?? 40) * 1000;

export const BRIEFED_REST: readonly Mistake[] = [
  {
    id: 'J15',
    mistake: 'gift_refund_only is ignored: the money goes to the buyer.',
    cause: 'Whether a gift is refunded to a gift card cannot be seen from here.',
    says: [/gift_refund_only|gift/i, /cannot be seen/i],
    not: [],
    isUnseen: true,
    plan: () => ({}),
  },
  {
    id: 'J16',
    mistake: 'An express return is refunded when it is on its way, before the warehouse has received it.',
    cause: 'Refund an express return when its receiving_status is RECEIVED, not before.',
    says: [/RECEIVED|receipt|received/, /express|before|too early|early/i],
    not: [A.estimate, A.cancelled, A.remember],
    plan: () => ({
      isDue: (item, rma) => RIGHT.isDue(item, rma) || (item.refund_type === 'REFUND' && isOnItsWay(item)),
    }),
  },
  {
    id: 'J17',
    mistake: 'What the shopper keeps is never refunded.',
    cause: 'Refund a customer-keep return at its first message.',
    says: [/keep/i, /refund/i],
    not: [A.wait, A.cancelled],
    plan: () => ({
      isDue: (item, rma) => rma.return_method !== 'customer-keep' && RIGHT.isDue(item, rma),
    }),
  },
  {
    id: 'J18',
    mistake: 'Every answer takes 40 s.',
    cause: 'The connection is accepted, and no answer comes in time: store the message, answer, then work.',
    says: [/no answer|time|slow|late/i, /accepted|connected|store|afterwards|after the answer/i],
    not: [A.loadVariants, A.giftCard, A.firewall],
    within: 30,
    plan: () => ({ answerAfter: () => SLOW }),
  },
  {
    id: 'J19',
    mistake: 'The second request of a connection that was kept alive is reset.',
    cause: 'A reused connection was reset: keep idle connections open longer, or answer Connection: close.',
    says: [/reset/i, /reused?|kept|keep-alive|second request|Connection: close/i],
    not: [A.loadVariants, A.giftCard, A.rmaIdentifier, /redirect/i, A.firewall, A.compare],
    plan: () => {
      const used = new WeakSet<object>();
      return {
        front: ({ socket }) => {
          if (used.has(socket)) socket.resetAndDestroy();
          const isReused = used.has(socket);
          used.add(socket);
          return isReused;
        },
      };
    },
  },
  {
    id: 'J20',
    mistake: 'Every request is answered 302, to another path.',
    cause: 'A redirect is not followed: give the address that its Location names as --customer-url.',
    says: [/redirect|302/i, /\/v2|Location/i],
    not: [A.loadVariants, A.giftCard, A.rmaIdentifier, A.firewall],
    plan: () => ({
      front: (request, response) => {
        const isMoved = request.url?.startsWith('/v2/');
        if (isMoved) request.url = request.url?.slice('/v2'.length);
        else response.writeHead(302, { location: `/v2${request.url}` }).end();
        return !isMoved;
      },
    }),
  },
  {
    id: 'J21',
    mistake: 'Times of refunds and snapshots are local, without an offset.',
    cause: 'Write times with Z or their offset.',
    says: [/\bZ\b|offset|zone/i, /time|created_at|updated_at/i],
    not: [A.compare, A.remember],
    plan: () => ({ createdAt: (_order, soon) => local(soon), updatedAt: (_order, now) => local(now) }),
  },
  {
    id: 'black-hole',
    mistake: 'Connections are accepted, and nothing is ever answered.',
    cause: 'The connection is accepted, and no answer comes.',
    says: [/no answer|time/i, /accepted|connected|connection/i],
    not: [A.loadVariants, A.giftCard, A.firewall, A.rmaIdentifier, /redirect/i],
    within: 30,
    plan: () => ({ front: () => true }),
  },
  {
    id: 'midway',
    mistake:
      'Every answer breaks off: its status comes, then the connection is closed in the middle of the body.',
    cause: 'The connection is closed in the middle of the answer.',
    says: [/closed?|broke|reset|cut|incomplete|middle|drop/i, /answer|body|connection/i],
    not: [A.loadVariants, A.giftCard, A.firewall, A.rmaIdentifier, /redirect/i],
    within: 30,
    plan: () => ({
      front: (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"half":');
        setTimeout(() => request.socket.destroy(), 50);
        return true;
      },
    }),
  },
  {
    id: 'J22',
    mistake: 'A new token is requested for each snapshot.',
    cause: 'Keep the token for its 25 hours; one was requested for each snapshot.',
    says: [/token/i, /25 h|reuse|keep|each|for every/i],
    not: [A.postIt, A.remember],
    plan: () => ({ keepsToken: false }),
  },
  {
    id: 'J-race',
    mistake: 'A refund that is added while a snapshot of its order is being posted is never posted.',
    cause:
      'A refund was lost that came while another snapshot of the order was being posted: post again afterwards.',
    says: [
      /while|meanwhile|during|in flight|at the same time|being posted/i,
      /snapshot|post/i,
      /lost|never|again|missing/i,
    ],
    not: [A.wait, A.cancelled, A.compare, A.rmaIdentifier],
    plan: () => ({ postsAgain: false }),
  },
  {
    id: 'late',
    mistake: 'Every refund is posted 30 s after its message, later than --wait.',
    cause: 'The refunds come, only later than --wait: give a longer --wait.',
    says: [/--wait/, /late|after \d/i],
    not: [A.compare, A.postIt, A.cancelled, A.remember, /never/i],
    plan: () => ({ postAfter: () => LATE }),
  },
];

// Checks what the retailer's side had to do. Each expectation becomes one check or more, with evidence.
import type { Delivery } from '../deliveries/types.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { deliveriesEvidence, deliveryEvidence, isAccepted, isPage, PAGE_HINT } from './evidence.ts';
import {
  checkExchangeOrder,
  checkSameExchangeOrder,
  checkVariants,
  orderIdentifierOf,
} from './exchange-checks.ts';
import type { Expectation, ExpectationKind } from './format.ts';
import { deliveriesOf, isHeld, isOver, type Play, waitFor } from './play.ts';
import { checkNoRefund, checkRefund } from './refund-checks.ts';
import { isRefused } from './refused-posts.ts';
import type { ScenarioCheck } from './result.ts';

/** Of a retailer whose refunds are known to be wrong, or not to be seen: what can still be judged. */
export function canBeJudged(play: Play, expectation: Expectation): boolean {
  if (!play.answersOnly) return true;
  switch (expectation.expect) {
    case 'refund':
    case 'no-refund':
    case 'status':
      return false;
    case 'answered':
      // The missing refund may have been what causes the message.
      return deliveriesOf(play, rmaOf(play, expectation.rma).identifier, 'rma').some(
        (one) => !play.checked.has(one.id) && !isHeld(play, one),
      );
    default:
      return true;
  }
}

export async function checkExpectation(
  play: Play,
  expectation: Expectation,
): Promise<readonly ScenarioCheck[]> {
  switch (expectation.expect) {
    case 'answered':
      return [await checkAnswered(play, expectation)];
    case 'unauthorized':
      return [await checkUnauthorized(play, expectation)];
    case 'refund':
      return checkRefund(play, expectation);
    case 'no-refund':
      return [await checkNoRefund(play, expectation)];
    case 'no-message':
      return [checkNoMessage(play, expectation)];
    case 'status':
      return [await checkStatus(play, expectation)];
    case 'variants':
      return [checkVariants(play, expectation)];
    case 'exchange-order':
      return checkExchangeOrder(play, expectation);
    case 'same-exchange-order':
      return [await checkSameExchangeOrder(play, expectation)];
  }
}

/** Every message of the RMA that no check has seen yet was answered 2xx: the interface expects 200. */
async function checkAnswered(
  play: Play,
  { rma, within }: ExpectationKind<'answered'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  // What the sandbox holds back until a later time of its clock cannot have been answered: a later check is about it.
  const unseen = () =>
    deliveriesOf(play, identifier, 'rma').filter((one) => !play.checked.has(one.id) && !isHeld(play, one));
  const limit = within ?? play.options.waitMs;
  const mostMs = Math.min(limit, play.options.answerMs ?? limit);
  await waitFor(play, limit, () => {
    const all = unseen();
    // Messages of one RMA go one after the other: behind one that failed, the others wait as well.
    const open = all.find(({ state }) => state !== 'delivered' && state !== 'given_up');
    return (all.length > 0 && (!open || isOver(play, open))) || undefined;
  });
  const messages = unseen();
  for (const { id } of messages) play.checked.add(id);
  const bad = messages.filter((one) => !wasAccepted(one) || isLate(one, mostMs) || isPaged(one));
  const isOnlyLate = !bad.some(isPaged) && bad.every((one) => wasAccepted(one) || isOpen(one));
  const kind = bad.length > 0 && isOnlyLate ? 'answered-in-time' : 'answered';
  const what = `messages of ${rma} are answered 2xx`;
  if (messages.length === 0)
    return { kind, what, passed: false, evidence: `no new message of ${identifier} was sent` };
  return {
    kind,
    what,
    passed: bad.length === 0,
    evidence: deliveriesEvidence(bad.length > 0 ? bad : messages),
    ...(bad.some(isPaged) && { hint: PAGE_HINT }),
  };
}

const isPaged = ({ attempts }: Delivery): boolean => attempts.some(isPage);

/** No answer came in time, or it waits behind such a one. */
const isOpen = ({ attempts, state }: Delivery): boolean =>
  state !== 'given_up' &&
  (attempts.at(-1)?.fault ?? 'timeout') === 'timeout' &&
  attempts.at(-1)?.status == null;

/** A copy that came twice has to be answered 2xx as well. */
const wasAccepted = ({ state, attempts }: Delivery): boolean =>
  state === 'delivered' && attempts.every((one) => !one.note?.includes('duplicate') || isAccepted(one));

const isLate = ({ attempts }: Delivery, limit: number): boolean => (attempts.at(-1)?.ms ?? 0) > limit;

/** "401 makes the sender fetch new credentials and retry" (field notes): so wrong credentials have to be answered 401. */
async function checkUnauthorized(
  play: Play,
  { rma, within }: ExpectationKind<'unauthorized'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const first = () => deliveriesOf(play, identifier, 'rma')[0];
  const { value } = await waitFor(play, within ?? play.options.waitMs, () => {
    const message = first();
    return message && message.attempts.length > 0 ? message : undefined;
  });
  const statuses = value?.attempts.map(({ status }) => status) ?? [];
  return {
    kind: 'unauthorized',
    what: `wrong credentials for a message of ${rma} are answered 401`,
    passed: statuses.length > 0 && statuses.every((status) => status === 401),
    evidence: value ? deliveryEvidence(value) : 'no message was sent',
  };
}

/** The sandbox has come to this status and the retailer took the message that says so. */
async function checkStatus(
  play: Play,
  { rma, status, within }: ExpectationKind<'status'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const last = () => deliveriesOf(play, identifier, 'rma').at(-1);
  const { value: ended, ms } = await waitFor(play, within ?? play.options.waitMs, () => {
    const message = last();
    const isThere = play.stage.returns.find(identifier)?.status === status;
    if (!isThere && isRefused(play, rmaOf(play, rma).order)) return null;
    return isThere && message && isOver(play, message) ? message : undefined;
  });
  const value = ended ?? undefined;
  const now = play.stage.returns.find(identifier)?.status ?? 'unknown';
  if (value) play.checked.add(value.id);
  const isLate =
    !value && deliveriesOf(play, identifier, 'rma').some((one) => one.attempts.at(-1)?.fault === 'timeout');
  return {
    kind: isLate ? 'answered-in-time' : 'status',
    what: `${rma} becomes ${status}`,
    passed: value !== undefined && wasAccepted(value),
    evidence: value
      ? `${deliveryEvidence(value)}; ${ms} ms after it was expected`
      : `${identifier} is ${now} after ${ms} ms${unsettledText(play, identifier, now, status)}`,
  };
}

/** What a status is waited for in vain for. */
function unsettledText(play: Play, rma: string, now: string, wanted: string): string {
  const last = deliveriesOf(play, rma, 'rma').at(-1);
  if (now === wanted && last) return `, but its message was not taken: ${deliveryEvidence(last)}`;
  if (wanted !== 'REFUNDED') return '';
  const made = deliveriesOf(play, rma, 'exchange_order').flatMap(({ attempts }) =>
    attempts.map(orderIdentifierOf),
  );
  const open = made.find((order) => order !== undefined && !play.stage.order(order));
  return open === undefined
    ? ', because no refund with its rma_identifier settles its units'
    : `, because no snapshot of the exchange order ${open} has come`;
}

function checkNoMessage(play: Play, { order: id }: ExpectationKind<'no-message'>): ScenarioCheck {
  const order = orderOf(play, id);
  const rmas = play.stage.returns.list({ order, limit: 10 });
  return {
    kind: 'no-message',
    what: `no message about order ${id}`,
    passed: rmas.length === 0,
    evidence:
      rmas.length === 0
        ? `the sandbox made no RMA for ${order}`
        : `the sandbox made ${rmas.map(({ identifier }) => identifier).join(', ')}`,
  };
}

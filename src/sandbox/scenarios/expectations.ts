// Checks what the retailer's side had to do. Each expectation becomes one check or more, with evidence.
import { isObject } from '../../basics/json.ts';
import type { Delivery } from '../deliveries/types.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { bodyOf, deliveriesEvidence, deliveryEvidence, isAccepted, wireOf } from './evidence.ts';
import {
  checkExchangeOrder,
  checkSameExchangeOrder,
  checkVariants,
  orderIdentifierOf,
} from './exchange-checks.ts';
import type { Expectation, ExpectationKind } from './format.ts';
import type { Found } from './found.ts';
import { deliveriesOf, isHeld, isOver, type Play, waitFor } from './play.ts';
import { checkNoRefund, checkRefund } from './refund-checks.ts';
import { isRefused } from './refused-posts.ts';
import { type RetailerCheckId, remedyOf } from './retailer-checks.ts';

export async function checkExpectation(play: Play, expectation: Expectation): Promise<readonly Found[]> {
  switch (expectation.expect) {
    case 'answered':
      return checkAnswered(play, expectation);
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
      return checkVariants(play, expectation);
    case 'exchange-order':
      return checkExchangeOrder(play, expectation);
    case 'same-exchange-order':
      return [await checkSameExchangeOrder(play, expectation)];
  }
}

/** Every message of the RMA that no check has seen yet was answered 2xx: the interface expects 200. */
async function checkAnswered(play: Play, { rma, within }: ExpectationKind<'answered'>): Promise<Found[]> {
  const { identifier } = rmaOf(play, rma);
  // What the sandbox holds back until a later time of its clock cannot have been answered: a later check is about it.
  const unseen = () =>
    deliveriesOf(play, identifier, 'rma').filter((one) => !play.checked.has(one.id) && !isHeld(play, one));
  const limit = within ?? play.options.waitMs;
  await waitFor(play, limit, () => {
    const all = unseen();
    // Messages of one RMA go one after the other: behind one that failed, the others wait as well.
    const open = all.find(({ state }) => state !== 'delivered' && state !== 'given_up');
    return (all.length > 0 && (!open || isOver(play, open))) || undefined;
  });
  const messages = unseen();
  for (const { id } of messages) play.checked.add(id);
  const what = `messages of ${rma} are answered 2xx`;
  if (messages.length === 0)
    return [{ kind: 'answered', what, passed: false, evidence: `no new message of ${identifier} was sent` }];
  const bad = messages.filter((one) => !wasAccepted(one));
  if (bad.length > 0) return [{ kind: 'answered', what, passed: false, ...failureOf(play, bad) }];
  const mostMs = Math.min(limit, play.options.answerMs);
  const late = messages.filter(({ attempts }) => (attempts.at(-1)?.ms ?? 0) > mostMs);
  const evidence = deliveriesEvidence(late.length > 0 ? late : messages);
  if (late.length === 0) return [{ kind: 'answered', what, passed: true, evidence, id: 'messages.answered' }];
  return [
    {
      ...({
        kind: 'answered-in-time',
        what,
        passed: false,
        symptom: 'slow',
        id: 'messages.answered-in-time',
      } as const),
      evidence: `an answer came too late: the limit is ${mostMs} ms (--answer); ${evidence}`,
    },
  ];
}

/** Of messages without success: the symptom of the first, and what those that are refused alike have in common. */
function failureOf(
  play: Play,
  bad: readonly Delivery[],
): Pick<Found, 'evidence' | 'symptom' | 'id' | 'hint' | 'group'> {
  const evidence = deliveriesEvidence(bad);
  const wired = bad.find((one) => wireOf(one) !== undefined);
  // The others wait behind it.
  const wire = wired && wireOf(wired);
  if (!wired || !wire) return { evidence, symptom: 'time-out', id: 'messages.answered-in-time' };
  return { evidence, ...wire, group: groupOf(play, wired) };
}

const SHOWN_STATES: readonly unknown[] = [null, undefined, 'PRE_TRANSIT', 'TRANSIT'];

/** What is special about a message, so that it may be refused where others are taken. */
function groupOf({ scenario }: Play, delivery: Delivery): RetailerCheckId {
  const isRepeat = delivery.attempts.slice(0, -1).some(isAccepted);
  const body = bodyOf(delivery);
  const items = 'items' in body && Array.isArray(body.items) ? body.items.filter(isObject) : [];
  const [about] = scenario.about ?? [];
  if (isRepeat) return 'messages.duplicates';
  if (body.status === 'REFUNDED') return 'refunds.closed';
  if (about !== undefined && OF_MESSAGES.includes(about)) return about;
  const isUsual =
    body.status === 'CREATED' &&
    items.length > 0 &&
    items.every(
      (item) =>
        SHOWN_STATES.includes(item['package_tracking_status']) &&
        [undefined, 'PENDING'].includes(item['receiving_status'] as undefined),
    );
  return isUsual ? 'messages.answered' : 'messages.accepted';
}

/** Scenarios whose messages are special in another way than by their states. */
const OF_MESSAGES: readonly RetailerCheckId[] = [
  'messages.accepted',
  'messages.new-fields',
  'messages.unknown-order',
  'messages.bursts',
  'messages.credentials',
];

/** A copy that came twice has to be answered 2xx as well. */
const wasAccepted = (delivery: Delivery): boolean =>
  delivery.state === 'delivered' &&
  wireOf({ ...delivery, attempts: delivery.attempts.slice(-1) }) === undefined &&
  delivery.attempts.every((one) => !one.note?.includes('duplicate') || isAccepted(one));

/** "401 makes the sender fetch new credentials and retry" (field notes): so wrong credentials have to be answered 401. */
async function checkUnauthorized(
  play: Play,
  { rma, within }: ExpectationKind<'unauthorized'>,
): Promise<Found> {
  const { identifier } = rmaOf(play, rma);
  const first = () => deliveriesOf(play, identifier, 'rma')[0];
  const { value } = await waitFor(play, within ?? play.options.waitMs, () => {
    const message = first();
    return message && message.attempts.length > 0 ? message : undefined;
  });
  const statuses = value?.attempts.map(({ status }) => status) ?? [];
  const passed = statuses.length > 0 && statuses.every((status) => status === 401);
  return {
    kind: 'unauthorized',
    what: `wrong credentials for a message of ${rma} are answered 401`,
    passed,
    evidence: value ? deliveryEvidence(value) : 'no message was sent',
    id: 'messages.credentials',
    ...(!passed && { symptom: 'credentials' as const }),
    ...(!passed && value && !value.attempts.some(isAccepted) && wireOf(value)),
  };
}

/** The sandbox has come to this status and the retailer took the message that says so. */
async function checkStatus(play: Play, { rma, status, within }: ExpectationKind<'status'>): Promise<Found> {
  const { identifier, order } = rmaOf(play, rma);
  const last = () => deliveriesOf(play, identifier, 'rma').at(-1);
  const { value: ended, ms } = await waitFor(play, within ?? play.options.waitMs, () => {
    const message = last();
    const isThere = play.stage.returns.find(identifier)?.status === status;
    if (!isThere && isRefused(play, order)) return null;
    return isThere && message && isOver(play, message) ? message : undefined;
  });
  const value = ended ?? undefined;
  const now = play.stage.returns.find(identifier)?.status ?? 'unknown';
  if (value) play.checked.add(value.id);
  const check = { kind: 'status' as const, what: `${rma} becomes ${status}` };
  const made = deliveriesOf(play, identifier, 'exchange_order').flatMap(({ attempts }) =>
    attempts.map(orderIdentifierOf),
  );
  const isExchange =
    play.stage.returns.find(identifier)?.units.some((one) => one.exchangeSku !== null) === true;
  const isGift = play.scenario.about?.includes('exchanges.gift-card');
  const usual = isExchange ? 'exchanges.shipped' : 'refunds.closed';
  const closing: RetailerCheckId = isGift ? 'exchanges.gift-card' : usual;
  const id = status === 'REFUNDED' ? closing : 'messages.accepted';
  if (value && wasAccepted(value))
    return {
      ...check,
      passed: true,
      evidence: `${deliveryEvidence(value)}; ${ms} ms after it was expected`,
      id,
    };
  const message = value ?? last();
  const wire = message && wireOf(message) && failureOf(play, [message]);
  if (wire) return { ...check, passed: false, ...wire };
  const open = made.find((name) => name !== undefined && !play.stage.order(name));
  const why =
    status !== 'REFUNDED'
      ? ''
      : open === undefined
        ? ', because no refund with its rma_identifier settles its units'
        : `, because no snapshot of the exchange order ${open} has come`;
  return {
    ...({
      ...check,
      passed: false,
      symptom: 'never',
      id: open === undefined ? id : 'exchanges.shipped',
    } as const),
    evidence: `${identifier} is ${now} after ${ms} ms${why}`,
    hint: remedyOf(open === undefined ? id : 'exchanges.shipped'),
  };
}

function checkNoMessage(play: Play, { order: id }: ExpectationKind<'no-message'>): Found {
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

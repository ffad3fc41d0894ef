// Checks what the retailer's side had to do. Each expectation becomes one check or more, with evidence.

import { isObject, parsedJson } from '../../basics/json.ts';
import { callFindingOf } from '../../contract/call-rules.ts';
import {
  hindersChoice,
  validateExchangeAnswer,
  validateVariantsAnswer,
  variantsOf,
} from '../../contract/exchange-rules/answers.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Delivery } from '../deliveries/types.ts';
import {
  bodyOf,
  deliveriesEvidence,
  deliveryEvidence,
  isAccepted,
  itemsIn,
  orderIdentifierOf,
  wireOf,
} from './evidence.ts';
import type { Expectation, ExpectationKind } from './format.ts';
import type { RetailerCheckId } from './questions.ts';
import { checkNoRefund, checkRefund } from './refund-checks.ts';
import { asking, type Found, type Why } from './result.ts';
import { isRefused } from './snapshot-checks.ts';
import type { Play } from './state.ts';

type Checked = Found | readonly Found[];

const CHECKS: {
  readonly [K in Expectation['expect']]: (
    play: Play,
    expected: ExpectationKind<K>,
  ) => Checked | Promise<Checked>;
} = {
  answered: checkAnswered,
  unauthorized: checkUnauthorized,
  refund: checkRefund,
  'no-refund': checkNoRefund,
  'no-message': checkNoMessage,
  status: checkStatus,
  variants: checkVariants,
  'exchange-order': checkExchangeOrder,
  'same-exchange-order': checkSameExchangeOrder,
};

export async function checkExpectation(play: Play, expected: Expectation): Promise<readonly Found[]> {
  const check = CHECKS[expected.expect] as (play: Play, expected: Expectation) => Checked | Promise<Checked>;
  return [await check(play, expected)].flat();
}

/** Every message of the RMA that no check has seen yet was answered 2xx: the interface expects 200. */
async function checkAnswered(play: Play, { rma, within }: ExpectationKind<'answered'>): Promise<Found> {
  const { identifier } = play.rmaOf(rma);
  // What the sandbox holds back until a later time of its clock cannot have been answered: a later check is about it.
  const unseen = () =>
    play.deliveriesOf(identifier).filter((one) => !play.checked.has(one.id) && !play.isHeld(one));
  const limit = within ?? play.options.waitMs;
  await play.waitFor(limit, () => {
    const all = unseen();
    // Messages of one RMA go one after the other: behind one that failed, the others wait as well.
    const open = all.find(({ state }) => state !== 'delivered' && state !== 'given_up');
    return (all.length > 0 && (!open || play.isOver(open))) || undefined;
  });
  const messages = unseen();
  for (const { id } of messages) play.checked.add(id);
  const { yes, no } = asking('answered', `messages of ${rma} are answered 2xx`);
  if (messages.length === 0) return no(`no new message of ${identifier} was sent`);
  const bad = messages.filter((one) => !wasAccepted(one));
  if (bad.length > 0) return no(deliveriesEvidence(bad), whyRefused(play, bad));
  const mostMs = Math.min(limit, play.options.answerMs);
  const late = messages.filter(({ attempts }) => (attempts.at(-1)?.ms ?? 0) > mostMs);
  if (late.length === 0) return yes('messages.answered', deliveriesEvidence(messages));
  const evidence = `an answer came too late: the limit is ${mostMs} ms (--answer); ${deliveriesEvidence(late)}`;
  return no(evidence, { kind: 'answered-in-time', symptom: 'slow', id: 'messages.answered-in-time' });
}

/** Of messages without success: the symptom of the first, and what those that are refused alike have in common. */
function whyRefused(play: Play, bad: readonly Delivery[]): Why {
  const first = bad.find(wireOf);
  // The others wait behind it.
  if (!first) return { symptom: 'time-out', id: 'messages.answered-in-time' };
  return { ...wireOf(first), group: groupOf(play, first) };
}

const SHOWN_STATES: readonly unknown[] = [null, undefined, 'PRE_TRANSIT', 'TRANSIT'];

/** Scenarios whose messages are special in another way than by their states. */
const OF_MESSAGES: readonly (RetailerCheckId | undefined)[] = [
  'messages.accepted',
  'messages.new-fields',
  'messages.unknown-order',
  'messages.bursts',
  'messages.credentials',
];

/** What is special about a message, so that it may be refused where others are taken. */
function groupOf({ scenario }: Play, delivery: Delivery): RetailerCheckId {
  if (delivery.attempts.slice(0, -1).some(isAccepted)) return 'messages.duplicates';
  const { status } = bodyOf(delivery);
  const items = itemsIn(delivery);
  const [about] = scenario.about ?? [];
  if (status === 'REFUNDED') return 'refunds.closed';
  if (OF_MESSAGES.includes(about)) return about!;
  const isUsual = ({ package_tracking_status: parcel, receiving_status: receipt }: Record<string, unknown>) =>
    SHOWN_STATES.includes(parcel) && (receipt === undefined || receipt === 'PENDING');
  const isShown = status === 'CREATED' && items.length > 0 && items.every(isUsual);
  return isShown ? 'messages.answered' : 'messages.accepted';
}

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
  const { identifier } = play.rmaOf(rma);
  const { yes, no } = asking('unauthorized', `wrong credentials for a message of ${rma} are answered 401`);
  const { value: message } = await play.waitFor(within ?? play.options.waitMs, () => {
    const [first] = play.deliveriesOf(identifier);
    return first && first.attempts.length > 0 ? first : undefined;
  });
  const id = 'messages.credentials';
  if (!message) return no('no message was sent', { symptom: 'credentials', id });
  const evidence = deliveryEvidence(message);
  if (message.attempts.every(({ status }) => status === 401)) return yes(id, evidence);
  const wire = message.attempts.some(isAccepted) ? undefined : wireOf(message);
  return no(evidence, { symptom: 'credentials', id, ...wire });
}

/** The sandbox has come to this status and the retailer took the message that says so. */
async function checkStatus(play: Play, { rma, status, within }: ExpectationKind<'status'>): Promise<Found> {
  const { identifier, order } = play.rmaOf(rma);
  const now = () => play.stage.returns.find(identifier);
  const last = () => play.deliveriesOf(identifier).at(-1);
  const { value: ended, ms } = await play.waitFor(within ?? play.options.waitMs, () => {
    const isThere = now()?.status === status;
    if (!isThere && isRefused(play, order)) return null;
    const message = last();
    return isThere && message && play.isOver(message) ? message : undefined;
  });
  if (ended) play.checked.add(ended.id);
  const { yes, no } = asking('status', `${rma} becomes ${status}`);
  const isExchange = now()?.units.some(({ exchangeSku }) => exchangeSku !== null);
  const closing = isExchange ? 'exchanges.shipped' : 'refunds.closed';
  const id = status === 'REFUNDED' ? play.aboutOr('exchanges.gift-card', closing) : 'messages.accepted';
  if (ended && wasAccepted(ended))
    return yes(id, `${deliveryEvidence(ended)}; ${ms} ms after it was expected`);
  const message = ended ?? last();
  if (message && wireOf(message)) return no(deliveriesEvidence([message]), whyRefused(play, [message]));
  const open = play
    .deliveriesOf(identifier, 'exchange_order')
    .flatMap(({ attempts }) => attempts.map(orderIdentifierOf))
    .find((name) => name !== undefined && !play.stage.order(name));
  const unsettled =
    open === undefined
      ? 'no refund with its rma_identifier settles its units'
      : `no snapshot of the exchange order ${open} has come`;
  const why = status === 'REFUNDED' ? `, because ${unsettled}` : '';
  const evidence = `${identifier} is ${now()?.status ?? 'unknown'} after ${ms} ms${why}`;
  return no(evidence, { symptom: 'never', id: open === undefined ? id : 'exchanges.shipped' });
}

function checkNoMessage(play: Play, { order: id }: ExpectationKind<'no-message'>): Found {
  const order = play.orderOf(id);
  const rmas = play.stage.returns.list({ order, limit: 10 }).map(({ identifier }) => identifier);
  const { yes, no } = asking('no-message', `no message about order ${id}`);
  return rmas.length === 0
    ? yes(undefined, `the sandbox made no RMA for ${order}`)
    : no(`the sandbox made ${rmas.join(', ')}`);
}

// Checks about exchanges: the variants that the retailer offers, and its answer to an exchange order.

const DECODE =
  'Decode the variant identifier of the path, once (decodeURIComponent): %2F is a slash, %20 a blank, %25 a percent sign.';
const ALL =
  'Answer with the variants of the identifier in the path only: here are variants of other identifiers, too.';
const SHARED =
  'Give each exchange order an identifier of its own: another one has the same order_identifier already.';

export const lastVariantsRequest = ({ deliveries }: Play['stage']): Delivery | undefined =>
  deliveries.list({ limit: 100 }).find(({ message }) => message.kind === 'variants');

/** The newest variants request: 200 with a well-formed list of what was given for the identifier. */
function checkVariants(play: Play, { order, line, none }: ExpectationKind<'variants'>): readonly Found[] {
  const given = play.givenLine(order, line);
  const identifier = given?.variant ?? given?.sku ?? '';
  const form = none ? 'an empty list' : 'a well-formed list';
  const { yes, no } = asking('variants', `variants for line ${line} answered with ${form}`);
  const request = lastVariantsRequest(play.stage);
  if (!request) return [no('no request was sent')];
  const said = deliveryEvidence(request);
  const wire = wireOf(request);
  const isCoded = encodeURIComponent(identifier) !== identifier && play.offered !== undefined;
  const failed = (id: RetailerCheckId, evidence: string, hint?: string) => [
    no(evidence, { symptom: 'answer', id, ...(hint !== undefined && { hint }) }),
  ];
  if (wire?.symptom === 'status' && none) return failed('variants.unknown', said);
  if (wire?.symptom === 'status' && isCoded) return failed('variants.offered', said, DECODE);
  if (wire) return [no(said, { ...wire, group: 'variants.answered' })];
  const answer = parsedJson(request.attempts.findLast(isAccepted)!.answer);
  const judged = validateVariantsAnswer(answer);
  const all = variantsOf(answer) ?? [];
  const list = all.filter(isObject);
  const evidence = [`${said}: ${all.length} variants for ${identifier}`, ...sentencesOf(judged)].join('; ');
  const offers = play.scenario.variants ?? {};
  const own = new Set(offers[identifier]?.map(({ sku }) => sku));
  const isOfOther = Object.values(offers)
    .flat()
    .some(({ sku }) => !own.has(sku) && list.some((one) => String(one['sku']) === sku));
  if (none) {
    if (isOfOther && play.offered === 'all') return [];
    const isEmpty = all.length === 0 && Array.isArray(answer);
    return isEmpty ? [yes('variants.unknown', evidence)] : failed('variants.unknown', evidence);
  }
  if (isOfOther) {
    play.offered = 'all';
    return failed('variants.offered', evidence, ALL);
  }
  if (judged.some(hindersChoice)) return failed('variants.well-formed', evidence);
  const hasStock = list.some((one) => Number(one['quantity_in_stock']) > 0);
  if (!hasStock) return failed('variants.offered', evidence, isCoded ? DECODE : undefined);
  play.offered ??= 'own';
  return [yes('variants.answered', evidence)];
}

/** The exchange order (or gift-card order) was answered with the identifier of the new order. */
async function checkExchangeOrder(
  play: Play,
  { rma, within }: ExpectationKind<'exchange-order'>,
): Promise<readonly Found[]> {
  const { identifier } = play.rmaOf(rma);
  const what = `the exchange order of ${rma} is answered with an order identifier`;
  const { yes, no } = asking('exchange-order', what);
  const [order] = await endedOrders(play, identifier, within);
  const id = play.aboutOr('exchanges.gift-card', 'exchanges.answered');
  if (!order) return [no('none was sent')];
  const wire = wireOf(order);
  const said = deliveryEvidence(order);
  if (wire) return [no(said, { group: id, ...wire })];
  const answered = order.attempts.findLast(isAccepted)!;
  const answer = parsedJson(answered.answer);
  const name = orderIdentifierOf(answered) || undefined;
  const problems = validateExchangeAnswer(answer);
  const evidence = [`${said}; order_identifier ${name ?? 'none'}`, ...sentencesOf(problems)].join('; ');
  if (name === undefined) return [no(evidence, { symptom: 'answer', id })];
  const other = play.known.exchanges.get(name) ?? identifier;
  play.known.exchanges.set(name, identifier);
  if (other !== identifier) {
    const why = { symptom: 'answer', id: 'exchanges.idempotent', hint: SHARED } as const;
    return [no(`${evidence}; ${name} is the order of ${other} already`, why)];
  }
  return [yes(id, evidence), checkAmounts(rma, order, answer, problems)];
}

/** "Integers in cents" (interface, Resources and their fields), and not more than the items of the exchange order cost. */
function checkAmounts(rma: string, order: Delivery, answer: unknown, findings: readonly Finding[]): Found {
  const what = `the amounts in the answer to the exchange order of ${rma} are cents, and not too much`;
  const { yes, no } = asking('exchange-amount', what);
  const problems = sentencesOf(findings.filter(({ severity }) => severity === 'error'));
  const cost = itemsIn(order).reduce((sum, item) => sum + Number(item['product_amount_cents']), 0);
  const cents = isObject(answer) ? Number(answer['product_amount_cents'] ?? Number.NaN) : Number.NaN;
  const found = `product_amount_cents is ${cents}; the items of the exchange order cost ${cost}`;
  const evidence = [found, ...problems].join('; ');
  const id = 'exchanges.amount';
  return problems.length > 0 || cents > cost ? no(evidence, { symptom: 'answer', id }) : yes(id, evidence);
}

/** "Only one exchange order per original order; a repeat gets the same answer" (field notes). */
async function checkSameExchangeOrder(
  play: Play,
  { rma, within }: ExpectationKind<'same-exchange-order'>,
): Promise<Found> {
  const orders = await endedOrders(play, play.rmaOf(rma).identifier, within);
  const answers = orders.flatMap(({ attempts }) => attempts.map(orderIdentifierOf));
  const what = `the exchange order of ${rma} that comes again gets the same answer`;
  const { yes, no } = asking('same-exchange-order', what);
  const names = answers.map((name) => name ?? 'none').join(', then ');
  const evidence = `${orders.map(deliveryEvidence).join('; ') || 'none was sent'}; order_identifier ${names}`;
  const id = 'exchanges.idempotent';
  const [first] = answers;
  if (answers.length > 1 && first !== undefined && answers.every((name) => name === first))
    return yes(id, evidence);
  const wire = orders.map(wireOf).find((one) => one !== undefined);
  return no(evidence, { symptom: 'answer', id, ...(wire && { ...wire, group: id }) });
}

/** Every exchange order of the RMA, oldest first, when they have ended or the time is over. */
async function endedOrders(play: Play, rma: string, within: number | undefined): Promise<Delivery[]> {
  const find = () => play.deliveriesOf(rma, 'exchange_order');
  await play.waitFor(within ?? play.options.waitMs, () => {
    const orders = find();
    return (orders.length > 0 && orders.every((order) => play.isOver(order))) || undefined;
  });
  return find();
}

const sentencesOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => callFindingOf(finding))
    .map(({ path, message }) => `${path || 'answer'}: ${message}`)
    .slice(0, 5);

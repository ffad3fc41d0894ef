// Checks about exchanges: the variants that the retailer offers, and its answer to an exchange order.
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
import { deliveryEvidence, isAccepted, itemsIn, orderIdentifierOf, wireOf } from './evidence.ts';
import type { ExpectationKind } from './format.ts';
import type { RetailerCheckId } from './questions.ts';
import { asking, type Found } from './result.ts';
import type { Play } from './state.ts';

const DECODE =
  'Decode the variant identifier of the path, once (decodeURIComponent): %2F is a slash, %20 a blank, %25 a percent sign.';
const ALL =
  'Answer with the variants of the identifier in the path only: here are variants of other identifiers, too.';
const SHARED =
  'Give each exchange order an identifier of its own: another one has the same order_identifier already.';

export const lastVariantsRequest = ({ deliveries }: Play['stage']): Delivery | undefined =>
  deliveries.list({ limit: 100 }).find(({ message }) => message.kind === 'variants');

/** The newest variants request: 200 with a well-formed list of what was given for the identifier. */
export function checkVariants(
  play: Play,
  { order, line, none }: ExpectationKind<'variants'>,
): readonly Found[] {
  const given = play.scenario.orders.find(({ id }) => id === order)?.lines.find((one) => one.line === line);
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
export async function checkExchangeOrder(
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
export async function checkSameExchangeOrder(
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

// Checks about exchanges: the variants that the retailer offers, and its answer to an exchange order.
import { isObject } from '../../basics/json.ts';
import { callFindingOf } from '../../contract/call-rules.ts';
import type { Finding } from '../../contract/finding.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../contract/validate-exchange.ts';
import { hindersChoice, variantsOf } from '../../contract/validate-variants.ts';
import type { Attempt, Delivery } from '../deliveries/types.ts';
import { rmaOf } from './deeds.ts';
import { deliveryEvidence, isAccepted, parsed, wireOf } from './evidence.ts';
import type { ExpectationKind } from './format.ts';
import type { Found } from './found.ts';
import { deliveriesOf, isOver, type Play, waitFor } from './play.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

const DECODE =
  'Decode the variant identifier of the path, once (decodeURIComponent): %2F is a slash, %20 a blank, %25 a percent sign.';
const ALL =
  'Answer with the variants of the identifier in the path only: here are variants of other identifiers, too.';

/** The newest variants request: 200 with a well-formed list of what was given for the identifier. */
export function checkVariants(play: Play, { order, line, none }: ExpectationKind<'variants'>): Found[] {
  const given = play.scenario.orders.find(({ id }) => id === order)?.lines.find((one) => one.line === line);
  const identifier = given?.variant ?? given?.sku ?? '';
  const what = `variants for line ${line} answered with ${none ? 'an empty list' : 'a well-formed list'}`;
  const check = { kind: 'variants' as const, what };
  const request = play.stage.deliveries
    .list({ limit: 50 })
    .find(({ message }) => message.kind === 'variants');
  if (!request) return [{ ...check, passed: false, evidence: 'no request was sent' }];
  const said = deliveryEvidence(request);
  const wire = wireOf(request);
  const isCoded = encodeURIComponent(identifier) !== identifier;
  const failed = (id: RetailerCheckId, evidence: string, hint?: string): Found[] => [
    { ...check, passed: false, evidence, symptom: 'answer', id, ...(hint !== undefined && { hint }) },
  ];
  if (wire) {
    if (wire.symptom !== 'status') return [{ ...check, passed: false, evidence: said, ...wire }];
    if (none) return failed('variants.unknown', said);
    if (isCoded && play.offered) return failed('variants.offered', said, DECODE);
    return [{ ...check, passed: false, evidence: said, ...wire, group: 'variants.answered' }];
  }
  const attempt = request.attempts.findLast(isAccepted)!;
  const answer = parsed(attempt.answer);
  const judged = validateVariantsAnswer(answer);
  const list = variantsOf(answer) ?? [];
  const evidence = [`${said}: ${list.length} variants for ${identifier}`, ...sentencesOf(judged)].join('; ');
  const skus = list.flatMap((one) => (isObject(one) ? [String(one['sku'])] : []));
  const skusOf = ([, its]: readonly [string, readonly { readonly sku: string }[]]) =>
    its.map(({ sku }) => sku);
  const all = Object.entries(play.scenario.variants ?? {});
  const own = all.filter(([name]) => name === identifier).flatMap(skusOf);
  const others = all.flatMap(skusOf).filter((sku) => !own.includes(sku));
  const isAll = skus.some((sku) => others.includes(sku));
  if (none && isAll && play.offered === 'all') return [];
  if (none)
    return list.length > 0 || !Array.isArray(answer)
      ? failed('variants.unknown', `${evidence}; a list of ${list.length}`)
      : [{ ...check, passed: true, evidence, id: 'variants.unknown' }];
  if (isAll) play.offered = 'all';
  if (isAll) return failed('variants.offered', evidence, ALL);
  if (judged.some(hindersChoice)) return failed('variants.well-formed', evidence);
  const hasStock = list.some((one) => isObject(one) && Number(one['quantity_in_stock']) > 0);
  if (!hasStock) return failed('variants.offered', evidence, isCoded && play.offered ? DECODE : undefined);
  play.offered ??= 'own';
  return (['variants.answered', 'variants.well-formed', 'variants.offered'] as const).map((id) => ({
    ...check,
    passed: true,
    evidence,
    id,
  }));
}

/** The exchange order (or gift-card order) was answered with the identifier of the new order. */
export async function checkExchangeOrder(
  play: Play,
  { rma, within }: ExpectationKind<'exchange-order'>,
): Promise<readonly Found[]> {
  const { identifier } = rmaOf(play, rma);
  const what = `the exchange order of ${rma} is answered with an order identifier`;
  const [order] = await endedOrders(play, identifier, within);
  const id: RetailerCheckId = play.scenario.about?.includes('exchanges.gift-card')
    ? 'exchanges.gift-card'
    : 'exchanges.answered';
  const check = { kind: 'exchange-order' as const, what };
  if (!order) return [{ ...check, passed: false, evidence: 'none was sent' }];
  const wire = wireOf(order);
  const said = deliveryEvidence(order);
  if (wire) return [{ ...check, passed: false, evidence: said, group: id, ...wire }];
  const answered = order.attempts.findLast(isAccepted)!;
  const answer = parsed(answered.answer);
  const name = orderIdentifierOf(answered) ?? '';
  const evidence = [
    `${said}; order_identifier ${name || 'none'}`,
    ...sentencesOf(validateExchangeAnswer(answer)),
  ].join('; ');
  if (name === '') return [{ ...check, passed: false, evidence, symptom: 'answer', id }];
  const other = play.known.exchanges.get(name);
  play.known.exchanges.set(name, identifier);
  if (other !== undefined && other !== identifier)
    return [
      {
        ...({ ...check, passed: false, symptom: 'answer', id: 'exchanges.idempotent' } as const),
        evidence: `${evidence}; ${name} is the order of ${other} already`,
        hint: `Give each exchange order an identifier of its own: another one has the same order_identifier already.`,
      },
    ];
  return [{ ...check, passed: true, evidence, id }, amountsCheck(rma, order, answer)];
}

/** "Integers in cents" (interface, Resources and their fields), and not more than the items of the exchange order cost. */
function amountsCheck(rma: string, { message }: Delivery, answer: unknown): Found {
  const problems = sentencesOf(validateExchangeAnswer(answer).filter(({ severity }) => severity === 'error'));
  const offered = offeredCents(parsed(message.body ?? ''));
  const product = isObject(answer) ? answer['product_amount_cents'] : undefined;
  const isMore = typeof product === 'number' && offered !== undefined && product > offered;
  const cents = typeof product === 'number' ? String(product) : 'missing';
  const found = `product_amount_cents is ${cents}; the items of the exchange order cost ${offered ?? 'unknown'}`;
  const passed = problems.length === 0 && !isMore;
  return {
    kind: 'exchange-amount',
    what: `the amounts in the answer to the exchange order of ${rma} are cents, and not too much`,
    passed,
    evidence: [found, ...problems].join('; '),
    id: 'exchanges.amount',
    ...(!passed && { symptom: 'answer' as const }),
  };
}

function offeredCents(order: unknown): number | undefined {
  const items = isObject(order) && Array.isArray(order['items']) ? order['items'] : [];
  const costs = items.map((item: unknown) => (isObject(item) ? Number(item['product_amount_cents']) : NaN));
  const sum = costs.reduce((total, one) => total + one, 0);
  return Number.isFinite(sum) ? sum : undefined;
}

/** "Only one exchange order per original order; a repeat gets the same answer" (field notes). */
export async function checkSameExchangeOrder(
  play: Play,
  { rma, within }: ExpectationKind<'same-exchange-order'>,
): Promise<Found> {
  const orders = await endedOrders(play, rmaOf(play, rma).identifier, within);
  const answers = orders.flatMap(({ attempts }) => attempts.map(orderIdentifierOf));
  const names = [...new Set(answers)];
  const passed = answers.length > 1 && names.length === 1 && names[0] !== undefined;
  const wire = orders.map(wireOf).find((one) => one !== undefined);
  return {
    kind: 'same-exchange-order',
    what: `the exchange order of ${rma} that comes again gets the same answer`,
    passed,
    evidence: `${orders.map(deliveryEvidence).join('; ') || 'none was sent'}; order_identifier ${answers.map((name) => name ?? 'none').join(', then ')}`,
    id: 'exchanges.idempotent',
    ...(!passed && { symptom: 'answer' as const, ...wire }),
    ...(wire && { group: 'exchanges.idempotent' as const }),
  };
}

/** Every exchange order of the RMA, oldest first, when they have ended or the time is over. */
async function endedOrders(play: Play, rma: string, within: number | undefined): Promise<Delivery[]> {
  const find = () => deliveriesOf(play, rma, 'exchange_order');
  await waitFor(play, within ?? play.options.waitMs, () => {
    const orders = find();
    return (orders.length > 0 && orders.every((order) => isOver(play, order))) || undefined;
  });
  return find();
}

/** The new order, of an answer that was a success. */
export function orderIdentifierOf(attempt: Attempt): string | undefined {
  const answer = isAccepted(attempt) ? parsed(attempt.answer) : undefined;
  const name = isObject(answer) ? answer['order_identifier'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

const sentencesOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => callFindingOf(finding))
    .map(({ path, message }) => `${path || 'answer'}: ${message}`)
    .slice(0, 5);

// Checks about exchanges: the variants that the retailer offers, and its answer to an exchange order.
import { isObject } from '../../basics/json.ts';
import { callFindingOf } from '../../contract/call-rules.ts';
import type { Finding, Severity } from '../../contract/finding.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../contract/validate-exchange.ts';
import { hindersChoice, variantsOf } from '../../contract/validate-variants.ts';
import type { Attempt, Delivery } from '../deliveries/types.ts';
import { rmaOf } from './deeds.ts';
import { deliveryEvidence, isAccepted, isPage, PAGE_HINT, parsed } from './evidence.ts';
import type { ExpectationKind } from './format.ts';
import { deliveriesOf, isOver, type Play, waitFor } from './play.ts';
import type { ScenarioCheck } from './result.ts';

/** The newest variants request: 200 with a well-formed list that offers something. */
export function checkVariants(play: Play, { line }: ExpectationKind<'variants'>): ScenarioCheck {
  const kind = 'variants';
  const what = `variants for line ${line} answered with a well-formed list`;
  const request = play.stage.deliveries
    .list({ limit: 50 })
    .find(({ message }) => message.kind === 'variants');
  const attempt = request?.attempts.findLast(isAccepted);
  if (!request || !attempt)
    return {
      kind,
      what,
      passed: false,
      evidence: request ? deliveryEvidence(request) : 'no request was sent',
    };
  const answer = parsed(attempt.answer);
  const found = validateVariantsAnswer(answer);
  const problems = problemsOf(found, ['error', 'warning']);
  const count = variantsOf(answer)?.length ?? 0;
  const evidence = `${deliveryEvidence(request)}: ${count} variants${problems === '' ? '' : `; ${problems}`}`;
  return { kind, what, passed: !found.some(hindersChoice) && count > 0, evidence };
}

/** The exchange order (or gift-card order) was answered with the identifier of the new order. */
export async function checkExchangeOrder(
  play: Play,
  { rma, within }: ExpectationKind<'exchange-order'>,
): Promise<readonly ScenarioCheck[]> {
  const { identifier } = rmaOf(play, rma);
  const kind = 'exchange-order';
  const what = `the exchange order of ${rma} is answered with an order identifier`;
  const order = await endedOrder(play, identifier, within);
  const answered = order?.attempts.findLast(isAccepted);
  if (!order || !answered)
    return [{ kind, what, passed: false, evidence: order ? deliveryEvidence(order) : 'none was sent' }];
  const answer = parsed(answered.answer);
  const problems = problemsOf(validateExchangeAnswer(answer), ['error', 'warning']);
  const name = orderIdentifierOf(answered);
  const evidence = `${deliveryEvidence(order)}; order_identifier ${name ?? 'none'}${problems === '' ? '' : `; ${problems}`}`;
  if (name === undefined || name === '')
    return [{ kind, what, passed: false, evidence, ...(isPage(answered) && { hint: PAGE_HINT }) }];
  return [{ kind, what, passed: true, evidence }, amountsCheck(rma, order, answer)];
}

/** "Integers in cents" (interface, Resources and their fields), and not more than the items of the exchange order cost. */
function amountsCheck(rma: string, { message }: Delivery, answer: unknown): ScenarioCheck {
  const problems = validateExchangeAnswer(answer)
    .filter(({ severity }) => severity === 'error')
    .map(callFindingOf)
    .map((finding) => finding.message);
  const offered = offeredCents(parsed(message.body ?? ''));
  const product = isObject(answer) ? answer['product_amount_cents'] : undefined;
  const isMore = typeof product === 'number' && offered !== undefined && product > offered;
  const cents = typeof product === 'number' ? String(product) : 'missing';
  const found = `product_amount_cents is ${cents}; the items of the exchange order cost ${offered ?? 'unknown'}`;
  return {
    kind: 'exchange-amount',
    what: `the amounts in the answer to the exchange order of ${rma} are cents, and not too much`,
    passed: problems.length === 0 && !isMore,
    evidence: [found, ...problems].join('; '),
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
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const order = await endedOrder(play, identifier, within);
  const answers = (order?.attempts ?? []).map(orderIdentifierOf);
  const names = [...new Set(answers)];
  return {
    kind: 'same-exchange-order',
    what: `the exchange order of ${rma} that comes again gets the same answer`,
    passed: answers.length > 1 && names.length === 1 && names[0] !== undefined,
    evidence: `${order ? deliveryEvidence(order) : 'none was sent'}; order_identifier ${answers.map((name) => name ?? 'none').join(', then ')}`,
  };
}

async function endedOrder(
  play: Play,
  rma: string,
  within: number | undefined,
): Promise<Delivery | undefined> {
  const find = () => deliveriesOf(play, rma, 'exchange_order')[0];
  await waitFor(play, within ?? play.options.waitMs, () => {
    const order = find();
    return (order && isOver(play, order)) || undefined;
  });
  return find();
}

/** The new order, of an answer that was a success. */
export function orderIdentifierOf(attempt: Attempt): string | undefined {
  const answer = isAccepted(attempt) ? parsed(attempt.answer) : undefined;
  const name = isObject(answer) ? answer['order_identifier'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

const problemsOf = (findings: readonly Finding[], severities: readonly Severity[]): string =>
  findings
    .filter(({ severity }) => severities.includes(severity))
    .map((finding) => callFindingOf(finding))
    .map(({ path, message }) => `${path || 'answer'}: ${message}`)
    .slice(0, 5)
    .join('; ');

// Single requests to the endpoint that no scenario makes: is anybody there, and what comes for a variants request.
import { callFindingOf } from '../contract/call-rules.ts';
import type { Finding } from '../contract/finding.ts';
import { validateVariantsAnswer } from '../contract/validate-exchange.ts';
import { hindersChoice, variantsOf } from '../contract/validate-variants.ts';
import type { Customer, OutboundMessage } from '../sandbox/deliveries/types.ts';
import { variantsRequest } from '../sandbox/outbound.ts';
import { isPage, PAGE_HINT, parsed } from '../sandbox/scenarios/evidence.ts';
import type { Stage } from '../sandbox/scenarios/play.ts';
import type { ScenarioExchange } from '../sandbox/scenarios/result.ts';
import type { RetailerCheckId } from '../sandbox/scenarios/retailer-checks.ts';
import { watchExchanges } from '../sandbox/scenarios/watch-exchanges.ts';
import { exchangeOf, type Findings } from './endpoint-findings.ts';

export interface Prober {
  readonly stage: Stage;
  readonly clock: Parameters<typeof watchExchanges>[1];
  readonly customer: Customer;
  readonly findings: Findings;
  /** Every exchange of the certification. */
  readonly exchanges: ScenarioExchange[];
}

interface Asked {
  readonly last: ScenarioExchange | undefined;
  /** The body of a success. */
  readonly answer: string;
  readonly seen: readonly ScenarioExchange[];
}

async function ask({ stage, clock, exchanges }: Prober, message: OutboundMessage): Promise<Asked> {
  const watched = watchExchanges(stage, clock);
  const outcome = await stage.deliveries.askOnce(message);
  const seen = watched.take();
  watched.stop();
  exchanges.push(...seen);
  return { last: seen.at(-1), answer: outcome.delivered ? outcome.answer : '', seen };
}

/** A variant that no retailer has, and an RMA whose order nobody has. */
const UNKNOWN = 'NO-SUCH-VARIANT-OF-RETURNS-CERTIFY';

/** Real time for an endpoint that is there, but slow, ms. */
const PATIENCE_MS = 30_000;

/**
 * Any answer will do: a variants request first, because it changes nothing; then a message without items. When neither came in
 * time, the first once more with patience: an endpoint that answers late is there.
 * @param waitMs most real time of an answer
 */
export async function probeReach(prober: Prober, waitMs: number): Promise<boolean> {
  const { paths } = prober.customer;
  const message: OutboundMessage = {
    ...{ kind: 'rma', key: '', rma: 'RMA-CERTIFY', method: 'POST', path: paths.rmas },
    body: JSON.stringify({ rma_identifier: 'RMA-CERTIFY', status: 'CREATED', items: [] }),
  };
  const get = await ask(prober, variantsRequest(UNKNOWN, paths));
  const asked = isAnswered(get) ? [get] : [get, await ask(prober, message)];
  const isSlow = asked.every(({ last }) => last?.fault === 'timeout') && waitMs < PATIENCE_MS;
  if (isSlow) asked.push(await askPatiently(prober, variantsRequest(UNKNOWN, paths), waitMs));
  const exchanges = asked.flatMap(({ seen }) => seen).map(exchangeOf);
  const evidence = exchanges.map(({ request, answer }) => `${request}: ${answer}`).join('; ');
  const isReached = asked.some(isAnswered);
  const seen = { evidence: evidence || 'no request could be sent', exchanges };
  if (isReached) prober.findings.passed('messages.reachable', seen);
  if (isReached && isSlow)
    prober.findings.failed('messages.answered-in-time', {
      evidence: `it answers, but not within ${waitMs} ms: ${exchanges.at(-1)!.request}: ${exchanges.at(-1)!.answer}`,
      exchanges,
    });
  if (!isReached) prober.findings.failed('messages.reachable', seen);
  return isReached;
}

async function askPatiently(prober: Prober, message: OutboundMessage, waitMs: number): Promise<Asked> {
  const { deliveries } = prober.stage;
  deliveries.setOptions({ timeoutMs: PATIENCE_MS });
  const asked = await ask(prober, message);
  deliveries.setOptions({ timeoutMs: waitMs });
  return asked;
}

const sentencesOf = (findings: readonly Finding[]): string[] =>
  findings.map(callFindingOf).map(({ path, message }) => `${path || 'answer'}: ${message}`);

const isAnswered = ({ last }: Asked): boolean => last !== undefined && last.status !== null;

/** @param known variant_identifier of a given order */
export async function probeVariants(prober: Prober, known: string): Promise<void> {
  const { findings, customer } = prober;
  const offer = await ask(prober, variantsRequest(known, customer.paths));
  const exchanges = offer.seen.map(exchangeOf);
  const request = exchanges.map((one) => `${one.request}: ${one.answer}`).join('; ');
  const hint = isPage({ status: offer.last?.status ?? null, answer: offer.answer }) ? PAGE_HINT : undefined;
  const say = (id: RetailerCheckId, passed: boolean, evidence: string) =>
    findings[passed ? 'passed' : 'failed'](id, { evidence, exchanges, hint });
  const rest: readonly RetailerCheckId[] = ['variants.well-formed', 'variants.offered', 'variants.unknown'];
  const isSuccess = hint === undefined && isStatus(offer, (status) => status >= 200 && status < 300);
  say('variants.answered', isSuccess, request);
  if (!isSuccess) {
    for (const id of rest) findings.open(id, 'variants.answered');
    return;
  }
  const answer = parsed(offer.answer);
  const judged = validateVariantsAnswer(answer);
  // What is needed to show a variant is not shown in the interface, so warnings count.
  const problems = sentencesOf(judged.filter(hindersChoice));
  const untitled = sentencesOf(judged.filter((one) => one.severity !== 'note' && !hindersChoice(one)));
  const warned = untitled.length > 0 ? `; ${untitled.slice(0, 5).join('; ')}` : '';
  const count = variantsOf(answer)?.length ?? 0;
  if (problems.length > 0) {
    say('variants.well-formed', false, `${request}; ${problems.slice(0, 5).join('; ')}`);
    findings.open('variants.offered', 'variants.well-formed');
  } else {
    say('variants.offered', hasStock(answer), `${request}; ${count} variants for ${known}`);
    if (hasStock(answer)) say('variants.well-formed', true, `${request}; ${count} variants${warned}`);
    else findings.open('variants.well-formed', 'variants.offered');
  }
  const none = await ask(prober, variantsRequest(UNKNOWN, customer.paths));
  const list = variantsOf(parsed(none.answer));
  const isGood =
    isStatus(none, (status) => status === 404) ||
    (isStatus(none, (status) => status < 300) && list?.length === 0);
  const seen = none.seen.map(exchangeOf);
  const found = list ? `a list of ${list.length}` : 'no list';
  const evidence = `${seen.map((one) => `${one.request}: ${one.answer}`).join('; ')}; ${found}`;
  findings[isGood ? 'passed' : 'failed']('variants.unknown', { evidence, exchanges: seen });
}

const isStatus = ({ last }: Asked, test: (status: number) => boolean): boolean =>
  last !== undefined && last.status !== null && test(last.status);

const hasStock = (answer: unknown): boolean =>
  (variantsOf(answer) ?? []).some(
    (one) => Number((one as { quantity_in_stock?: unknown } | null)?.quantity_in_stock) > 0,
  );

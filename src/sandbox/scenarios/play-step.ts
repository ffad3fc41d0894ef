// Plays what a step does: people, carrier, warehouse, clock and network act through the sandbox as anybody would.
// Messages that the sandbox itself would not send, or not in this order, are made up.

import { countBy } from '../../basics/groups.ts';
import { valueAt } from '../../basics/json.ts';
import { formatDuration } from '../../basics/units.ts';
import { sampleFinancials, sampleRma, sampleUnit } from '../../contract/sample-rma.ts';
import { pathSteps } from '../../contract/set-path.ts';
import { formatInstant } from '../../contract/time.ts';
import type { CustomerAuth, Delivery } from '../deliveries/types.ts';
import type { FaultRule } from '../documents.ts';
import type { Rma } from '../life-cycle/types.ts';
import type { Acted, StepCommand } from '../returns/returns.ts';
import type { OfferedVariant, ReturnRequest } from '../returns/wanted-lines.ts';
import { deliveriesEvidence } from './evidence.ts';
import { type Deed, rmaPart, type StepKind } from './format.ts';
import { givenOrder, snapshotsOf } from './given-orders.ts';
import type { Units } from './refund-range.ts';
import type { Play } from './state.ts';

/** Why a step could not be done; undefined when it was. The retailer's side is not asked here. */
export type Obstacle = string | undefined;

export async function playDeed(play: Play, deed: Exclude<Deed, StepKind<'restart'>>): Promise<Obstacle> {
  const { stage } = play;
  const { returns, deliveries, timeline } = stage;
  switch (deed.do) {
    case 'post-order': {
      const done = play.posted.get(deed.order) ?? 0;
      play.posted.set(deed.order, done + 1);
      // In place of the retailer.
      return void stage.sandbox.engine.give(
        snapshotsOf(play.scenario, deed.order, play.circumstances)[done]!,
      );
    }
    case 'return':
      return startReturn(play, deed);
    case 'carrier':
    case 'warehouse':
    case 'cancel': {
      const { do: kind, rma, ...step } = deed;
      return obstacleOf(returns.act({ kind, rma: idOf(play, rma), ...step } as StepCommand));
    }
    case 'advance':
      return advance(play, deed.by);
    case 'outage':
      return void deliveries.outage(timeline.clock.now() + deed.for);
    case 'delivery':
      return void deliveries.setOptions({
        ...(deed.duplicates !== undefined && { duplicates: deed.duplicates / 100 }),
        ...(deed.delay !== undefined && { delayMs: deed.delay }),
      });
    case 'credentials':
      return signInWith(play, deed.use);
    case 'redeliver':
      return again(
        play,
        play.deliveriesOf(idOf(play, deed.rma))[deed.message - 1],
        `message ${deed.message}`,
      );
    case 'exchange-order-again':
      return exchangeAgain(play, deed);
    case 'service':
      return void stage.serve(faultOf(play, deed));
    case 'while-posting':
      return whilePosting(play, play.orderOf(deed.order));
    case 'message':
      return sendMadeUp(play, deed);
    case 'variants':
      // What was answered is a matter of the expectation.
      return void (await offerOf(play, deed.order, deed.line));
  }
}

/** Real time that the retailer has for everything that is sent during one advance, in waits. */
const WAITS_OF_ADVANCE = 6;

/** A retailer that never answers would hold up the clock at each of the attempts of 32 hours. */
async function advance({ stage, wall, options, signal }: Play, ms: number): Promise<Obstacle> {
  const { timeline, deliveries } = stage;
  const most = options.waitMs * WAITS_OF_ADVANCE;
  const over = new AbortController();
  const interrupt = () => over.abort();
  signal.addEventListener('abort', interrupt, { once: true });
  const done = timeline.advanceTo(timeline.clock.now() + ms).then(() => true);
  const isDone = await Promise.race([done, wall.sleep(most, over.signal).then(() => false)]);
  signal.removeEventListener('abort', interrupt);
  over.abort();
  if (isDone) return undefined;
  const open = deliveries
    .list({ limit: 100 })
    .filter(({ state }) => state === 'waiting' || state === 'sending');
  // The attempts under way end, and with them the advance.
  deliveries.clear();
  await done;
  return `the messages of this time took your endpoint more than ${formatDuration(most)}: ${deliveriesEvidence(open)}`;
}

function faultOf(play: Play, { delay, order, fails }: StepKind<'service'>): FaultRule {
  return {
    on: 'orders',
    do: {
      ...(delay !== undefined && { delay }),
      ...(fails === 'drop' ? { drop: 'before' } : fails && { status: Number(fails) }),
    },
    ...(order !== undefined && { match: play.orderOf(order) }),
    ...(fails && { first: 1 }),
  };
}

const idOf = (play: Play, name: string): string => play.rmaOf(name).identifier;

const obstacleOf = (acted: Acted): Obstacle =>
  acted.refused && `the sandbox refused it: ${acted.refused.message} (${acted.refused.code})`;

async function startReturn(play: Play, deed: StepKind<'return'>): Promise<Obstacle> {
  const { returns } = play.stage;
  const order = play.orderOf(deed.order);
  const lines: NonNullable<ReturnRequest['lines']>[number][] = [];
  const returnable = (returns.returnable(order) ?? []).filter((one) => one.returnable > 0);
  const wanted: NonNullable<typeof deed.lines> =
    deed.lines ?? returnable.map((one) => ({ line: one.line, units: one.returnable }));
  for (const { gift_card: giftCard = deed.gift_card, exchange: wish = deed.exchange, ...one } of wanted) {
    const sku = wish === undefined ? undefined : await pickVariant(play, deed.order, one.line, wish);
    if (typeof sku === 'object') return sku.obstacle;
    lines.push({ ...one, ...(sku !== undefined && { exchange: sku }), ...(giftCard && { giftCard }) });
  }
  const acted = await returns.start({
    order,
    // Without any line the sandbox says why nothing can be returned.
    ...(lines.length > 0 && { lines }),
    ...(deed.method && { method: deed.method }),
    ...(deed.reason !== undefined && { reason: deed.reason }),
    ...(deed.giftee && { giftee: `giftee-${play.scenario.name}@shop.example` }),
  });
  if (acted.refused) {
    const { code, message } = acted.refused;
    if (deed.refused === undefined) return obstacleOf(acted);
    if (code.startsWith(deed.refused)) return undefined;
    return `the sandbox refused it for another reason: ${message} (${code})`;
  }
  const { identifier } = acted.rma;
  if (deed.refused !== undefined)
    return `the sandbox made ${identifier}, although the portal should not offer this return`;
  play.rmas.set(deed.rma ?? '', { identifier, order, refundable: refundableOf(acted.rma), isMadeUp: false });
  return undefined;
}

/** Units that a refund settles; exchanged units and gift cards are settled otherwise. */
const refundableOf = ({ units }: Rma): Units => {
  const refunded = units.filter(({ refundType }) => refundType === 'REFUND');
  return Object.fromEntries(countBy(refunded, ({ line }) => line));
};

function signInWith(play: Play, use: 'wrong' | 'right'): undefined {
  const { customer } = play.options;
  play.stage.deliveries.customer =
    use === 'right' ? customer : { ...customer, auth: () => wrongOf(customer.auth()) };
}

/** Credentials of the same kind that cannot be right. */
function wrongOf(auth: CustomerAuth): CustomerAuth {
  const wrong = 'wrong-credentials-of-a-scenario';
  if (auth.kind === 'basic') return { ...auth, password: wrong };
  if (auth.kind === 'header') return { ...auth, value: wrong };
  return { kind: 'header', name: 'Authorization', value: `Bearer ${wrong}` };
}

function again(play: Play, delivery: Delivery | undefined, what: string): Obstacle {
  if (!delivery) return `there is no ${what} of this RMA yet`;
  const refused = play.stage.returns.resendRefusal(delivery);
  if (refused) return obstacleOf({ refused });
  play.checked.delete(delivery.id);
  play.stage.deliveries.redeliver(delivery.id);
  return undefined;
}

/** The same message, or what says the same in other words. */
function exchangeAgain(play: Play, { rma, rewritten }: StepKind<'exchange-order-again'>): Obstacle {
  const first = play.deliveriesOf(idOf(play, rma), 'exchange_order')[0];
  if (!first || !rewritten) return again(play, first, 'exchange order');
  const entries = Object.entries(JSON.parse(first.message.body ?? '{}') as object).reverse();
  const body = { ...Object.fromEntries(entries), updated_at: formatInstant(play.stage.timeline.clock.now()) };
  play.stage.deliveries.send({ ...first.message, body: JSON.stringify(body, null, 2) });
  return undefined;
}

/** Real time in which a side that posts at once has begun to, ms. */
const POSTING_MS = 2000;

async function whilePosting(play: Play, order: string): Promise<undefined> {
  await play.waitFor(Math.min(POSTING_MS, play.options.waitMs), () =>
    play.stage.sandbox
      .requests(play.firstRequest)
      .find((one) => one.ms === null && one.orders.includes(order)),
  );
}

function sendMadeUp(play: Play, deed: StepKind<'message'>): undefined {
  const known = play.rmas.get(deed.rma);
  const identifier = known?.identifier ?? `RMA-${play.run}-${play.scenario.name}-${deed.rma}`;
  for (const [id, refundable] of Object.entries(known ? {} : { [deed.order]: deed.lines, ...deed.others }))
    play.rmas.set(id === deed.order ? deed.rma : rmaPart(deed.rma, id), {
      ...{ identifier, order: play.orderOf(id), refundable, isMadeUp: true },
    });
  play.stage.deliveries.send({
    kind: 'rma',
    key: identifier,
    rma: identifier,
    method: 'POST',
    path: play.options.customer.paths.rmas,
    body: JSON.stringify(madeUpBody(play, deed, identifier)),
  });
}

type Problem = { readonly obstacle: string };

/** A live request. */
async function offerOf(
  play: Play,
  order: string,
  line: string,
): Promise<{ readonly variants: readonly OfferedVariant[] } | Problem> {
  const offered = await play.stage.returns.variants(play.orderOf(order), line);
  return offered.refused
    ? { obstacle: `no variants for line ${line}: ${offered.refused.message} (${offered.refused.code})` }
    : offered;
}

/** The SKU that `even`, `uneven` or a SKU means. */
async function pickVariant(play: Play, order: string, line: string, wish: string): Promise<string | Problem> {
  if (wish !== 'even' && wish !== 'uneven') return wish;
  const given = play.givenLine(order, line);
  const offer = await offerOf(play, order, line);
  if ('obstacle' in offer) return offer;
  const found = offer.variants.find(
    ({ sku, unit_price_amount_cents: cents, quantity_in_stock: stock }) =>
      sku !== given?.sku && stock > 0 && (cents === given?.price_cents) === (wish === 'even'),
  );
  return (
    found?.sku ?? {
      obstacle: `among the ${offer.variants.length} variants offered for line ${line} none in stock has ${wish === 'even' ? 'the same' : 'another'} price and another SKU`,
    }
  );
}

function madeUpBody(
  { scenario, circumstances, stage }: Play,
  deed: StepKind<'message'>,
  identifier: string,
): Record<string, unknown> {
  const createdAt = Math.floor(stage.timeline.clock.now() / 1000) * 1000;
  const itemsOf = ([id, units]: readonly [order: string, units: Readonly<Record<string, number>>]) => {
    const given = scenario.orders.find((one) => one.id === id);
    const order = given && givenOrder(scenario.name, given, circumstances);
    return (order?.items ?? []).flatMap(({ identifier: line, sku, unit_price_amount_cents: price }) => {
      const { tax_cents: tax = 0, discount_cents: discount = 0 } =
        given?.lines.find((one) => one.line === line) ?? {};
      const cents = price + tax - discount;
      const item = () =>
        sampleUnit({
          order_line_item_identifier: line,
          order_identifier: order?.identifier,
          sku,
          tracking_number: deed.package === undefined ? null : `1ZMADEUP${line}`,
          package_tracking_status: deed.package ?? null,
          refund_financials: sampleFinancials({
            estimated_refund_amount_cents: cents,
            shopper_refund_amount_cents: cents,
          }),
        });
      return Array.from({ length: units[line] ?? 0 }, item);
    });
  };
  const body = sampleRma({
    rma_identifier: identifier,
    status: deed.status ?? 'CREATED',
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(createdAt + (deed.updated ?? 0)),
    items: Object.entries({ [deed.order]: deed.lines, ...deed.others }).flatMap(itemsOf),
    return_method: deed.method ?? 'mail-back',
  });
  // A path through something that is not there changes nothing.
  for (const [path, value] of Object.entries(deed.set ?? {})) {
    const steps = pathSteps(path) ?? [];
    const place = valueAt(body, steps.slice(0, -1));
    if (typeof place === 'object' && place !== null) Object.assign(place, { [steps.at(-1)!]: value });
  }
  return body;
}

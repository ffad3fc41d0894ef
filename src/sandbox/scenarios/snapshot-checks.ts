// Checks about the snapshots that the retailer posts: that the service takes them (which it refused, how often, and
// what it said), and that they keep what they had; and about the tokens that it fetches for them.
import { leaves } from '../../basics/json.ts';
import { plural } from '../../basics/units.ts';
import type { Order } from '../../contract/order.ts';
import { AHEAD_MS } from '../../contract/order-rules/values.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import { NO_BEARER } from '../intake/receive-message.ts';
import type { RequestRecord } from '../intake/records.ts';
import { timeText } from './evidence.ts';
import { titleOf } from './questions.ts';
import { asking, type Found, type Why } from './result.ts';
import type { Stage } from './stage.ts';
import { type Play, refundText } from './state.ts';

/** What a snapshot of the retailer has wrong: the word of its question, or that a refund is gone. */
type Fault = 'currency' | 'times' | 'ahead' | 'kept' | 'unchanged' | 'newer' | 'gone';

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): Found[] {
  const given = play.scenario.orders.map(({ id }) => id);
  // After a restart, a side that forgot everything refunds what it refunded for other scenarios, too.
  const isRestarted = play.scenario.steps.some((step) => 'do' in step && step.do === 'restart');
  const posted = play.stage.sandbox.requests(play.firstRequest).flatMap((one) => one.orders);
  const orders = isRestarted ? posted : given.map((id) => play.orderOf(id));
  const refused = refusedPosts(play, new Set(orders))
    // A token that is renewed is tried again, perhaps just now.
    .filter(({ status, why }) => status !== 401 && (!isRestarted || why.kind === 'refund-once'));
  const [first] = refused;
  const { no } = asking('snapshots-accepted', 'the service accepts the snapshots of the retailer');
  const restart = isRestarted ? ({ id: 'refunds.restart' } as const) : {};
  const seen = new Map<Fault, string>();
  const say = (fault: Fault, text: string) =>
    seen.set(fault, [seen.get(fault) ?? [], text].flat().join('; '));
  for (const id of given) lookAtOrder(play, id, say);
  return [
    ...(first ? [no(refused.map(({ text }) => text).join('; '), { ...first.why, ...restart })] : []),
    ...[...seen].map(([fault, evidence]) => {
      const gone = asking('refund-kept', 'the last snapshot has every refund that was accepted');
      if (fault === 'gone')
        return gone.no(evidence, { symptom: 'gone', id: play.aboutOr('refunds.restart', 'refunds.kept') });
      const id = `refunds.${fault}` as const;
      const kind = fault === 'kept' ? 'refund-kept' : (`snapshots-${fault}` as const);
      return asking(kind, titleOf(id)).no(evidence, { symptom: 'snapshot', id });
    }),
  ];
}

const POSTED = 'it was posted at';
/** What is more than shortly ahead, ms: further than tomorrow, in any zone. */
const FAR_MS = 48 * 3_600_000;

type Posted = ReturnType<Stage['versions']>[number];

/** A side whose clock has whole seconds may change an order twice in one. */
function isStale(one: Posted, before: Posted): boolean {
  const [is, was] = [Date.parse(one.updated_at), Date.parse(before.updated_at)];
  const isSameSecond =
    is === was && is % 1000 === 0 && before.arrived > 0 && one.arrived < before.arrived + 1000;
  return is <= was && one.sha256 !== before.sha256 && !isSameSecond;
}

/** What a refund leaves alone; personal data is not told. */
const LEFT = ['total_amount_cents', 'shipping_amount_cents', 'shipping_tax_amount_cents'] as const;
const LEFT_OF_LINE = [
  'sku',
  'title',
  'variant_identifier',
  'quantity',
  'quantity_shipped',
  'quantity_canceled',
  'unit_price_amount_cents',
  'product_amount_cents',
  'tax_amount_cents',
  'discount_amount_cents',
] as const;

function changesOf(found: Order, given: Order): string[] {
  const of = (order: Order) =>
    new Map<string, unknown>([
      ...LEFT.map((key) => [key, order[key] ?? 0] as const),
      ['customer.identifier', order.customer.identifier],
      ['customer.email', order.customer.email],
      ['shipping_address.street1', order.shipping_address?.street1],
      ...order.items.flatMap(({ identifier: line, tags, ...item }) => [
        ...LEFT_OF_LINE.map((key) => [`${key} of line ${line}`, item[key]] as const),
        ...(tags ?? []).map((tag) => [`tag ${tag} of line ${line}`, 'there'] as const),
      ]),
    ]);
  const now = of(found);
  return [...of(given)]
    .filter(([key, was]) => now.get(key) !== was)
    .map(([key, was]) =>
      /^(?:customer|shipping_address)\./.test(key)
        ? `${key} is another one`
        : `${key} is ${now.get(key) ?? 'gone'}, and was ${was}`,
    );
}

/** What is wrong with the snapshots of an order, beside the given one. */
function lookAtOrder(play: Play, id: string, say: (fault: Fault, text: string) => void): void {
  const order = play.orderOf(id);
  const { stage } = play;
  // Refunds that were seen, and are gone: perhaps under another identifier.
  const now = play.allRefunds(order);
  const left = now.map(refundText).join('; ') || 'none';
  for (const seen of play.seenRefunds(order))
    if (!now.some(({ identifier }) => identifier === seen))
      say('gone', `refund ${seen} was accepted, and the last snapshot of ${order} has ${left}`);
  // Those that are not newer than the one before: the service may take them for old, and ignore them.
  const versions = stage.versions(order);
  for (const [i, one] of versions.entries()) {
    const { updated_at: updated, arrived } = one;
    const before = versions[i - 1];
    if (arrived > 0 && before && isStale(one, before))
      say('newer', `a snapshot of ${order} has updated_at ${updated}, as before the refund`);
    // A side may go by its own clock, or by the times of the messages.
    const posted = Math.max(arrived, Date.parse(one.time));
    if (arrived > 0 && Date.parse(updated) > posted + AHEAD_MS)
      say('newer', `a snapshot of ${order} has updated_at ${updated}: ${POSTED} ${formatInstant(arrived)}`);
  }
  const found = play.cameOf(order) > 0 ? stage.order(order) : undefined;
  const given = play.givenNow(id);
  if (!found || !given) return;
  const changes = changesOf(found, play.givenAtLast(id));
  if (changes.length > 0) say('unchanged', `${order}: ${changes.slice(0, 3).join('; ')}`);
  // What a refund cannot have changed.
  if (found.currency !== given.currency)
    say('currency', `a snapshot of ${order} is in ${found.currency}, the order was in ${given.currency}`);
  for (const is of found.refunds ?? []) {
    const { arrived, refund: was = is } = stage.refundSeen(is.identifier);
    if (refundText(is) !== refundText(was) || is.rma_identifier !== was.rma_identifier)
      say(
        'kept',
        `${refundText(was)} was accepted, and is ${refundText(is)}: earlier refunds stay as they are`,
      );
    const { created_at: at } = is;
    if (!parseInstant(at)?.hasOffset) continue;
    const said = `created_at of refund ${is.identifier} is ${at}`;
    const first = Date.parse(was.created_at);
    if (first <= arrived) say('ahead', `${said}; ${POSTED} ${formatInstant(arrived)}`);
    if (first > Math.max(arrived, stage.timeline.clock.now()) + FAR_MS)
      say('ahead', `${said}; ${POSTED} ${formatInstant(arrived)}`);
    if (first !== Date.parse(at))
      say('kept', `${said} and was ${was.created_at}: earlier refunds stay as they are`);
  }
  const naked = leaves(found).filter(
    ([, value]) => typeof value === 'string' && parseInstant(value)?.hasOffset === false,
  );
  for (const [path, time] of naked.slice(0, 3))
    say('times', `${path} of ${order} is ${time}, without Z or an offset`);
  if (naked.length === 0 && Date.parse(found.created_at) !== Date.parse(given.created_at))
    say('times', `created_at of ${order} is ${found.created_at}, and was ${given.created_at}`);
}

/** A side of several processes may fetch a token for each. */
const MOST_TOKENS = 3;

/** One token is expected for 25 hours; undefined when nothing was posted. @param restarts of the side: each may bring a new one */
export function tokenCheck(requests: readonly RequestRecord[], restarts: number): Found | undefined {
  const count = (endpoint: string, status: number) =>
    requests.filter((one) => one.endpoint === endpoint && one.status === status).length;
  const tokens = count('token', 200);
  const snapshots = count('orders', 200);
  if (snapshots === 0) return undefined;
  const { yes, no } = asking('tokens', titleOf('refunds.token'));
  const evidence = `${plural(tokens, 'token')} for ${plural(snapshots, 'snapshot')}`;
  const isFew = tokens <= MOST_TOKENS + restarts + count('orders', 401) || tokens * 2 <= snapshots;
  return isFew ? yes('refunds.token', evidence) : no(evidence, { symptom: 'token', id: 'refunds.token' });
}

interface Refusal {
  readonly why: Why;
  readonly status: number;
  readonly text: string;
}

const UNIQUE =
  'Give each refund and each of its refund_line_items an identifier of its own over all your refunds, also those of other orders: the service has this one already';
/** Nothing but quantities of refunds that are too large. */
const TOO_MANY = /^(?:orders\[\d+\]\.refunds\[\d+\]\.\S*quantity exceeded(?:, )?)+(?:\d+ more)?$/;

/** What to change is what the service said. @param said status and text */
function whyOf(said: string): Why {
  const why = { kind: 'snapshots-accepted', symptom: 'refused', id: 'refunds.snapshot' } as const;
  // Perhaps it was refunded in an earlier run.
  if (said.endsWith('quantity exceeded')) return why;
  const [field] = /[\w.]+ not_unique/.exec(said.replace(/\[\d+\]/g, '')) ?? [];
  if (field !== undefined) return { ...why, hint: `${UNIQUE} (${field}).` };
  return { ...why, hint: `Mend what the service says to your snapshot: ${said}` };
}

const isWithoutToken = ({ stage }: Play, { sequence }: RequestRecord): boolean =>
  stage.refusal(sequence).includes(NO_BEARER);

/** The last post about the order was refused for what stands in it: the same again would be refused again. */
export function isRefused(play: Play, order: string): boolean {
  const last = play.stage.sandbox
    .requests(play.firstRequest)
    .findLast((one) => one.endpoint === 'orders' && (one.orders.length === 0 || one.orders.includes(order)));
  const status = last?.status ?? 0;
  // A token is renewed, and the limit passes.
  const isPassing = (status === 401 && !isWithoutToken(play, last!)) || status === 429;
  return status >= 400 && status < 500 && !isPassing;
}

/**
 * Of 401, those after the last post that was accepted: a client that renews its token goes on by itself, as after 429. A post
 * that names no order, because its envelope is wrong or its token has ended, may be about any.
 */
export function refusedPosts(play: Play, orders: ReadonlySet<string>): Refusal[] {
  const posts = play.stage.sandbox
    .requests(play.firstRequest)
    .filter(({ endpoint }) => endpoint === 'orders' || endpoint === 'token');
  const lastGood = posts.findLast(
    ({ endpoint, status }) => endpoint === 'orders' && status !== null && status < 300,
  );
  const refused = posts.filter((one) => {
    const { status, sequence } = one;
    if (status === null || status < 400 || status === 429) return false;
    // A failure that the scenario has let the service have.
    if (one.fault?.includes('status')) return false;
    if (status === 401 && sequence < (lastGood?.sequence ?? 0)) return false;
    return one.orders.some((order) => orders.has(order)) || isUnnamed(play, one);
  });
  // Those of any order come last; of several that got the same answer one is told.
  const sorted = refused.sort((a, b) => Number(isUnnamed(play, a)) - Number(isUnnamed(play, b)));
  const told = sorted.map((one) => refusalOf(play, one));
  return [...new Map(told.map((one) => [one.text, one])).values()];
}

const isUnnamed = ({ lastRequest }: Play, { orders, sequence }: RequestRecord): boolean =>
  orders.length === 0 && sequence <= lastRequest;

function refusalOf(play: Play, record: RequestRecord): Refusal {
  const { stage } = play;
  const { sequence, orders, time, method, path, endpoint } = record;
  const status = record.status!;
  const isOld = status === 401 && endpoint === 'orders' && !isWithoutToken(play, record);
  const renew = 'renew the token (POST /oauth/token), then send the snapshot again';
  const said = isOld ? renew : stage.refusal(sequence);
  const what =
    orders.length > 0
      ? `the service answered ${status} to a snapshot of ${orders.slice(0, 3).join(', ')} at ${timeText(time)}`
      : `your side got ${status} at ${method} ${path}`;
  const isRefunded = orders.some((order) => (stage.order(order)?.refunds?.length ?? 0) > 0);
  const why: Why =
    isRefunded && TOO_MANY.test(said)
      ? { kind: 'refund-once', symptom: 'twice', id: 'refunds.once' }
      : whyOf(said === '' ? `${status} at ${method} ${path}` : `${status}, ${said}`);
  return { why, status, text: said === '' ? what : `${what}: ${said}` };
}

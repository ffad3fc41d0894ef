// Checks about the snapshots that the retailer posts: that the service takes them, and that they keep what they had; and about the
// tokens that it fetches for them.
import { isObject } from '../../basics/json.ts';
import { plural } from '../../basics/units.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import type { RequestRecord } from '../records.ts';
import {
  aboutOr,
  allRefunds,
  cameOf,
  givenNow,
  orderOf,
  type Play,
  refundText,
  seenRefunds,
} from './play.ts';
import type { RetailerCheckId } from './questions.ts';
import { refusedPosts } from './refused-posts.ts';
import { asking, type Found, type Symptom } from './result.ts';

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): Found[] {
  const given = play.scenario.orders.map(({ id }) => id);
  const orders = given.map((id) => orderOf(play, id));
  // After a restart, a side that forgot everything refunds what it refunded for other scenarios, too.
  const isRestarted = play.scenario.steps.some((step) => 'do' in step && step.do === 'restart');
  const posted = play.stage.requests(play.firstRequest).flatMap((one) => one.orders);
  const refused = refusedPosts(play, new Set(isRestarted ? posted : orders))
    // One that is renewed is tried again, perhaps just now.
    .filter(({ status, why }) => status !== 401 && (!isRestarted || why.kind === 'refund-once'));
  const [first] = refused;
  const changed = given.map((id) => changesOf(play, id));
  const failed = (
    [kind, id]: readonly [Found['kind'], RetailerCheckId],
    what: string,
    evidence: readonly string[],
    symptom: Symptom = 'snapshot',
  ) => (evidence.length === 0 ? [] : [asking(kind, what).no(evidence.join('; '), { symptom, id })]);
  const { no } = asking('snapshots-accepted', 'the service accepts the snapshots of the retailer');
  const restart = isRestarted ? ({ id: 'refunds.restart' } as const) : {};
  return [
    ...(first ? [no(refused.map(({ text }) => text).join('; '), { ...first.why, ...restart })] : []),
    ...failed(
      ['snapshots-currency', 'refunds.currency'],
      'a snapshot with a refund keeps the currency of the order',
      changed.flatMap(({ currency }) => currency),
    ),
    ...failed(
      ['snapshots-times', 'refunds.times'],
      'the times of the snapshots have their offset',
      changed.flatMap(({ times }) => times),
    ),
    ...failed(
      ['snapshots-ahead', 'refunds.ahead'],
      'created_at of a refund is ahead of the time at which it is posted',
      changed.flatMap(({ behind }) => behind),
    ),
    ...failed(
      ['refund-kept', 'refunds.kept'],
      'a later snapshot keeps created_at of earlier refunds',
      changed.flatMap(({ moved }) => moved),
    ),
    ...failed(
      ['refund-kept', aboutOr(play, 'refunds.restart', 'refunds.kept')],
      'the last snapshot has every refund that was accepted',
      orders.flatMap((order) => lostRefunds(play, order)),
      'gone',
    ),
    ...failed(
      ['snapshots-newer', 'refunds.newer'],
      'the snapshots of the retailer have a newer updated_at',
      orders.flatMap((order) => stalePosts(play, order)),
    ),
  ];
}

/** Refunds that were seen, and are gone from the last snapshot of the retailer: perhaps under another identifier. */
function lostRefunds(play: Play, order: string): string[] {
  const now = allRefunds(play, order);
  const left = now.length === 0 ? 'none' : now.map(refundText).join('; ');
  return seenRefunds(play, order)
    .filter((seen) => !now.some(({ identifier }) => identifier === seen))
    .map((seen) => `refund ${seen} was accepted, and the last snapshot of ${order} has ${left}`);
}

/** What the last snapshot of the retailer says otherwise than the given order, and a refund cannot have changed. */
function changesOf(play: Play, id: string) {
  const order = orderOf(play, id);
  const found = cameOf(play, order) > 0 ? play.stage.order(order) : undefined;
  const given = givenNow(play, id);
  if (!found || !given) return { currency: [], times: [], behind: [], moved: [] };
  const fresh = (found.refunds ?? []).flatMap(({ identifier, created_at: at }: OrderRefund) => {
    const isGiven = given.refunds?.some((one) => one.identifier === identifier);
    if (isGiven || !parseInstant(at)?.hasOffset) return [];
    const { arrived = 0, createdAt = '' } = play.stage.refundSeen(order, identifier) ?? {};
    return [{ said: `created_at of refund ${identifier} is ${at}`, at: Date.parse(at), arrived, createdAt }];
  });
  const naked = timesIn(found);
  const isMoved = Date.parse(found.created_at) !== Date.parse(given.created_at) && naked.length === 0;
  return {
    currency:
      found.currency === given.currency
        ? []
        : [`a snapshot of ${order} is in ${found.currency}, the order was in ${given.currency}`],
    behind: fresh
      .filter(({ createdAt, arrived }) => Date.parse(createdAt) <= arrived)
      .map(({ said, arrived }) => `${said}; it was posted at ${formatInstant(arrived)}`),
    moved: fresh
      .filter(({ at, createdAt }) => Date.parse(createdAt) !== at)
      .map(({ said, createdAt }) => `${said} and was ${createdAt}: earlier refunds stay as they are`),
    times: [
      ...naked.slice(0, 3).map(([path, time]) => `${path} of ${order} is ${time}, without Z or an offset`),
      ...(isMoved ? [`created_at of ${order} is ${found.created_at}, and was ${given.created_at}`] : []),
    ],
  };
}

/** `refunds[0].created_at` with its text: the times of a snapshot that have no offset. */
function timesIn(value: unknown, path = ''): [path: string, time: string][] {
  if (typeof value === 'string') return parseInstant(value)?.hasOffset === false ? [[path, value]] : [];
  if (Array.isArray(value)) return value.flatMap((one, i) => timesIn(one, `${path}[${i}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => timesIn(one, path === '' ? key : `${path}.${key}`));
}

/** Snapshots of the retailer that are not newer than the given one: the service may take them for old, and ignore them. */
function stalePosts(play: Play, order: string): string[] {
  const versions = play.stage.versions(order);
  return versions.flatMap(({ updated_at: at, sha256, arrived }, i) => {
    const given = versions.slice(0, i).findLast((one) => one.arrived === 0);
    const isStale =
      arrived > 0 && given && sha256 !== given.sha256 && !(Date.parse(at) > Date.parse(given.updated_at));
    return isStale ? [`a snapshot of ${order} has updated_at ${at}, as before the refund`] : [];
  });
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
  const { yes, no } = asking('tokens', 'a token is kept for its 25 hours');
  const evidence = `${plural(tokens, 'token')} for ${plural(snapshots, 'snapshot')}`;
  const isFew = tokens <= MOST_TOKENS + restarts + count('orders', 401) || tokens * 2 <= snapshots;
  return isFew ? yes('refunds.token', evidence) : no(evidence, { symptom: 'token', id: 'refunds.token' });
}

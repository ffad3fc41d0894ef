// Checks about the snapshots that the retailer posts: that the service takes them, and that they keep what they had.
import { isObject } from '../../basics/json.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import { orderOf } from './deeds.ts';
import { snapshotsOf } from './given-orders.ts';
import type { Play } from './play.ts';
import { allRefunds, cameOf, refundText } from './refund-checks.ts';
import { hintOf, type Refusal, refusedPosts } from './refused-posts.ts';
import type { ScenarioCheck } from './result.ts';

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): ScenarioCheck[] {
  const given = play.scenario.orders.map(({ id }) => id);
  const refused = refusedPosts(play, new Set(given.map((id) => orderOf(play, id)))).filter(
    // One that is renewed is tried again, perhaps just now.
    ({ status }) => status !== 401,
  );
  // After a restart, a side that forgot everything refunds what it refunded for other scenarios, too.
  const isRestarted = play.scenario.steps.some((step) => 'do' in step && step.do === 'restart');
  const posted = play.stage.requests(play.firstRequest).flatMap(({ orders }) => orders);
  const again = isRestarted ? refusedPosts(play, new Set(posted)) : refused;
  const texts = (found: readonly Refusal[], wanted: Refusal['kind']) =>
    found.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  const changed = given.map((id) => changesOf(play, id));
  const stale = given.flatMap((id) => stalePosts(play, id));
  const failed = (kind: ScenarioCheck['kind'], what: string, evidence: readonly string[]): ScenarioCheck[] =>
    evidence.length === 0 ? [] : [{ kind, what, passed: false, evidence: evidence.join('; ') }];
  return [
    ...failed(
      'snapshots-accepted',
      'the service accepts the snapshots of the retailer',
      texts(refused, 'snapshots-accepted'),
    ).map((check) => ({ ...check, ...hintOf(refused) })),
    ...failed(
      'snapshots-currency',
      'a snapshot with a refund keeps the currency of the order',
      changed.flatMap(({ currency }) => currency),
    ),
    ...failed(
      'snapshots-times',
      'the times of the snapshots have their offset',
      changed.flatMap(({ times }) => times),
    ),
    ...failed(
      'snapshots-ahead',
      'created_at of a refund is ahead of the time at which it is posted',
      changed.flatMap(({ behind }) => behind),
    ),
    ...failed('refund-once', 'no unit is refunded again', texts(again, 'refund-once')),
    ...failed('refund-kept', 'the last snapshot has every refund that was accepted', lostRefunds(play)),
    ...failed('snapshots-newer', 'the snapshots of the retailer have a newer updated_at', stale),
  ];
}

/** Refunds that were seen, and are gone from the last snapshot of the retailer: perhaps under another identifier. */
const lostRefunds = (play: Play): string[] =>
  [...play.refunds].flatMap((key) => {
    const [order, identifier] = JSON.parse(key) as [string, string];
    const now = allRefunds(play, order);
    if (now.some((refund) => refund.identifier === identifier)) return [];
    const left = now.length === 0 ? 'none' : now.map(refundText).join('; ');
    return [`refund ${identifier} was accepted, and the last snapshot of ${order} has ${left}`];
  });

/** What the last snapshot of the retailer says otherwise than the given order, and a refund cannot have changed. */
function changesOf(play: Play, id: string) {
  const order = orderOf(play, id);
  const found = cameOf(play, order) > 0 ? play.stage.order(order) : undefined;
  const count = play.posted.get(id) ?? 0;
  const given = snapshotsOf(play.scenario, id, play.circumstances).at(count - 1);
  if (!found || !given) return { currency: [], times: [], behind: [] };
  // Of several snapshots it is not known which one brought a refund: none came before the first.
  const first = play.stage.versions(order).slice(count)[0]?.arrived ?? 0;
  const earlier = new Set(given.refunds?.map(({ identifier }) => identifier));
  const behind = (found.refunds ?? []).filter(
    ({ identifier, created_at: at }) =>
      !earlier.has(identifier) && parseInstant(at)?.hasOffset && Date.parse(at) <= first,
  );
  const naked = timesIn(found);
  const isMoved = Date.parse(found.created_at) !== Date.parse(given.created_at);
  return {
    currency:
      found.currency === given.currency
        ? []
        : [`a snapshot of ${order} is in ${found.currency}, the order was in ${given.currency}`],
    behind: behind.map(
      ({ identifier, created_at: at }) =>
        `created_at of refund ${identifier} is ${at}; it was posted at ${formatInstant(first)}`,
    ),
    times: [
      ...naked.slice(0, 3).map(([path, time]) => `${path} of ${order} is ${time}, without Z or an offset`),
      ...(isMoved && naked.length === 0
        ? [`created_at of ${order} is ${found.created_at}, and was ${given.created_at}`]
        : []),
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
function stalePosts(play: Play, id: string): string[] {
  const order = orderOf(play, id);
  const count = play.posted.get(id) ?? 0;
  const versions = play.stage.versions(order);
  const given = versions[count - 1];
  if (!given) return [];
  return versions
    .slice(count)
    .filter(({ updated_at: at, sha256 }) => sha256 !== given.sha256 && !isAfter(at, given.updated_at))
    .map(({ updated_at: at }) => `a snapshot of ${order} has updated_at ${at}, as before the refund`);
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

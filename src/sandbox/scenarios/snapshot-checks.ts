// Checks about the snapshots that the retailer posts: that the service takes them, and that they keep what they had.
import { isObject } from '../../basics/json.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import { orderOf } from './deeds.ts';
import type { Found } from './found.ts';
import { snapshotsOf } from './given-orders.ts';
import type { Play } from './play.ts';
import { cameOf } from './refund-checks.ts';
import { allRefunds, keptId, refundText } from './refunds.ts';
import { refusedPosts } from './refused-posts.ts';
import type { Symptom } from './result.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): Found[] {
  const given = play.scenario.orders.map(({ id }) => id);
  const own = new Set(given.map((id) => orderOf(play, id)));
  // After a restart, a side that forgot everything refunds what it refunded for other scenarios, too.
  const isRestarted = play.scenario.steps.some((step) => 'do' in step && step.do === 'restart');
  const posted = play.stage.requests(play.firstRequest).flatMap(({ orders }) => orders);
  const refused = refusedPosts(play, isRestarted ? new Set(posted) : own)
    // One that is renewed is tried again, perhaps just now.
    .filter(({ status, why }) => status !== 401 && (!isRestarted || why.kind === 'refund-once'));
  const [first] = refused;
  const changed = given.map((id) => changesOf(play, id));
  const of = (key: keyof (typeof changed)[number]) => changed.flatMap((one) => one[key]);
  const failed: readonly (readonly [
    kind: Found['kind'],
    id: RetailerCheckId,
    what: string,
    evidence: readonly string[],
    symptom?: Symptom,
  ])[] = [
    [
      'snapshots-currency',
      'refunds.currency',
      'a snapshot with a refund keeps the currency of the order',
      of('currency'),
    ],
    ['snapshots-times', 'refunds.times', 'the times of the snapshots have their offset', of('times')],
    [
      'snapshots-ahead',
      'refunds.ahead',
      'created_at of a refund is ahead of the time at which it is posted',
      of('behind'),
    ],
    ['refund-kept', 'refunds.kept', 'a later snapshot keeps created_at of earlier refunds', of('moved')],
    [
      'refund-kept',
      keptId(play),
      'the last snapshot has every refund that was accepted',
      lostRefunds(play),
      'gone',
    ],
    [
      'snapshots-newer',
      'refunds.newer',
      'the snapshots of the retailer have a newer updated_at',
      given.flatMap((id) => stalePosts(play, id)),
    ],
  ];
  const refusal = first && {
    what: 'the service accepts the snapshots of the retailer',
    passed: false,
    evidence: refused.map(({ text }) => text).join('; '),
    ...first.why,
    ...(isRestarted && { id: 'refunds.restart' as const }),
  };
  return [
    ...(refusal ? [refusal] : []),
    ...failed.flatMap(([kind, id, what, evidence, symptom = 'snapshot']): Found[] =>
      evidence.length === 0
        ? []
        : [{ kind, what, passed: false, evidence: evidence.join('; '), symptom, id }],
    ),
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
  if (!found || !given) return { currency: [], times: [], behind: [], moved: [] };
  const earlier = new Set(given.refunds?.map(({ identifier }) => identifier));
  const fresh = (found.refunds ?? []).filter(
    ({ identifier, created_at: at }) => !earlier.has(identifier) && parseInstant(at)?.hasOffset,
  );
  const seenOf = ({ identifier }: OrderRefund) => play.stage.refundSeen(order, identifier);
  const behind = fresh.filter((one) => {
    const { createdAt = one.created_at, arrived = 0 } = seenOf(one) ?? {};
    return Date.parse(createdAt) <= arrived;
  });
  const moved = fresh.filter(
    (one) => Date.parse(seenOf(one)?.createdAt ?? '') !== Date.parse(one.created_at),
  );
  const naked = timesIn(found);
  const isMoved = Date.parse(found.created_at) !== Date.parse(given.created_at);
  return {
    currency:
      found.currency === given.currency
        ? []
        : [`a snapshot of ${order} is in ${found.currency}, the order was in ${given.currency}`],
    behind: behind.map(
      (one) =>
        `created_at of refund ${one.identifier} is ${one.created_at}; it was posted at ${formatInstant(seenOf(one)?.arrived ?? 0)}`,
    ),
    moved: moved.map(
      (one) =>
        `created_at of refund ${one.identifier} is ${one.created_at} and was ${seenOf(one)?.createdAt}: earlier refunds stay as they are`,
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
  const versions = play.stage.versions(order);
  return versions.flatMap(({ updated_at: at, sha256, arrived }, i) => {
    const given = versions.slice(0, i).findLast((one) => one.arrived === 0);
    const isStale = arrived > 0 && given && sha256 !== given.sha256 && !isAfter(at, given.updated_at);
    return isStale ? [`a snapshot of ${order} has updated_at ${at}, as before the refund`] : [];
  });
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

// Checks about the snapshots that the retailer posts: that the service takes them, and that they keep what they had; and about the
// tokens that it fetches for them.
import { leaves } from '../../basics/json.ts';
import { plural } from '../../basics/units.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import type { RequestRecord } from '../intake/records.ts';
import { type Play, refundText } from './play.ts';
import { refusedPosts } from './refused-posts.ts';
import { asking, type Found } from './result.ts';

/** What a snapshot of the retailer may have wrong. */
const FAULTS = {
  currency: [
    'snapshots-currency',
    'refunds.currency',
    'a snapshot with a refund keeps the currency of the order',
  ],
  times: ['snapshots-times', 'refunds.times', 'the times of the snapshots have their offset'],
  behind: [
    'snapshots-ahead',
    'refunds.ahead',
    'created_at of a refund is ahead of the time at which it is posted',
  ],
  moved: ['refund-kept', 'refunds.kept', 'a later snapshot keeps created_at of earlier refunds'],
  lost: ['refund-kept', 'refunds.kept', 'the last snapshot has every refund that was accepted'],
  stale: ['snapshots-newer', 'refunds.newer', 'the snapshots of the retailer have a newer updated_at'],
} as const;
type Fault = keyof typeof FAULTS;

/** The service refuses a snapshot that breaks a rule, so a refund in it is lost. */
export function checkSnapshots(play: Play): Found[] {
  const given = play.scenario.orders.map(({ id }) => id);
  // After a restart, a side that forgot everything refunds what it refunded for other scenarios, too.
  const isRestarted = play.scenario.steps.some((step) => 'do' in step && step.do === 'restart');
  const posted = play.stage.requests(play.firstRequest).flatMap((one) => one.orders);
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
      const [kind, id, what] = FAULTS[fault];
      if (fault !== 'lost') return asking(kind, what).no(evidence, { symptom: 'snapshot', id });
      return asking(kind, what).no(evidence, { symptom: 'gone', id: play.aboutOr('refunds.restart', id) });
    }),
  ];
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
      say('lost', `refund ${seen} was accepted, and the last snapshot of ${order} has ${left}`);
  // Those that are not newer than the given one: the service may take them for old, and ignore them.
  const versions = stage.versions(order);
  let before: (typeof versions)[number] | undefined;
  for (const one of versions) {
    if (one.arrived === 0) before = one;
    else if (
      before &&
      Date.parse(one.updated_at) <= Date.parse(before.updated_at) &&
      one.sha256 !== before.sha256
    )
      say('stale', `a snapshot of ${order} has updated_at ${one.updated_at}, as before the refund`);
  }
  const found = play.cameOf(order) > 0 ? stage.order(order) : undefined;
  const given = play.givenNow(id);
  if (!found || !given) return;
  // What a refund cannot have changed.
  if (found.currency !== given.currency)
    say('currency', `a snapshot of ${order} is in ${found.currency}, the order was in ${given.currency}`);
  for (const { identifier, created_at: at } of found.refunds ?? []) {
    if (!parseInstant(at)?.hasOffset) continue;
    const { arrived, createdAt } = stage.refundSeen(identifier);
    const said = `created_at of refund ${identifier} is ${at}`;
    if (Date.parse(createdAt) <= arrived)
      say('behind', `${said}; it was posted at ${formatInstant(arrived)}`);
    if (Date.parse(createdAt) !== Date.parse(at))
      say('moved', `${said} and was ${createdAt}: earlier refunds stay as they are`);
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
  const { yes, no } = asking('tokens', 'a token is kept for its 25 hours');
  const evidence = `${plural(tokens, 'token')} for ${plural(snapshots, 'snapshot')}`;
  const isFew = tokens <= MOST_TOKENS + restarts + count('orders', 401) || tokens * 2 <= snapshots;
  return isFew ? yes('refunds.token', evidence) : no(evidence, { symptom: 'token', id: 'refunds.token' });
}

// What the retailer posted and the service refused while a scenario was played: which request, how often, and what the service said.
import { NO_BEARER } from '../intake/receive-message.ts';
import type { RequestRecord } from '../intake/records.ts';
import { timeText } from './evidence.ts';
import type { Play } from './play.ts';
import type { Why } from './result.ts';

export interface Refusal {
  readonly why: Why;
  readonly status: number;
  readonly text: string;
}

const UNIQUE =
  'Give each refund and each of its refund_line_items an identifier of its own over all your refunds, also those of other orders: the service has this one already';

/** What to change is what the service said. @param said status and text */
function whyOf(said: string): Why {
  const why = { kind: 'snapshots-accepted', symptom: 'refused', id: 'refunds.snapshot' } as const;
  // Perhaps it was refunded in an earlier run.
  if (said.endsWith('quantity exceeded')) return why;
  const [field] = /[\w.]+ not_unique/.exec(said.replace(/\[\d+\]/g, '')) ?? [];
  const hint =
    field === undefined ? `Mend what the service says to your snapshot: ${said}` : `${UNIQUE} (${field}).`;
  return { ...why, hint };
}

const isWithoutToken = ({ stage }: Play, { sequence }: RequestRecord): boolean =>
  stage.refusal(sequence).includes(NO_BEARER);

/** The last post about the order was refused for what stands in it: the same again would be refused again. */
export function isRefused(play: Play, order: string): boolean {
  const last = play.stage
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
  const posts = play.stage
    .requests(play.firstRequest)
    .filter(({ endpoint }) => endpoint === 'orders' || endpoint === 'token');
  const lastGood = posts.findLast(
    ({ endpoint, status }) => endpoint === 'orders' && status !== null && status < 300,
  );
  const refused = posts.filter(({ status, sequence }) => {
    if (status === null || status < 400 || status === 429) return false;
    return status !== 401 || sequence > (lastGood?.sequence ?? 0);
  });
  return [
    ...refused
      .filter((one) => one.orders.some((order) => orders.has(order)))
      .map((one) => namedRefusal(play, one)),
    ...unnamedRefusals(
      play,
      refused.filter((one) => one.orders.length === 0 && one.sequence <= play.lastRequest),
    ),
  ];
}

/** Nothing but quantities of refunds that are too large. */
const TOO_MANY = /^(?:orders\[\d+\]\.refunds\[\d+\]\.\S*quantity exceeded(?:, )?)+(?:\d+ more)?$/;

function namedRefusal({ stage }: Play, { sequence, status, orders, time }: RequestRecord): Refusal {
  const said = stage.refusal(sequence);
  const isRefunded = orders.some((order) => (stage.order(order)?.refunds?.length ?? 0) > 0);
  const why: Why =
    isRefunded && TOO_MANY.test(said)
      ? { kind: 'refund-once', symptom: 'twice', id: 'refunds.once' }
      : whyOf(said === '' ? `${status}` : `${status}, ${said}`);
  const text = `the service answered ${status} to a snapshot of ${orders.slice(0, 3).join(', ')} at ${timeText(time)}`;
  return { why, status: status!, text: said === '' ? text : `${text}: ${said}` };
}

/** Those that got the same answer are told once. */
function unnamedRefusals(play: Play, refused: readonly RequestRecord[]): Refusal[] {
  const counts = new Map<string, { status: number; what: string; said: string; count: number }>();
  for (const record of refused) {
    const { method, path, endpoint, status } = record;
    const isOld = status === 401 && endpoint === 'orders' && !isWithoutToken(play, record);
    const advice = isOld
      ? 'renew the token (POST /oauth/token), then send the snapshot again'
      : play.stage.refusal(record.sequence);
    const what = `${status} at ${method} ${path}`;
    const said = advice === '' ? '' : `: ${advice}`;
    const entry = counts.get(what + said) ?? { status: status!, what, said, count: 0 };
    entry.count++;
    counts.set(what + said, entry);
  }
  return [...counts.values()].map(({ status, what, said, count }) => {
    return { why: whyOf(what + said), status, text: `your side got ${what}, ${count}x${said}` };
  });
}

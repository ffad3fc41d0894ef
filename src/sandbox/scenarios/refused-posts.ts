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
  const refused = posts.filter((one) => {
    const { status, sequence } = one;
    if (status === null || status < 400 || status === 429) return false;
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

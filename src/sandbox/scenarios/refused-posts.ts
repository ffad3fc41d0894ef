// What the retailer posted and the service refused while a scenario was played: which request, how often, and what the service said.
import { NO_BEARER } from '../intake/receive-message.ts';
import type { RequestRecord } from '../intake/records.ts';
import { timeText } from './evidence.ts';
import type { Found } from './found.ts';
import type { Play } from './play.ts';

export interface Refusal {
  readonly why: Pick<Found, 'kind' | 'symptom' | 'id' | 'hint'>;
  readonly status: number;
  readonly text: string;
}

const UNIQUE =
  'Give each refund and each of its refund_line_items an identifier of its own over all your refunds, also those of other orders: the service has this one already';

/** What to change is what the service said, unless a unit is refunded again. @param said status and text */
function whyOf(said: string, isTwice = false): Refusal['why'] {
  if (isTwice) return { kind: 'refund-once', symptom: 'twice', id: 'refunds.once' };
  const [field] = /[\w.]+ not_unique/.exec(said.replace(/\[\d+\]/g, '')) ?? [];
  const hint =
    field === undefined ? `Mend what the service says to your snapshot: ${said}` : `${UNIQUE} (${field}).`;
  // Perhaps it was refunded in an earlier run.
  const isTooMuch = said.endsWith('quantity exceeded');
  return {
    kind: 'snapshots-accepted',
    symptom: 'refused',
    id: 'refunds.snapshot',
    ...(!isTooMuch && { hint }),
  };
}

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

const isWithoutToken = ({ stage }: Play, { sequence }: RequestRecord): boolean =>
  stage.refusal(sequence).includes(NO_BEARER);

/**
 * Of 401, those after the last post that was accepted: a client that renews its token goes on by itself, as after 429. A post
 * that names no order, because its envelope is wrong or its token has ended, may be about any.
 */
export function refusedPosts(play: Play, orders: ReadonlySet<string>): Refusal[] {
  const posts = play.stage
    .requests(play.firstRequest)
    .filter(({ endpoint }) => endpoint === 'orders' || endpoint === 'token');
  const isGood = ({ endpoint, status }: RequestRecord) =>
    endpoint === 'orders' && status !== null && status < 300;
  const lastGood = posts.findLast(isGood)?.sequence ?? 0;
  const refused = posts.filter(
    ({ status, sequence }) =>
      status !== null && status >= 400 && status !== 429 && (status !== 401 || sequence > lastGood),
  );
  const named = refused.filter((one) => one.orders.some((order) => orders.has(order)));
  const unnamed = refused.filter((one) => one.orders.length === 0 && one.sequence <= play.lastRequest);
  return [...named.map((one) => namedRefusal(play, one)), ...unnamedRefusals(play, unnamed)];
}

function namedRefusal(play: Play, { sequence, status, orders, time }: RequestRecord): Refusal {
  const said = play.stage.refusal(sequence);
  const isRefunded = orders.some((order) => (play.stage.order(order)?.refunds?.length ?? 0) > 0);
  return {
    why: whyOf(`${status}${said === '' ? '' : `, ${said}`}`, isRefunded && TOO_MANY.test(said)),
    status: status!,
    text: `the service answered ${status} to a snapshot of ${orders.slice(0, 3).join(', ')} at ${timeText(time)}${said === '' ? '' : `: ${said}`}`,
  };
}

/** Nothing but quantities of refunds that are too large. */
const TOO_MANY = /^(?:orders\[\d+\]\.refunds\[\d+\]\.\S*quantity exceeded(?:, )?)+(?:\d+ more)?$/;

function unnamedRefusals(play: Play, refused: readonly RequestRecord[]): Refusal[] {
  const counts = new Map<string, { readonly status: number; count: number }>();
  for (const record of refused) {
    const { method, path, endpoint, status } = record;
    const advice =
      status === 401 && endpoint === 'orders' && !isWithoutToken(play, record)
        ? 'renew the token (POST /oauth/token), then send the snapshot again'
        : play.stage.refusal(record.sequence);
    const text = JSON.stringify([`${status} at ${method} ${path}`, advice]);
    const entry = counts.get(text) ?? { status: status!, count: 0 };
    entry.count++;
    counts.set(text, entry);
  }
  return [...counts].map(([key, { status, count }]) => {
    const [what, advice] = JSON.parse(key) as [string, string];
    return {
      why: whyOf(`${what}${advice === '' ? '' : `: ${advice}`}`),
      status,
      text: `your side got ${what}, ${count}x${advice === '' ? '' : `: ${advice}`}`,
    };
  });
}

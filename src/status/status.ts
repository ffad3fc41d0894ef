// Looks at everything that is known on this machine and says what needs a person. Uses no network.
import { knownTarget } from '../account/known-target.ts';
import { tokenStateOf } from '../account/profiles.ts';
import type { Resolved, TargetFlags } from '../account/resolve.ts';
import { readSecret, readSettings } from '../account/settings.ts';
import { shellWord } from '../basics/text.ts';
import { indexRecord } from '../calls/record/index-record.ts';
import { formatInstant } from '../contract/time.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { recordedDays } from '../storage/calls.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath, openLedgerStore } from '../storage/ledger.ts';
import { decodeStoredText, targetNumber } from '../storage/names.ts';
import { BUILT_IN, type ProfileStore, profileStore } from '../storage/profiles.ts';
import { rmaIndexPath, SOURCES, withRmaIndex } from '../storage/rma-index.ts';
import { type Found, type GivenFlags, itemOf, STATUS_KINDS, withSameFlags } from './kinds.ts';
import { dueItem, planItems, unansweredItem } from './refunds-due.ts';
import { silenceNeeds, silentItem, stuckItem, unsettledItem } from './rma-items.ts';
import { type Look, rmasOfTarget, type TargetLedger } from './rmas.ts';
import { type CommandLine, outcomeOf, readRuns, runItems } from './run-items.ts';

interface StatusRequest {
  readonly flags: TargetFlags & GivenFlags;
  /** ms since the epoch. */
  readonly since: number;
  /** As given, for the commands that are named. */
  readonly sinceText: string;
  /** After which an RMA that does not go on is stuck, ms. */
  readonly stuck: number;
}

/** As `status/1` has it. */
export type Status = Awaited<ReturnType<typeof lookAtStatus>>;

/** Bytes of the calls record that are read for the index. */
type StatusProgress = (done: number) => void;

/** @throws Failure exit 2 (a profile that does not exist), exit 7 */
export async function lookAtStatus(
  platform: Platform,
  folders: Folders,
  request: StatusRequest,
  onProgress: StatusProgress = () => {},
) {
  const target = knownTarget(platform, folders, request.flags);
  const signIn = signInOf(platform, folders, request.flags);
  const hasLedger = platform.files.stat(ledgerPath(folders)) !== undefined;
  const store = hasLedger ? openLedgerStore(platform, folders) : undefined;
  try {
    const ledger = store && { store, no: target ? targetNumber(store, target.key).read() : 0 };
    const others = store && !target ? profileItem(platform, folders, store, request.since) : [];
    const now = platform.clock.now();
    const runs = runItems(ledger ? readRuns(platform, ledger.store, ledger.no) : [], request.since, now);
    const source = target?.environment === 'local' ? SOURCES.sandbox : SOURCES.service;
    const { since, sinceText, stuck } = request;
    const look = { crypto: platform.crypto, ledger, source, since, sinceText, now, stuck };
    const received = await receivedOf(platform, folders, look, onProgress);
    const found = [...others, ...runs.items, ...received.items, ...signIn.items];
    return {
      since: formatInstant(since),
      looked_at: formatInstant(now),
      profile: target?.profile ?? null,
      environment: target?.environment ?? null,
      /** The address of the orders, and the client id there. */
      target: target ? `${target.address} as ${target.clientId}` : null,
      has_ledger: hasLedger,
      has_calls: received.hasCalls,
      items: STATUS_KINDS.flatMap((kind) => found.filter((item) => item.kind === kind)).map(
        ({ kind, count, oldest, next, examples }) => ({
          kind,
          count,
          oldest: timeOf(oldest),
          next: withSameFlags(next, request.flags),
          examples,
        }),
      ),
      newest_order: runs.newest && {
        sent_at: formatInstant(runs.newest.at),
        age_seconds: Math.round((now - runs.newest.at) / 1000),
        run: runs.newest.run,
      },
      scheduled: scheduledLines(runs.lines),
      sign_in: { secret: signIn.secret, secret_from: signIn.from, token_ends_at: timeOf(signIn.tokenEndsAt) },
      /** Orders in the ledger, and RMAs and calls in the time that is looked at (calls: of the whole record). */
      counts: { orders: ledger ? countOrders(ledger) : 0, rmas: received.rmas, calls: received.calls },
    };
  } finally {
    store?.close();
  }
}

const ITEMS = [
  ...[dueItem, planItems, unansweredItem, unsettledItem, unknownOrderItem, stuckItem, silentItem],
  ...[refusedItem, asnItem, callItems],
];

/** What ledger and received messages say. Where no message was ever recorded, no index is made. */
async function receivedOf(
  platform: Platform,
  folders: Folders,
  about: Omit<Look, 'index' | 'rmas' | 'earlier' | 'orders'>,
  onProgress: StatusProgress,
) {
  const hasCalls = recordedDays(platform, folders).length > 0;
  const hasIndex = platform.files.stat(rmaIndexPath(folders)) !== undefined;
  const itemsOf = (look: Look) => ITEMS.flatMap((items) => items(look));
  if (!hasCalls && !hasIndex) {
    const nothing = { index: undefined, rmas: [], earlier: [], orders: new Map() };
    return { items: itemsOf({ ...about, ...nothing }), hasCalls, rmas: 0, calls: 0 };
  }
  return await withRmaIndex(platform, folders, async (index) => {
    await indexRecord(platform, folders, index, onProgress);
    const { since, stuck } = about;
    const first = Math.min(silenceNeeds(since), since - stuck);
    const { rmas: earlier, orders } = rmasOfTarget(index, { ...about, since: first });
    const rmas = earlier.filter(({ arrived }) => arrived >= since);
    const items = itemsOf({ ...about, index, rmas, earlier, orders });
    return { items, hasCalls, rmas: rmas.length, calls: countCalls(index) };
  });
}

const countCalls = (index: Database): number => Number(index.get('SELECT sum(calls) FROM days')?.[0] ?? 0);
const countOrders = ({ store, no }: TargetLedger): number =>
  Number(store.get('SELECT count(*) FROM orders WHERE target = ?', no)![0]);

const timeOf = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** Most scheduled command lines that are listed; each is a time series in Prometheus. */
const MOST_LINES = 50;

/** What the scheduled command lines did last. The usual interval is from start to start. */
const scheduledLines = (lines: readonly CommandLine[]) =>
  lines
    .filter(({ isScheduled }) => isScheduled)
    .slice(0, MOST_LINES)
    .map(({ words, runs, successes, usual }) => ({
      command: words,
      last_success_at: formatInstant(successes.at(-1)!.started),
      usual_interval_seconds: usual === null ? null : Math.round(usual / 1000),
      last_run: runs.at(-1)!.id,
      last_outcome: outcomeOf(runs.at(-1)!),
    }));

// What is known on this machine of the next sign-in: whether there is a secret, and when the token in the cache ends. When a secret
// ends, only the service knows.

/**
 * `secret`: `unknown` when it is in the keychain, or a command prints it: these may ask a person, and only a sign-in asks them.
 * `from`: where it comes from. `tokenEndsAt`: when the cached token ends, ms since the epoch; null when there is none.
 * Nothing is missing where nobody signed in: neither address nor client id. @throws Failure exit 2, exit 7
 */
function signInOf(platform: Platform, folders: Folders, flags: TargetFlags) {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, folders, flags);
  const { clientId, addresses, profile } = resolved;
  const isAsked = resolved.secret?.key !== undefined;
  const secret = isAsked ? 'unknown' : canRead(store, resolved) ? 'present' : 'missing';
  const next =
    profile.source === 'environment'
      ? 'returns whoami'
      : `returns login --profile ${shellWord(profile.value)}`;
  const isMissing = secret === 'missing' && (clientId !== undefined || addresses.orders !== undefined);
  return {
    secret,
    from: resolved.secret?.from ?? null,
    tokenEndsAt: tokenStateOf(store, resolved).endsAt ?? null,
    items: itemOf('secret_missing', isMissing ? [{ id: profile.value, at: null }] : [], () => next),
  } as const;
}

/** False for a file that is missing, empty or unreadable: whoever signs in is told which. */
function canRead(store: ProfileStore, resolved: Resolved): boolean {
  try {
    return resolved.secret !== undefined && readSecret(store, resolved) !== '';
  } catch {
    return false;
  }
}

// What is said where no profile is in use.

/** The profiles of the runs since then, when none is in use: a look that sees nothing must not say that nothing is to be done. */
function profileItem(platform: Platform, folders: Folders, store: Database, since: number) {
  const there = profileStore(platform, folders).read().named;
  const used = store
    .all(
      'SELECT profile, max(started_at) FROM runs WHERE started_at >= ? GROUP BY profile ORDER BY 2 DESC',
      since,
    )
    .map(([id, at]) => ({ id: String(id), at: Number(at) }));
  // One that was removed, and the settings of the environment, cannot be named.
  const named = used.find(({ id }) => id === BUILT_IN || there.has(id));
  return itemOf('no_profile', used, () =>
    named ? `returns status --profile ${shellWord(named.id)}` : 'returns profile list',
  );
}

// What the ledger and the calls record say directly: refused orders, RMAs of unknown orders, ASNs without an answer, open calls.

function refusedItem({ ledger, since }: Look) {
  if (!ledger) return [];
  const found = ledger.store
    .all(
      `SELECT x.identifier, x.refused_at, r.text FROM refusals x JOIN names r ON r.no = x.run
       WHERE x.target = ? AND x.refused_at >= ?`,
      ...[ledger.no, since],
    )
    .map(([id, at, run]) => ({ id, at, run })) as (Found & { readonly run: string })[];
  return itemOf('orders_refused', found, () => {
    const newest = found.reduce((a, b) => ((b.at ?? 0) >= (a.at ?? 0) ? b : a));
    return `returns runs show ${newest.run}`;
  });
}

/** Nothing is unknown where nothing was ever sent from here. */
function unknownOrderItem({ rmas, orders, ledger }: Look) {
  const hasOrders = ledger?.store.get('SELECT 1 FROM orders WHERE target = ? LIMIT 1', ledger.no);
  if (!hasOrders) return [];
  const found = rmas
    .filter((rma) => rma.orders.some((order) => !orders.has(order)))
    .map(({ rma, arrived }) => ({ id: rma, at: arrived }));
  return itemOf('rmas_unknown_order', found, ({ id }) => `returns calls list --rma ${shellWord(id)}`);
}

/** The run that sent it may be running: then the answer may still come. */
function asnItem({ ledger, since }: Look) {
  if (!ledger) return [];
  const found = ledger.store
    .all(
      `SELECT i.number, i.intended_at, r.command FROM asn_intents i LEFT JOIN runs r ON r.id = i.run
       WHERE i.target = ? AND i.intended_at >= ? AND r.state IS NOT 'running'`,
      ...[ledger.no, since],
    )
    .map(([number, at, command]) => ({ id: decodeStoredText(number as string), at, command })) as (Found & {
    readonly command: string | null;
  })[];
  return itemOf('asns_unanswered', found, ({ command }) => command ?? 'returns asns list');
}

function callItems({ index, since, sinceText, source }: Look) {
  if (!index) return [];
  const of = (sql: string) => index.all(sql, since, source).map(([id, at]) => ({ id, at })) as Found[];
  const noted = 'FROM noted_calls WHERE at >= ? AND source <= ?';
  const open = of(`SELECT id, at ${noted} AND is_open = 1 AND sender IS NULL`);
  const wrong = of(`SELECT id, at ${noted} AND is_error = 1 AND sender IS NULL`);
  // Once a sender, with its first call: a stranger may post thousands.
  const refused = of(
    `SELECT min(id), min(at) ${noted} AND is_open = 1 AND sender IS NOT NULL GROUP BY sender`,
  );
  const window = `--since ${shellWord(sinceText)}`;
  return [
    ...itemOf('calls_open', open, () => `returns calls replay --open ${window}`),
    ...itemOf('senders_refused', refused, ({ id }) => `returns calls show ${id}`),
    ...itemOf('calls_with_errors', wrong, () => `returns calls list --verdict error ${window}`),
  ];
}

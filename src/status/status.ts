// Looks at everything that is known on this machine and says what needs a person. Uses no network.
import { knownTarget } from '../account/known-target.ts';
import type { TargetFlags } from '../account/resolve.ts';
import { indexRecord } from '../calls/index-record.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { recordedDays } from '../storage/call-files.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath, openLedgerStore } from '../storage/ledger.ts';
import { targetNumber } from '../storage/names.ts';
import { rmaIndexPath, SOURCES, type Source, withRmaIndex } from '../storage/rma-index.ts';
import { type CommandLine, outcomeOf } from './command-lines.ts';
import { STATUS_KINDS, type StatusItem } from './kinds.ts';
import { asnItem, callItems, refusedItem, unknownOrderItem } from './ledger-items.ts';
import { keyToLookAt, withoutProfile } from './profiles.ts';
import { dueItem, planItems, unansweredItem } from './refund-items.ts';
import { rmasOfTarget, type TargetLedger } from './rmas.ts';
import { type RunFindings, readRuns, runItems } from './run-items.ts';
import { type GivenFlags, withSameFlags } from './same-flags.ts';
import { type SignIn, signInOf } from './sign-in.ts';
import { silenceNeeds, silentItem } from './silence.ts';
import { stuckItem } from './stuck.ts';
import { unsettledItem } from './unsettled.ts';

export interface StatusRequest {
  readonly flags: TargetFlags & GivenFlags;
  /** ms since the epoch. */
  readonly since: number;
  /** As given, for the commands that are named. */
  readonly sinceText: string;
  /** After which an RMA that does not go on is stuck, ms. */
  readonly stuck: number;
}

/** What a scheduled command line did last. */
export interface ScheduledLine {
  readonly command: string;
  /** ms since the epoch. */
  readonly lastSuccess: number;
  readonly lastRun: string;
  readonly lastOutcome: string;
  /** Usual time from start to start, ms. */
  readonly usual: number | null;
}

export interface Status {
  /** ms since the epoch. */
  readonly now: number;
  readonly since: number;
  readonly profile: string | null;
  readonly environment: string | null;
  /** The address of the orders, and the client id there. */
  readonly target: string | null;
  readonly items: readonly StatusItem[];
  /** What other profiles have, when none is in use: `local has 223 orders`; else ''. */
  readonly elsewhere: string;
  /** Whether a ledger, and a calls record, are there. */
  readonly hasLedger: boolean;
  readonly hasCalls: boolean;
  readonly newestOrder: RunFindings['newest'];
  readonly scheduled: readonly ScheduledLine[];
  readonly signIn: Pick<SignIn, 'secret' | 'from' | 'tokenEndsAt'>;
  /** Orders in the ledger, and RMAs and calls in the time that is looked at (calls: of the whole record). */
  readonly counts: { readonly orders: number; readonly rmas: number; readonly calls: number };
}

/** Bytes of the calls record that are read for the index, and how many there are to read. */
export type StatusProgress = (done: number, total: number) => void;

/** @throws Failure exit 2 (a profile that does not exist), exit 7 */
export async function lookAtStatus(
  platform: Platform,
  folders: Folders,
  request: StatusRequest,
  onProgress: StatusProgress = () => {},
): Promise<Status> {
  const target = knownTarget(platform, folders, request.flags);
  const signIn = await signInOf(platform, folders, request.flags);
  const hasLedger = platform.files.stat(ledgerPath(folders)) !== undefined;
  const store = hasLedger ? openLedgerStore(platform, folders) : undefined;
  try {
    const key = store && target && keyToLookAt(platform, folders, store, target);
    const ledger = store && { store, no: key === undefined ? 0 : targetNumber(store, key).read() };
    const others =
      store && !target ? withoutProfile(platform, folders, store, request.since) : { items: [], text: '' };
    const now = platform.clock.now();
    const runs = ledger ? runItems(readRuns(platform, ledger.store, ledger.no), request.since, now) : NO_RUNS;
    const source = target?.environment === 'local' ? SOURCES.sandbox : SOURCES.service;
    const received = await receivedOf(platform, folders, ledger, { ...request, source }, onProgress);
    const found = [
      ...others.items,
      ...runs.items,
      ...received.items,
      ...refusedItem(ledger, request.since),
      ...asnItem(ledger, request.since),
      ...unansweredItem(ledger, request.since),
      ...signIn.items,
    ];
    return {
      now,
      since: request.since,
      profile: target?.profile ?? null,
      environment: target?.environment ?? null,
      target: target ? `${target.address} as ${target.clientId}` : null,
      items: STATUS_KINDS.flatMap(({ kind }) => found.filter((item) => item.kind === kind)).map((item) => ({
        ...item,
        next: withSameFlags(item.next, request.flags),
      })),
      elsewhere: others.text,
      ...{ hasLedger, hasCalls: received.hasCalls },
      newestOrder: runs.newest,
      scheduled: scheduledLines(runs.lines),
      signIn: { secret: signIn.secret, from: signIn.from, tokenEndsAt: signIn.tokenEndsAt },
      counts: { orders: ledger ? countOrders(ledger) : 0, rmas: received.rmas, calls: received.calls },
    };
  } finally {
    store?.close();
  }
}

const NO_RUNS: RunFindings = { items: [], lines: [], newest: null };

interface Received {
  readonly items: readonly StatusItem[];
  readonly hasCalls: boolean;
  readonly rmas: number;
  readonly calls: number;
}

/** What follows from received messages of the sources up to `source`. Where none was ever recorded, no index is made. */
async function receivedOf(
  platform: Platform,
  folders: Folders,
  ledger: TargetLedger | undefined,
  { since, sinceText, stuck, source }: StatusRequest & { readonly source: Source },
  onProgress: StatusProgress,
): Promise<Received> {
  const hasCalls = recordedDays(platform, folders).length > 0;
  const hasIndex = platform.files.stat(rmaIndexPath(folders)) !== undefined;
  if (!hasCalls && !hasIndex)
    return { items: planItems(undefined, ledger, since), hasCalls, rmas: 0, calls: 0 };
  return await withRmaIndex(platform, folders, async (index) => {
    await indexRecord(platform, folders, index, onProgress);
    const now = platform.clock.now();
    const earlier = Math.min(silenceNeeds(since), since - stuck);
    const all = rmasOfTarget(platform.crypto, index, ledger, earlier, source);
    const rmas = { ...all, rmas: all.rmas.filter(({ arrived }) => arrived >= since) };
    const items = [
      ...dueItem(platform.crypto, rmas, ledger),
      ...planItems(index, ledger, since),
      ...unsettledItem(platform.crypto, index, rmas, ledger, { since, now, source }),
      ...unknownOrderItem(rmas, ledger),
      ...stuckItem(platform.crypto, all, ledger, { since, now, stuck }),
      ...silentItem(all, { since, now }),
      ...callItems(index, { since, sinceText, source }),
    ];
    return { items, hasCalls, rmas: rmas.rmas.length, calls: countCalls(index) };
  });
}

const countCalls = (index: Database): number => Number(index.get('SELECT sum(calls) FROM days')?.[0] ?? 0);
const countOrders = ({ store, no }: TargetLedger): number =>
  Number(store.get('SELECT count(*) FROM orders WHERE target = ?', no)![0]);

/** Most scheduled command lines that are listed; each is a time series in Prometheus. */
const MOST_LINES = 50;

const scheduledLines = (lines: readonly CommandLine[]): ScheduledLine[] =>
  lines
    .filter(({ isScheduled }) => isScheduled)
    .slice(0, MOST_LINES)
    .map(({ words, runs, successes, usual }) => ({
      command: words,
      lastSuccess: successes.at(-1)!.started,
      lastRun: runs.at(-1)!.id,
      lastOutcome: outcomeOf(runs.at(-1)!),
      usual,
    }));

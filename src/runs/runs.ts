// Runs looked up again: by an id as a person writes it, whether one was killed, and how an interrupted one goes on.
import { usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { ledgerOf } from '../storage/ledger.ts';
import { asnLock, heldSince, uploadLock } from '../storage/locks.ts';
import { getRun, listRuns, putRun, type RunRecord } from '../storage/runs.ts';
import { commandOf } from './run.ts';

const LIST = 'List the runs with: returns runs list';
const MOST_SHOWN = 5;

/** The run that an id, its beginning, or `last` means; `last` is the newest that fits. @throws Failure exit 2 */
export function findRun(
  store: Database,
  given: string,
  fits: (run: RunRecord) => boolean = () => true,
): RunRecord {
  const all = listRuns(store, Number.POSITIVE_INFINITY);
  const runs = given === 'last' ? all.filter(fits) : all;
  const ids = runs.map(({ id }) => id);
  const meant = meantId(given, ids);
  if (meant.kind === 'one') return runs.find(({ id }) => id === meant.id)!;
  if (meant.kind === 'several')
    throw usageFailure('run.ambiguous', `${meant.ids.length} runs begin with ${quote(given)}`, {
      expected: 'a beginning that fits one run only',
      found: `${meant.ids.slice(0, MOST_SHOWN).join(', ')}${meant.ids.length > MOST_SHOWN ? ' ...' : ''}`,
      hint: `Add more of the id. ${LIST}`,
    });
  throw usageFailure('run.unknown', `There is no run ${quote(given)}.${meantText(given, ids)}`, {
    expected: 'a run id or its beginning, or the word last',
    hint: LIST,
  });
}

const isOfAsns = ({ asns, kind }: RunRecord): boolean =>
  asns !== undefined || kind?.startsWith('asns ') === true;

/** A run that sent orders to this target. @throws Failure exit 2 */
export function ordersRun(
  store: Database,
  target: { readonly key: string; readonly profile: string },
  given: string,
): RunRecord {
  const run = findRun(store, given, (one) => one.targetKey === target.key && !isOfAsns(one));
  if (isOfAsns(run))
    throw usageFailure('run.asns', `Run ${run.id} sent ASNs, no orders`, {
      hint: 'ASNs stay recorded: a number is created once. To change one: returns asns update ASN_NUMBER.',
    });
  if (run.targetKey !== target.key)
    throw usageFailure('run.unknown', `Profile ${target.profile} has no run ${quote(run.id)}`, {
      hint: `That run went to ${run.target}; name its profile with --profile ${run.profile}.`,
    });
  return run;
}

/** The command that goes on with a run: one with --force would begin again, so it says where it goes on. */
export function resumeCommand(argv: readonly string[], force: boolean, run: string): string {
  if (!force) return commandOf(argv);
  const end = argv.indexOf('--');
  const at = end === -1 ? argv.length : end;
  return commandOf([...argv.slice(0, at), '--resume-run', run, ...argv.slice(at)]);
}

/** The same for a command line that is kept as text; words with spaces are quoted in it, so none of ours is hidden. */
export const resumeText = (command: string, run: string): string =>
  / --force( |$)/.test(command) ? command.replace(/ -- |$/, (end) => ` --resume-run ${run}${end}`) : command;

/**
 * The same runs, but those that were killed say so, with what they had settled until then. That is written down: a killed
 * run stays what it is.
 */
export function withKilled(platform: Platform, store: Database, runs: readonly RunRecord[]): RunRecord[] {
  return runs.map((run) => {
    if (run.state !== 'running' || isAtWork(platform, store, run)) return run;
    const counts = isOfAsns(run) ? undefined : ledgerOf(platform, store, run.targetKey).countRun(run.id);
    return store.transaction(() => {
      // It may have ended, in good order, between the two looks: the end is written before the lock is let go of.
      const now = getRun(store, run.id);
      if (now?.state !== 'running') return now ?? run;
      const killed: RunRecord = { ...now, state: 'killed', ...(counts ? { orders: counts } : {}) };
      putRun(store, killed);
      return killed;
    });
  });
}

/** It holds the lock of its target since before it began: who came later holds it since later. */
function isAtWork(platform: Platform, store: Database, run: RunRecord): boolean {
  const target = { key: run.targetKey };
  const lock = isOfAsns(run)
    ? asnLock(target)
    : uploadLock(target, run.kind === 'orders refund' ? null : run.shard);
  const since = heldSince(platform, store, lock);
  return since !== undefined && since <= run.started;
}
// Ids as people write them: all of it, the word `last`, or a beginning that only one of them has. For runs and calls alike.

export type MeantId =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  /** The beginning fits all of these. */
  | { readonly kind: 'several'; readonly ids: readonly string[] };

/** `newestFirst`: those it may be; of `last`, the first. */
export function meantId(given: string, newestFirst: readonly string[]): MeantId {
  const [newest] = newestFirst;
  if (given === 'last') return newest === undefined ? { kind: 'none' } : { kind: 'one', id: newest };
  if (newestFirst.includes(given)) return { kind: 'one', id: given };
  const ids = given === '' ? [] : newestFirst.filter((id) => id.startsWith(given));
  if (ids.length === 1) return { kind: 'one', id: ids[0]! };
  return ids.length === 0 ? { kind: 'none' } : { kind: 'several', ids };
}

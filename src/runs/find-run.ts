// Finds recorded runs: by an id or its prefix, whether a run was killed, and the command that resumes an
// interrupted run.
import { usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { Ledger } from '../storage/ledger.ts';
import { heldSince, runLock } from '../storage/locks.ts';
import { getRun, listRuns, putRun, type RunRecord } from '../storage/runs.ts';

const LIST = 'List the runs with: returns runs list';
const MOST_SHOWN = 5;

/** Finds the run by its id, a prefix of it, or `last` (the newest match). @throws Failure exit 2 */
export function findRun(
  store: Database,
  given: string,
  fits: (run: RunRecord) => boolean = () => true,
): RunRecord {
  const all = listRuns(store, Number.POSITIVE_INFINITY);
  const [newest] = given === 'last' ? all.filter(fits) : all.filter(({ id }) => id === given);
  if (newest) return newest;
  const begun = given === '' ? [] : all.filter(({ id }) => id.startsWith(given));
  if (begun.length === 1) return begun[0]!;
  const ids = begun.map(({ id }) => id);
  if (ids.length > 1)
    throw usageFailure('run.ambiguous', `${ids.length} runs begin with ${quote(given)}`, {
      expected: 'a beginning that fits one run only',
      found: `${ids.slice(0, MOST_SHOWN).join(', ')}${ids.length > MOST_SHOWN ? ' ...' : ''}`,
      hint: `Add more of the id. ${LIST}`,
    });
  const known = all.map(({ id }) => id);
  throw usageFailure('run.unknown', `There is no run ${quote(given)}.${meantText(given, known)}`, {
    expected: 'a run id or its beginning, or the word last',
    hint: LIST,
  });
}

const isOfAsns = ({ kind }: RunRecord): boolean => kind.startsWith('asns ');

/** Finds a run that sent orders to this target. @throws Failure exit 2 */
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

/** Words that change what is shown, asked or waited for, and `--canary`: the run after a canary is the same command without it. */
const BESIDE =
  / --(?:json|yes|quiet|verbose|no-color|no-input|dry-run|(?:progress|canary|lock-wait)[ =]\S+)(?= |$)/g;

export const isSameCommand = (one: string, other: string): boolean =>
  one.replace(BESIDE, '') === other.replace(BESIDE, '');

/** What a killed run sent is known to the ledger alone; a run that was taken back has sent nothing that is known. */
const hasSent = ({ state, ended, orders }: RunRecord): boolean =>
  state !== 'forgotten' && (ended === null || (orders.accepted ?? 0) + (orders.refused ?? 0) > 0);

/**
 * The runs of this command since it last sent everything: they were cut short, or the newest is still at work and has given
 * its turn away. A run with --force goes on with them.
 */
export function cutShort(
  store: Database,
  { targetKey, shard, command }: Pick<RunRecord, 'targetKey' | 'shard' | 'command'>,
): RunRecord[] {
  const same = listRuns(store, Number.POSITIVE_INFINITY).filter(
    (run) => run.targetKey === targetKey && run.shard === shard && isSameCommand(run.command, command),
  );
  const whole = same.findIndex(({ state }) => state === 'completed');
  return (whole === -1 ? same : same.slice(0, whole)).filter(hasSent);
}

/**
 * The same runs, where each killed run has its state and the counts up to then. These are written to the
 * ledger, because the state of a killed run is final.
 */
export function markKilled(platform: Platform, store: Database, runs: readonly RunRecord[]) {
  return runs.map((run) => {
    if (run.state !== 'running' || heldSince(platform, store, runLock(run.id)) !== undefined) return run;
    const counts = isOfAsns(run) ? undefined : new Ledger(platform, store, run.targetKey).countRun(run.id);
    return store.transaction(() => {
      // The run may have ended normally since the first look: a run writes its end before it releases the
      // lock.
      const now = getRun(store, run.id);
      if (now?.state !== 'running') return now ?? run;
      const killed: RunRecord = { ...now, state: 'killed', ...(counts ? { orders: counts } : {}) };
      putRun(store, killed);
      return killed;
    });
  });
}

// `calls purge`: counts the calls to remove, asks for confirmation, and removes them. Only one purge runs at a time.
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CallRecord, callsFolder } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { withMachineLock } from '../../storage/machine.ts';
import { countRemovable, type IsRemoved, type PurgedDay, removeCalls } from '../../storage/remove-calls.ts';
import { withRmaIndex } from '../../storage/rma-index.ts';
import { indexRecord } from './index-record.ts';

interface PurgeRun {
  /** Removes calls that arrived before this time, ms since the epoch; all when absent. */
  readonly before?: number | undefined;
  readonly rma?: string | undefined;
  confirm(days: readonly PurgedDay[]): Promise<boolean>;
}

export async function runPurge(platform: Platform, folders: Folders, request: PurgeRun) {
  const goes: IsRemoved = ({ at, rma }: CallRecord) =>
    (request.before === undefined || at < request.before) &&
    (request.rma === undefined || rma === request.rma);
  const plan = await countRemovable(platform, folders, goes);
  if (!plan.some(({ removed }) => removed > 0)) return { state: 'nothing' as const, days: plan };
  if (!(await request.confirm(plan))) return { state: 'planned' as const, days: plan };
  // One lock for each folder, because two state folders have two records.
  const name = `calls/${platform.crypto.sha256(callsFolder(folders)).slice(0, 16)}`;
  const options = { name, purpose: 'purging the calls record', waitMs: 60_000 };
  return await withMachineLock(platform, folders, options, async () => {
    await rememberRmas(platform, folders);
    return { state: 'purged' as const, days: await removeCalls(platform, folders, goes) };
  });
}

/** What was last known of each RMA stays in the index, without personal data: `returns status` still asks for its refund. */
async function rememberRmas(platform: Platform, folders: Folders): Promise<void> {
  try {
    await withRmaIndex(platform, folders, (index) => indexRecord(platform, folders, index));
  } catch (error) {
    // On a full disk, too, personal data must be removable.
    if (!(error instanceof Failure)) throw error;
  }
}

// `asns update`: plans from the records, asks for confirmation, takes the lock, plans again, then sends.
import { EXIT, type ExitCode } from '../basics/exit.ts';
import { type Failure, stateFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { inSession } from '../runs/session.ts';
import { noRequests } from '../sending/sender-parts.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { exitOfUpdates, type UpdateResult, type UpdateRun, type UpdateState } from './update-parts.ts';
import { planParts } from './update-plan-parts.ts';
import { countRows, openUpdates, planRows, recheckRows, type UpdateRow } from './update-rows.ts';
import { postUpdates } from './update-run.ts';

export async function runUpdate(
  platform: Platform,
  folders: Folders,
  request: UpdateRun,
): Promise<UpdateResult> {
  return inSession(platform, folders, request, async (session) => {
    const { target } = request;
    const store = session.ledger();
    const records = asnRecordsOf(platform, store, target.key);
    const parts = planParts(platform, records, request);
    const body = await request.body(records, parts);
    const plan = () => planRows(parts, request.subjects, body, request.many);
    let rows = plan();
    const done = (state: UpdateState, exitCode: ExitCode): UpdateResult => ({
      state,
      exitCode,
      run: null,
      rows,
      counts: countRows(rows),
      requests: noRequests(),
      failure: undefined,
    });
    session.throwIfInterrupted();
    if (openUpdates(rows).length === 0) return nothingToSend(done, rows);
    if (request.dryRun || !('secret' in target)) return done('planned', exitOfUpdates(rows));
    if (!(await request.confirm(rows))) return done('planned', EXIT.done);

    await session.lockAsns(store, target, {
      waitMs: request.lockWaitMs,
      onWait: ({ pid }) => request.onWait(pid),
    });
    const again = recheckRows(rows, plan(), body);
    rows = again.rows;
    if (again.stale) throw changedMeanwhile(request, again.stale);
    if (openUpdates(rows).length === 0) return nothingToSend(done, rows);
    return await postUpdates(session, { ...request, target }, records, rows);
  });
}

function nothingToSend(
  done: (state: UpdateState, exitCode: ExitCode) => UpdateResult,
  rows: readonly UpdateRow[],
): UpdateResult {
  const exitCode = exitOfUpdates(rows);
  return done(exitCode === EXIT.done ? 'unchanged' : 'refused', exitCode);
}

function changedMeanwhile(request: UpdateRun, row: UpdateRow): Failure {
  request.stale(row);
  const run = row.planned?.recorded?.run;
  return stateFailure(
    'asn.changed_meanwhile',
    `ASN ${quote(row.subject.number)} was changed by another process (run ${run ?? 'unknown'}) since you looked at it; nothing was sent`,
    {
      hint: 'Look at what the whole body would undo, then run the same command again; flags such as --status are applied to the newest body.',
    },
  );
}

// Sends planned updates: the connection, the record of the run, and the exit code.
import type { Target } from '../account/settings.ts';
import { EXIT, worstExit } from '../basics/exit.ts';
import { errorOf } from '../basics/reason.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import { fileRows } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { rejectBudget } from '../sending/run-end.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import { asnFailure } from './meaning.ts';
import { sendUpdates } from './send-updates.ts';
import { exitOfUpdates, type UpdateResult, type UpdateRun, type UpdateState } from './update-parts.ts';
import { countRows, openUpdates, type UpdateRow } from './update-rows.ts';

export async function postUpdates(
  session: Session,
  request: UpdateRun & { readonly target: Target },
  records: AsnRecords,
  rows: readonly UpdateRow[],
): Promise<UpdateResult> {
  const { target } = request;
  const { caller, ...line } = await session.connect(target, {
    agent: request.agent,
    warn: request.warn,
    connections: request.many ? 64 : 1,
  });
  const run = session.begin(records.store, target, {
    kind: 'asns update',
    address: target.addresses.base,
    shard: null,
    levels: levelsDocument(request.levels),
    mapping: request.mapping,
    silent: false,
  });
  const updates = openUpdates(rows);
  const rowOf = new Map(rows.flatMap((row) => (row.planned ? [[row.planned, row] as const] : [])));
  const end = await sendUpdates(
    session.platform,
    records,
    {
      ...line,
      notice: () => {},
      post: ({ number, version }, text, token, signal) =>
        caller.call(ENDPOINTS.asnUpdate, {
          body: text,
          token,
          signal,
          version: String(version),
          parameters: { 'asn-number': number },
        }),
    },
    updates,
    {
      run: run.id,
      maxOutageMs: request.maxOutageMs,
      maxRefused: rejectBudget(undefined, updates.length),
      onSettled(update, fate) {
        const row = rowOf.get(update)!;
        row.fate = fate === 'queued' ? 'queued' : 'refused';
        if (fate !== 'queued') row.refusals = fate;
      },
    },
    session.signal,
  );
  const result = finish(end, rows, run.id, line.counts);
  const { failure, exitCode, counts } = result;
  const done = session.end(
    {
      state: RUN_STATES[result.state],
      exit_code: exitCode,
      input: { files: fileRows(request.files) },
      ...(failure ? { error: errorOf(failure) } : {}),
    },
    { asns: counts },
  );
  return { ...result, exitCode: done.exit_code };
}

const RUN_STATES = {
  planned: 'checked',
  queued: 'completed',
  unchanged: 'completed',
  refused: 'completed',
  partial: 'partial',
  stopped: 'stopped',
  interrupted: 'interrupted',
} as const satisfies Record<UpdateState, string>;

function finish(
  end: SendEnd,
  rows: readonly UpdateRow[],
  run: string,
  requests: RequestCounts,
): UpdateResult {
  const counts = countRows(rows);
  const failure = end.kind === 'failed' || end.kind === 'stopped' ? asnFailure(end.failure) : undefined;
  const refused = counts.refused > 0;
  const interrupted = end.kind === 'interrupted' && counts.pending > 0;
  return {
    state: interrupted
      ? 'interrupted'
      : end.kind === 'stopped'
        ? 'stopped'
        : failure
          ? 'partial'
          : refused
            ? 'refused'
            : 'queued',
    exitCode: interrupted
      ? EXIT.interrupted
      : worstExit([exitOfUpdates(rows), ...(failure ? [failure.exitCode] : [])]),
    run,
    rows,
    counts,
    requests,
    failure,
  };
}

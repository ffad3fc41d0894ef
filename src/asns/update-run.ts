// The sending of planned updates: connection, run record around it, and what the end of it means.
import { connect } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { worstExit } from '../basics/exit.ts';
import { errorOf } from '../basics/reason.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import type { Host } from '../platform/platform.ts';
import type { Interruption } from '../runs/interruption.ts';
import { beginRun, commandOf } from '../runs/run.ts';
import { noRequests, type RequestCounts } from '../sending/counts.ts';
import { rejectBudget } from '../sending/reject-budget.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { asnFailure } from './meaning.ts';
import { sendUpdates } from './send-updates.ts';
import { exitOf, type UpdateJourney, type UpdateResult, type UpdateState } from './update-parts.ts';
import { countRows, openUpdates, type UpdateRow } from './update-rows.ts';

interface Work {
  readonly records: AsnRecords;
  readonly rows: readonly UpdateRow[];
  readonly stop: Interruption;
  readonly cleanUp: (() => void | Promise<void>)[];
}

export async function carryOut(
  host: Host,
  folders: Folders,
  request: UpdateJourney & { readonly target: Target },
  { records, rows, stop, cleanUp }: Work,
): Promise<UpdateResult> {
  const { target } = request;
  const requests = noRequests();
  const connection = await connect(host, folders, target, {
    agent: request.agent,
    warn: request.warn,
    connections: request.many ? 64 : 1,
    onTokenCall: () => {
      requests.tokens++;
      requests.total++;
    },
  });
  cleanUp.unshift(() => connection.close());
  const run = beginRun(host, records.store, target, {
    kind: 'asns update',
    address: target.addresses.base,
    shard: null,
    command: commandOf(request.argv),
    levels: levelsDocument(request.levels),
    silent: false,
  });
  const updates = openUpdates(rows);
  const rowOf = new Map(rows.flatMap((row) => (row.planned ? [[row.planned, row] as const] : [])));
  try {
    const end = await sendUpdates(
      host,
      records,
      {
        pacer: connection.pacer,
        tokens: connection.tokens,
        counts: requests,
        notice: () => {},
        post: ({ number, version }, text, token, signal) =>
          connection.caller.call(ENDPOINTS.asnUpdate, {
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
      stop.signal,
    );
    const result = finish(end, rows, run.id, requests, stop);
    const { failure, exitCode, counts } = result;
    const done = run.endWith(
      {
        state: RUN_STATES[result.state],
        exit_code: exitCode,
        input: {
          files: request.files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 })),
        },
        ...(failure ? { error: errorOf(failure) } : {}),
      },
      { asns: counts },
    );
    return { ...result, exitCode: done.exit_code };
  } catch (error) {
    run.endFailed(error);
    throw error;
  }
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
  stop: Interruption,
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
      ? stop.exitCode()
      : worstExit([exitOf(rows), ...(failure ? [failure.exitCode] : [])]),
    run,
    rows,
    counts,
    requests,
    failure,
  };
}

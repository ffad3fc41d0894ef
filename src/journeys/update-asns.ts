// `asns update` from end to end: plan from the records, confirm, take the lock, look again, send, remember the run.
import { connect } from '../account/connect.ts';
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { planParts } from '../asns/judge-update.ts';
import { asnFailure } from '../asns/meaning.ts';
import type { NewBody, PlanParts } from '../asns/plan-update.ts';
import { sendUpdates } from '../asns/send-updates.ts';
import {
  countRows,
  lookAgain,
  openUpdates,
  planRows,
  type Subject,
  type UpdateCounts,
  type UpdateRow,
} from '../asns/update-rows.ts';
import { EXIT, type ExitCode, worstExit } from '../base/exit.ts';
import { type Failure, stateFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { quote } from '../base/text.ts';
import { noRequests, type RequestCounts } from '../client/counts.ts';
import { rejectBudget } from '../client/reject-budget.ts';
import type { SendEnd } from '../client/sender.ts';
import type { AsnVersion } from '../contract/asn.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type AsnRecords, asnRecordsOf } from '../store/asn-records.ts';
import type { Folders } from '../store/folders.ts';
import { openLedgerStore } from '../store/ledger.ts';
import { takeLock } from '../store/locks.ts';
import { asnLock } from './create-asns.ts';
import { type Interruption, interruptedFailure, interruption } from './order-input.ts';
import { beginRun, commandOf, everyStep } from './run.ts';

export interface UpdateJourney {
  /** A dry run needs no credentials. */
  readonly target: Target | KnownTarget;
  readonly subjects: readonly Subject[];
  /** Many at once: what cannot be planned is refused, the others are sent. */
  readonly many: boolean;
  /** The new body; an editor is asked for it once the records are open. */
  readonly body: (records: AsnRecords, parts: PlanParts) => Promise<NewBody>;
  readonly version: AsnVersion | undefined;
  /** Sends what has not changed, too. */
  readonly force: boolean;
  readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
  readonly dryRun: boolean;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  /** Shows the plan and asks; false ends it. */
  confirm(rows: readonly UpdateRow[]): Promise<boolean>;
  /** Shows what a whole body would undo, since the record changed. */
  stale(row: UpdateRow): void;
  onWait(pid: number): void;
}

export type UpdateState =
  | 'planned'
  | 'queued'
  | 'unchanged'
  | 'refused'
  | 'partial'
  | 'stopped'
  | 'interrupted';

export interface UpdateResult {
  readonly state: UpdateState;
  readonly exitCode: ExitCode;
  /** Null when nothing was to be sent. */
  readonly run: string | null;
  readonly rows: readonly UpdateRow[];
  readonly counts: UpdateCounts;
  readonly requests: RequestCounts;
  /** What ended it before its time. */
  readonly failure: Failure | undefined;
}

export async function updateJourney(
  host: Host,
  folders: Folders,
  request: UpdateJourney,
): Promise<UpdateResult> {
  const stop = interruption(host, () => {});
  const cleanUp: (() => void | Promise<void>)[] = [stop.release];
  try {
    const { target } = request;
    const store = openLedgerStore(host, folders);
    cleanUp.unshift(() => store.close());
    const records = asnRecordsOf(host, store, target.key);
    const parts = planParts(host, records, request);
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
    if (stop.signal.aborted) throw interruptedFailure(stop.exitCode());
    if (openUpdates(rows).length === 0) return nothingToSend(done, rows);
    if (request.dryRun || !('secret' in target)) return done('planned', exitOf(rows));
    if (!(await request.confirm(rows))) return done('planned', EXIT.done);

    const lock = await takeLock(host, store, asnLock(target), {
      purpose: `ASNs of ${target.environment} (profile ${target.profile})`,
      waitMs: request.lockWaitMs,
      signal: stop.signal,
      onWait: ({ pid }) => request.onWait(pid),
    });
    cleanUp.unshift(() => lock.release());
    const again = lookAgain(rows, plan(), body);
    rows = again.rows;
    if (again.stale) throw changedMeanwhile(request, again.stale);
    if (openUpdates(rows).length === 0) return nothingToSend(done, rows);
    return await carryOut(host, folders, { ...request, target }, { records, rows, stop, cleanUp });
  } finally {
    await everyStep(cleanUp);
  }
}

interface Work {
  readonly records: AsnRecords;
  readonly rows: readonly UpdateRow[];
  readonly stop: Interruption;
  readonly cleanUp: (() => void | Promise<void>)[];
}

async function carryOut(
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
        ...(failure ? { error: { code: failure.code, message: failure.message, hint: failure.hint } } : {}),
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

const exitOf = (rows: readonly UpdateRow[]): ExitCode =>
  rows.some(({ fate }) => fate === 'refused') ? EXIT.refused : EXIT.done;

function nothingToSend(
  done: (state: UpdateState, exitCode: ExitCode) => UpdateResult,
  rows: readonly UpdateRow[],
): UpdateResult {
  const exitCode = exitOf(rows);
  return done(exitCode === EXIT.done ? 'unchanged' : 'refused', exitCode);
}

function changedMeanwhile(request: UpdateJourney, row: UpdateRow): Failure {
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

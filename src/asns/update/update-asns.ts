// `asns update`: plans from the records, asks for confirmation, takes the lock, plans again, then sends each change to the
// path of its ASN.
import type { KnownTarget } from '../../account/known-target.ts';
import type { Target } from '../../account/settings.ts';
import { EXIT, type ExitCode, errorOf, worstExit } from '../../basics/exit.ts';
import { type Failure, stateFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { levelsDocument } from '../../contract/levels.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileRows } from '../../runs/run.ts';
import { sendJob } from '../../runs/send-job.ts';
import { inSession, type Session } from '../../runs/session.ts';
import { rejectBudget } from '../../sending/run-end.ts';
import { noRequests, type RequestCounts } from '../../sending/sender-parts.ts';
import { AsnRecords } from '../../storage/asn-records.ts';
import type { Folders } from '../../storage/folders.ts';
import type { MappingRow, RunRecord } from '../../storage/runs.ts';
import { ONE_EACH } from '../attempts.ts';
import { asnFailure } from '../meaning.ts';
import type { CreateRun } from '../run-asns.ts';
import { type NewBody, type PlanParts, type PlanWish, planParts } from './plan-update.ts';
import {
  type AsnToUpdate,
  countRows,
  openUpdates,
  planRows,
  recheckRows,
  type UpdateCounts,
  UpdateDelivery,
  type UpdateRow,
} from './update-rows.ts';

/** The wish: version, levels, and whether unchanged bodies are sent, too. */
export interface UpdateRun
  extends PlanWish,
    Pick<CreateRun, 'dryRun' | 'maxOutageMs' | 'lockWaitMs' | 'argv' | 'warn'> {
  /** A dry run needs no credentials. */
  readonly target: Target | KnownTarget;
  readonly subjects: readonly AsnToUpdate[];
  /** For several ASNs: those that cannot be planned are refused, the others are sent. */
  readonly many: boolean;
  /** The new body. A function, because an editor needs the records first. */
  readonly body: (records: AsnRecords, parts: PlanParts) => Promise<NewBody>;
  /** The mapping that read the ASN from a file. */
  readonly mapping?: MappingRow | undefined;
  readonly files: RunRecord['files'];
  /** Shows the plan and asks for confirmation; false ends the run. */
  confirm(rows: readonly UpdateRow[]): Promise<boolean>;
  /** Shows what a whole body would undo, because the record changed meanwhile. */
  stale(row: UpdateRow): void;
  onWait(pid: number): void;
}

export interface UpdateResult {
  readonly state: keyof typeof RUN_STATES;
  readonly exitCode: ExitCode;
  readonly rows: readonly UpdateRow[];
  readonly counts: UpdateCounts;
  /** Null when there was nothing to send. */
  readonly run: string | null;
  readonly requests: RequestCounts;
  /** What ended the run early. */
  readonly failure?: Failure | undefined;
}

/** The states of an update, and of its run in the ledger. */
const RUN_STATES = {
  planned: 'checked',
  queued: 'completed',
  unchanged: 'completed',
  refused: 'completed',
  partial: 'partial',
  stopped: 'stopped',
  interrupted: 'interrupted',
} as const;

export async function runUpdate(
  platform: Platform,
  folders: Folders,
  request: UpdateRun,
): Promise<UpdateResult> {
  return inSession(platform, folders, request, async (session) => {
    const { target } = request;
    const store = session.ledger();
    const records = new AsnRecords(platform, store, target.key);
    const parts = planParts(platform, records, request);
    const body = await request.body(records, parts);
    const plan = () => planRows(parts, request.subjects, body, request.many);
    let rows = plan();
    session.throwIfInterrupted();
    if (openUpdates(rows).length === 0) return nothingToSend(rows);
    if (request.dryRun || !('secret' in target)) return unsent('planned', exitOfUpdates(rows), rows);
    if (!(await request.confirm(rows))) return unsent('planned', EXIT.done, rows);

    await session.lockAsns(store, target, {
      waitMs: request.lockWaitMs,
      onWait: ({ pid }) => request.onWait(pid),
    });
    const again = recheckRows(rows, plan(), body);
    rows = again.rows;
    if (again.stale) throw changedMeanwhile(request, again.stale);
    if (openUpdates(rows).length === 0) return nothingToSend(rows);
    return await postUpdates(session, { ...request, target }, records, rows);
  });
}

const unsent = (
  state: UpdateResult['state'],
  exitCode: ExitCode,
  rows: readonly UpdateRow[],
): UpdateResult => ({ state, exitCode, rows, counts: countRows(rows), run: null, requests: noRequests() });

/** The exit code for refusals, by our check or by the service. */
const exitOfUpdates = (rows: readonly UpdateRow[]): ExitCode =>
  rows.some(({ fate }) => fate === 'refused') ? EXIT.refused : EXIT.done;

function nothingToSend(rows: readonly UpdateRow[]): UpdateResult {
  const exitCode = exitOfUpdates(rows);
  return unsent(exitCode === EXIT.done ? 'unchanged' : 'refused', exitCode, rows);
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

async function postUpdates(
  session: Session,
  request: UpdateRun & { readonly target: Target },
  records: AsnRecords,
  rows: readonly UpdateRow[],
): Promise<UpdateResult> {
  const { target, many, maxOutageMs } = request;
  const { platform } = session;
  const { caller, ...transport } = await session.connect(target, {
    warn: request.warn,
    connections: many ? 64 : 1,
  });
  const run = session.begin(records.store, target, {
    kind: 'asns update',
    address: target.addresses.base,
    shard: null,
    levels: levelsDocument(request.levels),
    mapping: request.mapping,
    silent: false,
  });
  const { clock } = platform;
  const toSend = openUpdates(rows).length;
  const updates = new UpdateDelivery({ records, clock, run: run.id, caller }, rows);
  const { end } = await sendJob(
    updates,
    {
      ...ONE_EACH,
      // The service answers 404 for a number that it does not know.
      envelope: { ...ONE_EACH.envelope, named: true },
      transport,
      maxOutageMs,
      maxRefused: rejectBudget(undefined, toSend),
      toSend,
      emit: () => {},
    },
    platform,
    session.signal,
  );
  const failure = 'failure' in end ? asnFailure(end.failure) : undefined;
  const counts = countRows(rows);
  const interrupted = end.kind === 'interrupted' && counts.pending > 0;
  const state =
    interrupted || end.kind === 'stopped'
      ? end.kind
      : failure
        ? 'partial'
        : counts.refused > 0
          ? 'refused'
          : 'queued';
  const exitCode = interrupted
    ? EXIT.interrupted
    : worstExit([exitOfUpdates(rows), ...(failure ? [failure.exitCode] : [])]);
  const done = session.end(
    {
      state: RUN_STATES[state],
      exit_code: exitCode,
      input: { files: fileRows(request.files) },
      ...(failure && { error: errorOf(failure) }),
    },
    { asns: counts },
  );
  const requests = transport.counts;
  return { state, exitCode: done.exit_code, rows, counts, run: run.id, requests, failure };
}

// `asns update`: plans from the records, asks for confirmation, takes the lock, plans again, then sends each change to the
// path of its ASN.
import path from 'node:path';
import type { KnownTarget } from '../../account/known-target.ts';
import type { Target } from '../../account/settings.ts';
import { EXIT, type ExitCode, worstExit } from '../../basics/exit-codes.ts';
import { errorOf, inputFailure, stateFailure, usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { levelsDocument } from '../../contract/levels.ts';
import { csvRows } from '../../input/csv-records.ts';
import { textOfFile } from '../../input/file-text.ts';
import { openReader } from '../../input/open-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendJob } from '../../runs/send-job.ts';
import { fileRows, inSession, type Session } from '../../runs/session.ts';
import { rejectBudget } from '../../sending/run-end.ts';
import { noRequests, type SenderNotice } from '../../sending/types.ts';
import { AsnRecords } from '../../storage/asn-records.ts';
import type { Folders } from '../../storage/folders.ts';
import type { MappingRow, RunRecord } from '../../storage/runs.ts';
import { ONE_EACH } from '../delivery.ts';
import type { ReadAsn } from '../input/asn-rows.ts';
import { ASNS, type AsnSource, openAsnSource } from '../input/read.ts';
import { asnFailure } from '../refusals.ts';
import type { CreateRun } from '../run-asns.ts';
import {
  type AsnToUpdate,
  checkSameNumber,
  countRows,
  type NewBody,
  openUpdates,
  type PlanParts,
  type PlanWish,
  planParts,
  planRows,
  recheckRows,
  UpdateDelivery,
  type UpdateRow,
} from './plan-update.ts';

/** The wish: version, levels, and whether unchanged bodies are sent, too. */
interface UpdateRun
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
  /** Called for an outage or a pause, or while another version is in doubt. */
  notice(notice: SenderNotice): void;
}

export type UpdateResult = Awaited<ReturnType<typeof runUpdate>>;

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

export async function runUpdate(platform: Platform, folders: Folders, request: UpdateRun) {
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

const unsent = (state: keyof typeof RUN_STATES, exitCode: ExitCode, rows: readonly UpdateRow[]) => ({
  state,
  exitCode,
  rows,
  counts: countRows(rows),
  requests: noRequests(),
  /** Null when there was nothing to send. */
  run: null,
  /** What ended the run early. */
  failure: undefined,
});

/** The exit code for refusals, by our check or by the service. */
const exitOfUpdates = (rows: readonly UpdateRow[]): ExitCode =>
  rows.some(({ fate }) => fate === 'refused') ? EXIT.refused : EXIT.done;

function nothingToSend(rows: readonly UpdateRow[]) {
  const exitCode = exitOfUpdates(rows);
  return unsent(exitCode === EXIT.done ? 'unchanged' : 'refused', exitCode, rows);
}

function changedMeanwhile(request: UpdateRun, row: UpdateRow) {
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
) {
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
  const updates = new UpdateDelivery({ records, clock, run: run.id, caller }, rows, request.lockWaitMs);
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
      emit: (event) => event.type === 'notice' && request.notice(event.notice),
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

// What an update names: a list of ASN numbers (one per line, or a table with the column asn_number and, if needed,
// program_identifier), or a file with the whole shape of one ASN.

/** Reads a list, without duplicates, in the order of the file; `-` is stdin. @throws Failure exit 6 */
export async function readNumbers(platform: Platform, name: string) {
  const bytes = await bytesOf(platform, name);
  const text = textOfFile(bytes, name);
  const all = /^[^\r\n]*\basn_number\b/.test(text) ? table(name, text) : lines(text);
  const seen = new Set<string>();
  const numbers = all.filter(({ number, program }) => {
    const key = JSON.stringify([number, program ?? null]);
    return seen.size < seen.add(key).size;
  });
  if (numbers.length === 0)
    throw inputFailure('input.empty', `${quote(name)} names no ASN`, {
      place: { file: name },
      hint: 'Write one ASN number a line, or a CSV file with the column asn_number.',
    });
  const sha256 = platform.crypto.sha256(bytes);
  return { numbers, file: { path: name, bytes: bytes.length, rows: all.length, sha256 } };
}

async function bytesOf(platform: Platform, name: string): Promise<Uint8Array> {
  const reader =
    name === '-' ? undefined : openReader(platform, name, path.resolve(platform.cwd, name), ASNS);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of reader?.stream() ?? platform.terminal.stdin()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    reader?.close();
  }
}

function lines(text: string): AsnToUpdate[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => ({ number: line.trim(), program: undefined }))
    .filter(({ number }) => number !== '');
}

/** Other columns of an export are ignored. */
function table(file: string, text: string): AsnToUpdate[] {
  const [head, ...rows] = csvRows(text, file);
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const [at, programAt] = [names.indexOf('asn_number'), names.indexOf('program_identifier')];
  return rows.flatMap(({ cells }) => {
    const number = cells[at]?.trim();
    return number ? [{ number, program: cells[programAt]?.trim() || undefined }] : [];
  });
}

/**
 * Reads the ASN with that number, complete, with the places of its fields; the caller closes the input. @throws Failure exit 2 when the file has another one, exit 6 when it cannot
 * be read
 */
export async function wholeShape(
  platform: Platform,
  folders: Folders,
  source: AsnSource,
  subject: AsnToUpdate,
) {
  const file = source.path;
  const input = await openAsnSource(platform, folders, source);
  try {
    const all: ReadAsn[] = [];
    for await (const asn of input.read()) all.push(asn);
    const isMeant = ({ raw }: ReadAsn) =>
      isObject(raw) && raw['asn_number'] === subject.number && isOf(raw, subject);
    // A file with one ASN is that one: the error says how it differs.
    const meant = all.length === 1 ? all : all.filter(isMeant);
    const [asn, other] = meant;
    if (!asn || other)
      throw usageFailure(
        asn ? 'asn.twice' : 'asn.number.mismatch',
        `${quote(file)} holds ASN ${quote(subject.number)} ${meant.length} times`,
        { place: { file }, hint: 'Check number and file, or name the program with --program.' },
      );
    checkSameNumber(asn.raw, subject);
    const program = isObject(asn.raw) ? asn.raw['program_identifier'] : undefined;
    const key = { number: subject.number, program: typeof program === 'string' ? program : '' };
    const body: NewBody = { kind: 'whole', asn: asn.raw, key, findings: asn.findings };
    return { asn, input, body };
  } catch (error) {
    input.close();
    throw error;
  }
}

const isOf = (asn: Record<string, unknown>, { program }: AsnToUpdate) =>
  program === undefined || asn['program_identifier'] === program;

// The plan of an update: the new body, the recorded one, the changes between them, and whether it can be
// sent.
import { Failure, usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import type { AsnVersion } from '../../contract/asn-words.ts';
import type { Finding } from '../../contract/finding.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { allFindings } from '../../contract/order-rules/input.ts';
import { formatInstant } from '../../contract/time.ts';
import { validateAsn } from '../../contract/validate-asn.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdsOf, leftInDoubt } from '../../runs/holds.ts';
import type { Message, Refusal } from '../../sending/batch.ts';
import { type AsnKey, type AsnQueued, type AsnRecords, asnDigest } from '../../storage/asn-records.ts';
import { versionOf } from '../api-version.ts';
import { keyText, numberOf, unitsElsewhere } from '../check-asn.ts';
import { AsnAttempts, type Attempted, type AttemptParts, digestsOf, messageOf } from '../delivery.ts';
import { type AsnChange, diffAsns } from '../diff.ts';
import { asnRecordOf, notRecorded } from '../recorded.ts';
import { isInactive } from '../refusals.ts';
import { applyEdits, type Edit } from './edits.ts';

/** The source of the new body: edits of the recorded one, or a whole body from a file or an editor. */
export type NewBody =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | {
      readonly kind: 'whole';
      readonly asn: unknown;
      readonly key: AsnKey;
      /** Findings from reading the file. */
      readonly findings?: readonly Finding[];
    };

export type PlannedUpdate = ReturnType<typeof planUpdate>;

/** The run that ended without an answer to its update, and its changes as far as its body is recorded. */
interface Unanswered {
  readonly run: string;
  readonly changes: readonly AsnChange[];
}

export interface PlanWish {
  readonly version: AsnVersion | undefined;
  /** Also sends an unchanged body. */
  readonly force: boolean;
  /** Levels of findings. */
  readonly levels: Levels | undefined;
}

export type PlanParts = ReturnType<typeof planParts>;

/** How an update is checked: all rules of the interface, and unit identifiers against all other recorded ASNs. */
export const planParts = (platform: Platform, records: AsnRecords, wish: PlanWish) => ({
  ...{ records, crypto: platform.crypto, force: wish.force, levels: wish.levels },
  now: () => platform.clock.now(),
  versionOf: (asn: unknown) => versionOf(asn, wish.version),
  checks: (asn: unknown, version: AsnVersion, key: AsnKey): readonly Finding[] => [
    ...validateAsn(asn, version, wish),
    ...applyLevels(unitsElsewhere(records, key, asn), wish.levels),
  ],
});

/** The findings that refuse a body, as refusals: status 0 stands for our own check. */
export const refusalsOf = (findings: readonly Finding[]): Refusal[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({
      ...{ status: 0, code: finding.code, field: finding.path },
      message: describeAsnFinding(finding),
    }));

/** @throws Failure exit 2 when an edit does not fit the recorded body, or nothing is recorded */
function planUpdate(parts: PlanParts, key: AsnKey, body: NewBody) {
  const record = parts.records.get(key);
  if (body.kind === 'edits' && !record) throw notRecorded(key.number);
  const asn = body.kind === 'whole' ? body.asn : applyEdits(record!.last.body, body.edits);
  const version = parts.versionOf(asn);
  const read = body.kind === 'whole' ? (body.findings ?? []) : [];
  const findings = allFindings(applyLevels(read, parts.levels), parts.checks(asn, version, key));
  const pending = parts.records.intent(key);
  const recorded = record?.last;
  const wanted = asnDigest(parts.crypto, asn);
  // After an attempt without an answer, the service may have another body than the recorded one.
  const open = [pending?.digest ?? wanted, ...(pending?.others ?? [])];
  const same = recorded?.digest === wanted && open.every((other) => other === wanted);
  const wrong = findings.some(({ severity }) => severity === 'error');
  const fate: 'open' | 'unchanged' | 'refused' = wrong
    ? 'refused'
    : same && !parts.force
      ? 'unchanged'
      : 'open';
  // Only in a body to be sent, and no change by itself: otherwise every update would be one.
  const before: unknown = recorded ? JSON.parse(recorded.body) : {};
  const lost: unknown = JSON.parse(pending?.body ?? '{}');
  const sent = fate === 'open' ? renewTime(asn, before, lost, parts.now()) : asn;
  const unanswered = pending && {
    run: pending.run,
    changes: pending.body === undefined ? [] : diffAsns(before, lost),
  };
  const changed = {
    status: isObject(asn) && typeof asn['status'] === 'string' ? asn['status'] : '',
    changes: diffAsns(before, asn),
    findings,
  };
  return {
    key,
    /** The body that was queued last, according to the records of this machine. */
    recorded,
    unanswered,
    /** The exact text to be sent. */
    text: JSON.stringify(sent),
    digest: asnDigest(parts.crypto, sent),
    version,
    fate,
    ...changed,
    warnings: warningsOf(changed, recorded, unanswered),
  };
}

const STATUS = /^(?:.*\.)?status$/;

/** What the user should see before an update is sent. */
function warningsOf(
  { changes, findings }: { readonly changes: readonly AsnChange[]; readonly findings: readonly Finding[] },
  recorded: AsnQueued | undefined,
  unanswered: Unanswered | undefined,
) {
  const warnings: { readonly code: string; readonly message: string }[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (unanswered) warn('asn.pending', unansweredText(unanswered));
  if (changes.some(({ path, after }) => STATUS.test(path) && after === 'cancelled'))
    warn('asn.cancelled', 'cancelled blocks receiving: what is under way of it cannot be received any more.');
  if (recorded?.status === 'cancelled')
    warn(
      'asn.ended',
      `It was queued as ${recorded.status}: the service changes an ASN only while it is active and has no receptions.`,
    );
  for (const finding of findings)
    if (finding.severity === 'warning')
      warn(finding.code, `${finding.path ? `${finding.path}: ` : ''}${describeAsnFinding(finding)}`);
  return warnings;
}

function unansweredText({ run, changes }: Unanswered): string {
  const paths = changes.map(({ path }) => path);
  const what = paths.length > 0 ? ` of ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' ...' : ''}` : '';
  return `Run ${run} ended before the answer to its change${what} came: it may have reached the service. This update replaces it.`;
}

/** The time of sending, which an update renews (interface: messagetimestamp). */
const SENT_AT = 'messagetimestamp';

/**
 * Replaces the recorded time of sending with the current time; with that of `lost`, an update without an answer, when it is the
 * same again: so it is no other version. A time that was changed by the user, or is missing, is left unchanged.
 */
function renewTime(asn: unknown, recorded: unknown, lost: unknown, now: number): unknown {
  const [before, sent] = [recorded, lost].map((one) => (isObject(one) ? one[SENT_AT] : undefined));
  if (typeof before !== 'string' || !isObject(asn) || asn[SENT_AT] !== before) return asn;
  const again = { ...asn, [SENT_AT]: sent ?? before };
  return diffAsns(again, lost).length === 0 ? again : { ...asn, [SENT_AT]: formatInstant(now) };
}

/** Checks that the number of the path and that of the body are equal, and the programs, if given. @throws Failure exit 2 */
export function checkSameNumber(
  asn: unknown,
  { number, program }: { readonly number: string; readonly program?: string | undefined },
): void {
  const given = isObject(asn) ? asn : {};
  for (const [code, name, expected, found] of [
    ['asn.number.mismatch', 'ASN to update', number, given['asn_number']],
    ['asn.program.mismatch', 'program', program, given['program_identifier']],
  ] as const)
    if (expected !== undefined && found !== expected)
      throw usageFailure(
        code,
        `The ${name} is ${quote(expected)}, but the body is that of ${quote(found ?? 'none')}`,
        {
          expected,
          found: String(found ?? ''),
          hint: 'Correct one of the two: path and body name the same ASN.',
        },
      );
}

// One row per ASN of an update: planned, then queued, unchanged, refused, or open. And the sums of the rows.

/** The ASN to be updated. */
export interface AsnToUpdate {
  readonly number: string;
  readonly program: string | undefined;
}

export interface UpdateRow {
  readonly subject: AsnToUpdate;
  /** Absent when the update could not be planned. */
  planned: PlannedUpdate | undefined;
  /** `open`: to be sent, or sent without an answer. */
  fate: 'open' | 'queued' | 'unchanged' | 'refused';
  /** Refusals by our own check (status 0) or by the service. */
  refusals: readonly Refusal[];
  /** What to do when the update could not be planned. */
  readonly hint?: string;
  /**
   * The recorded body changed between the first plan and the lock; the edits were applied to the new body.
   */
  rebased: boolean;
}

export type UpdateCounts = Readonly<Record<'queued' | 'unchanged' | 'refused' | 'pending', number>>;

/**
 * With `gather`, an ASN that cannot be planned becomes a refused row; otherwise throws. @throws Failure exit
 * 2
 */
export function planRows(
  parts: PlanParts,
  subjects: readonly AsnToUpdate[],
  body: NewBody,
  gather: boolean,
): UpdateRow[] {
  return subjects.map((subject) => {
    try {
      const key =
        body.kind === 'whole' ? body.key : asnRecordOf(parts.records, subject.number, subject.program);
      const planned = planUpdate(parts, { number: key.number, program: key.program }, body);
      const refusals = refusalsOf(planned.findings);
      return { subject, planned, fate: planned.fate, refusals, rebased: false };
    } catch (error) {
      if (!gather || !(error instanceof Failure)) throw error;
      const refusal = { status: 0, code: error.code, field: '', message: error.message };
      const row = { subject, planned: undefined, fate: 'refused', rebased: false } as const;
      return { ...row, refusals: [refusal], hint: error.hint };
    }
  });
}

/** The updates to be sent, each with its row. */
export const openUpdates = (rows: readonly UpdateRow[]) =>
  rows.flatMap((row) => (row.fate === 'open' && row.planned ? [{ ...row.planned, row }] : []));

type UpdateContext = Attempted & { readonly row: UpdateRow };

/** The open updates as a job of the sender; the outcome of each is in its row. */
export class UpdateDelivery extends AsnAttempts<UpdateContext> {
  readonly holds;

  constructor(
    parts: AttemptParts,
    private readonly rows: readonly UpdateRow[],
    lockWaitMs: number,
  ) {
    super(parts, 'update');
    const { records, clock } = parts;
    this.holds = holdsOf<UpdateContext>(
      records.doubts,
      ({ key, digest }) => ({ id: keyText(key), digest }),
      lockWaitMs,
      (keys, ms) => leftInDoubt(clock, 'ASN', keys.map(numberOf), ms),
    );
  }

  async *messages(): AsyncGenerator<Message<UpdateContext>> {
    yield* openUpdates(this.rows).map(messageOf);
  }

  /** A cancellation whose answer was lost: the ASN that is no longer active was cancelled by it. */
  alreadyThere({ context }: Message<UpdateContext>, refusals: readonly Refusal[]): boolean {
    const { status, mayBeThere, earlier, digest } = context;
    const wasSent = mayBeThere === true || digestsOf(earlier?.intent).includes(digest);
    return status === 'cancelled' && wasSent && refusals.every(isInactive);
  }

  override async accepted(messages: readonly Message<UpdateContext>[]): Promise<void> {
    await super.accepted(messages);
    messages[0]!.context.row.fate = 'queued';
  }

  override async refused(message: Message<UpdateContext>, refusals: readonly Refusal[]): Promise<void> {
    await super.refused(message, refusals);
    Object.assign(message.context.row, { fate: 'refused', refusals });
  }
}

/**
 * Plans the rows again, under the lock. Edits are applied to what other processes queued meanwhile. A whole
 * body is not merged: `stale` is called to show what it would undo.
 */
export function recheckRows(before: readonly UpdateRow[], again: readonly UpdateRow[], body: NewBody) {
  const rows = again.map((row, i) => ({
    ...row,
    rebased: row.planned?.recorded?.digest !== before[i]?.planned?.recorded?.digest,
  }));
  return { rows, stale: body.kind === 'whole' ? rows.find(({ rebased }) => rebased) : undefined };
}

export function countRows(rows: readonly UpdateRow[]): UpdateCounts {
  const counts = { queued: 0, unchanged: 0, refused: 0, pending: 0 };
  for (const { fate } of rows) counts[fate === 'open' ? 'pending' : fate]++;
  return counts;
}

// What an update would send: the new body beside the recorded one, the change between them, and whether it may go out.
import { type Failure, usageFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import type { AsnVersion } from '../contract/asn.ts';
import type { Finding } from '../contract/finding.ts';
import { applyLevels, type Levels } from '../contract/levels.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { formatInstant } from '../contract/time.ts';
import type { Crypto } from '../platform/platform.ts';
import {
  type AsnIntent,
  type AsnKey,
  type AsnQueued,
  type AsnRecord,
  type AsnRecords,
  asnDigest,
} from '../storage/asn-records.ts';
import { type Change, diffAsns } from './diff.ts';
import { setInText } from './edit-text.ts';
import { applyEdits, type Edit } from './edits.ts';

/** Where the new body comes from: edits of the recorded one, or a whole body from a file or an editor. */
export type NewBody =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | {
      readonly kind: 'whole';
      readonly text: string;
      readonly key: AsnKey;
      /** What was found while the file was read. */
      readonly findings?: readonly Finding[];
    };

export interface PlannedUpdate extends AsnKey {
  /** What was queued last, as far as this machine knows. */
  readonly recorded: AsnQueued | undefined;
  /** What an earlier run was about to send when it died. */
  readonly pending: AsnIntent | undefined;
  /** Exactly what is sent. */
  readonly text: string;
  readonly digest: string;
  readonly version: AsnVersion;
  readonly status: string;
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly fate: 'send' | 'unchanged' | 'refused';
}

export interface PlanParts {
  readonly records: AsnRecords;
  readonly crypto: Crypto;
  /** Every rule, those against what other ASNs are recorded with as well. */
  checks(asn: unknown, version: AsnVersion, key: AsnKey): readonly Finding[];
  /** Of what is found beside that. */
  readonly levels: Levels | undefined;
  versionOf(asn: unknown): AsnVersion;
  /** A finding in words. */
  sentence(finding: Finding): string;
  /** Sends what has not changed, too. */
  readonly force: boolean;
  /** ms since the epoch. */
  now(): number;
}

/** @throws Failure exit 2 when an edit does not fit the recorded body, or there is none */
export function planUpdate(parts: PlanParts, key: AsnKey, body: NewBody): PlannedUpdate {
  const record = parts.records.get(key);
  if (body.kind === 'edits' && !record) throw notRecorded(key.number);
  const given = body.kind === 'whole' ? body.text : applyEdits(record!.last.body, body.edits);
  const asn = JSON.parse(given) as unknown;
  const version = parts.versionOf(asn);
  const read = body.kind === 'whole' ? (body.findings ?? []) : [];
  const findings = allFindings(applyLevels(read, parts.levels), parts.checks(asn, version, key));
  const pending = parts.records.intent(key);
  const recorded = record?.last;
  const wanted = asnDigest(parts.crypto, asn);
  // What may lie at the service since a run that died is no longer what is recorded.
  const open = [pending?.digest ?? wanted, ...(pending?.others ?? [])];
  const same = recorded?.digest === wanted && open.every((other) => other === wanted);
  const wrong = findings.some(({ severity }) => severity === 'error');
  const fate = wrong ? 'refused' : same && !parts.force ? 'unchanged' : 'send';
  // Only what is sent has a new time of sending: else every update would be a change.
  const text = fate === 'send' ? renewTime(given, recorded?.body, parts.now()) : given;
  const sent = JSON.parse(text) as unknown;
  return {
    ...key,
    recorded,
    pending,
    text,
    digest: asnDigest(parts.crypto, sent),
    version,
    status: isObject(asn) && typeof asn['status'] === 'string' ? asn['status'] : '',
    changes: diffAsns(recorded ? JSON.parse(recorded.body) : {}, sent),
    findings,
    fate,
  };
}

/** When the message was sent, which an update renews (interface: messagetimestamp). */
export const SENT_AT = 'messagetimestamp';

/** The recorded time of sending is not that of this message; one that was given anew, or is not there, stays so. */
function renewTime(text: string, recorded: string | undefined, now: number): string {
  const before = recorded === undefined ? undefined : sentAt(recorded);
  if (typeof before !== 'string' || sentAt(text) !== before) return text;
  return setInText(text, [SENT_AT], JSON.stringify(formatInstant(now)));
}

function sentAt(text: string): unknown {
  const asn: unknown = JSON.parse(text);
  return isObject(asn) ? asn[SENT_AT] : undefined;
}

/** The record that a number means. @throws Failure exit 2 when it means none (`missing`), or several */
export function recordOf(
  records: AsnRecords,
  number: string,
  program: string | undefined,
  missing: (number: string) => Failure = notRecorded,
): AsnRecord {
  const known = records.byNumber(number);
  const found = program === undefined ? known : known.filter((record) => record.program === program);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) throw severalPrograms(number, known);
  if (known.length > 0)
    throw usageFailure('asn.program', `ASN ${quote(number)} is not recorded for program ${quote(program)}`, {
      expected: known.map((record) => record.program).join(', '),
      found: program ?? '',
      hint: 'Name one of these programs with --program.',
    });
  throw missing(number);
}

const severalPrograms = (number: string, known: readonly AsnRecord[]) =>
  usageFailure('asn.program', `ASN ${quote(number)} is recorded for ${known.length} programs`, {
    expected: '--program with one of them',
    found: known.map(({ program }) => program).join(', '),
    hint: `Add --program ${known[0]!.program}, for example.`,
  });

export const notRecorded = (number: string) =>
  usageFailure('asn.unknown', `ASN ${quote(number)} was not queued from this machine`, {
    expected: 'a recorded ASN, or its whole shape in a file: an update repeats all of it',
    hint: 'Give the whole shape (returns asns update NUMBER FILE), or record what another system sent: returns asns adopt FILE',
  });

/** Where nothing is to be changed. */
export const nothingRecorded = (number: string) =>
  usageFailure('asn.unknown', `ASN ${quote(number)} was not queued from this machine`, {
    expected: 'a recorded ASN of this target',
    hint: 'See what is recorded: returns asns list. What another system sent is recorded with returns asns adopt FILE.',
  });

/** The number of the path and that of the body agree. @throws Failure exit 2 */
export function checkSameNumber(
  asn: unknown,
  { number, program }: { number: string; program?: string },
): void {
  const found = isObject(asn) ? asn['asn_number'] : undefined;
  if (found !== number)
    throw usageFailure(
      'asn.number.mismatch',
      `The ASN to update is ${quote(number)}, but the body is that of ${quote(found ?? 'no ASN number')}`,
      {
        expected: number,
        found: String(found ?? ''),
        hint: 'Correct one of the two: path and body name the same ASN.',
      },
    );
  const other = isObject(asn) ? asn['program_identifier'] : undefined;
  if (program !== undefined && other !== program)
    throw usageFailure(
      'asn.program.mismatch',
      `The program is ${quote(program)}, but the body is that of ${quote(other ?? 'no program')}`,
      { expected: program, found: String(other ?? ''), hint: 'Correct one of the two.' },
    );
}

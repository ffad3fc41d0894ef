// The pass that sends: records the outcome of every ASN (queued, queued before, refused).
import { defectFailure } from '../basics/failure.ts';
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { applyLevels, refuses } from '../contract/levels.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { CodeCounts } from '../runs/code-counts.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import { AsnAttempts, type Attempted, digestsOf, messageOf } from './attempts.ts';
import {
  type AsnCheckContext,
  type AsnVerdict,
  checkAsn,
  compareRecorded,
  placeIn,
  type ReadyAsn,
} from './check-asn.ts';
import type { AsnInput, ReadAsn } from './input/types.ts';
import { type AsnMeaning, asnFieldOf, asnMeaningOf, isNumberTaken, isTaken, OTHER_BODY } from './meaning.ts';
import { type AsnProblem, refusalProblem } from './problems.ts';

export interface AsnDeliveryContext extends Attempted, ReadyAsn {
  /** Ordinal in the order of the input. */
  readonly ordinal: number;
  readonly read: ReadAsn;
  recovered?: boolean;
}

export interface AsnDeliveryParts {
  readonly platform: Platform;
  readonly input: AsnInput;
  readonly checks: AsnCheckContext & { readonly records: AsnRecords };
  /** The file is created when the first ASN is refused. */
  readonly rejects: Rejects;
  readonly run: string;
}

type AsnOutcome = 'queued' | 'already_queued' | 'refused';

/** Maximum number of refusals of the service that are listed. */
const MOST_ANSWERS = 1000;

export class AsnDelivery {
  readonly counts = { queued: 0, already_queued: 0, refused: 0 };
  recovered = 0;
  /** Number of ASNs that the service refused. */
  answered = 0;
  readonly refusals = new CodeCounts();
  readonly answers: AsnProblem[] = [];
  private readonly decided = new Set<number>();
  readonly attempts: AsnAttempts;

  constructor(private readonly parts: AsnDeliveryParts) {
    const { checks, platform, run } = parts;
    this.attempts = new AsnAttempts(checks.records, platform.clock, run, 'create');
  }

  /**
   * Every message to be sent, in the order of the input. The outcome of all other ASNs is recorded on the
   * way.
   */
  async *messages(): AsyncGenerator<Message<AsnDeliveryContext>> {
    let ordinal = 0;
    for await (const read of this.parts.input.read()) {
      const context = this.contextOf(read, ordinal++);
      if (context) yield messageOf(context);
    }
  }

  private contextOf(read: ReadAsn, ordinal: number): AsnDeliveryContext | undefined {
    const verdict: AsnVerdict = checkAsn(read, this.parts.checks);
    if (verdict.kind === 'refused') return void this.refuseOurselves(read, ordinal, verdict.findings);
    if (verdict.kind === 'queued') return void this.record(ordinal, 'already_queued');
    return { ...verdict.asn, ordinal, read };
  }

  /**
   * Compares with the records again at send time: another process, or an equal ASN earlier in the input, may
   * have been queued.
   */
  admit({ context }: Message<AsnDeliveryContext>): boolean {
    const { checks } = this.parts;
    const { queued, findings } = compareRecorded(checks.records, context);
    const against = applyLevels(findings, checks.levels);
    if (queued) this.record(context.ordinal, 'already_queued');
    else if (against.some((finding) => refuses(finding, checks)))
      this.refuseOurselves(context.read, context.ordinal, against);
    else return true;
    return false;
  }

  /**
   * Called when the service answers that the number is taken. The ASN is ours when an earlier attempt with
   * the same body lost its answer. After an attempt with another body it is unknown which of the bodies the
   * service has.
   */
  alreadyThere({ context }: Message<AsnDeliveryContext>, refusals: readonly Refusal[]): boolean {
    if (!refusals.some(isNumberTaken) || !refusals.every(isTaken)) return false;
    const before = digestsOf(context.earlier?.intent);
    if (before.some((digest) => digest !== context.digest)) return false;
    context.recovered = context.mayBeThere === true || before.includes(context.digest);
    return context.recovered;
  }

  async accepted({ context }: Message<AsnDeliveryContext>): Promise<void> {
    await this.attempts.accepted(context);
    if (context.recovered) this.recovered++;
    this.record(context.ordinal, context.recovered ? 'already_queued' : 'queued');
  }

  async refused({ context }: Message<AsnDeliveryContext>, refusals: readonly Refusal[]): Promise<void> {
    const { rejects } = this.parts;
    const { read } = context;
    const meanings = refusals.map((refusal) => ({ refusal, meaning: this.meaning(context, refusal) }));
    rejects.add(
      { rows: read.places },
      meanings.map(({ refusal, meaning }) => ({
        code: refusal.code,
        field: asnFieldOf(refusal.field),
        message: meaning.sentence,
        status: refusal.status,
      })),
    );
    for (const { refusal, meaning } of meanings)
      if (this.answers.length < MOST_ANSWERS) this.answers.push(refusalProblem(read, refusal, meaning));
    for (const { code, field } of new Map(refusals.map((one) => [one.code, one])).values())
      this.refusals.addOther(code, placeIn(read), { field: asnFieldOf(field) });
    this.answered++;
    this.record(context.ordinal, 'refused');
    await this.attempts.refused(context, refusals);
  }

  private meaning({ key, digest, earlier }: AsnDeliveryContext, refusal: Refusal): AsnMeaning {
    const other = digestsOf(earlier?.intent).some((one) => one !== digest);
    return other && isNumberTaken(refusal) ? OTHER_BODY : asnMeaningOf(refusal, 'create', key.number);
  }

  flush(): Promise<void> {
    return this.attempts.flush();
  }

  private refuseOurselves(read: ReadAsn, ordinal: number, findings: AsnVerdict['findings']): void {
    const { rejects, checks } = this.parts;
    const refusing = findings.filter((finding) => refuses(finding, checks));
    rejects.add(
      { rows: read.places },
      refusing.map((finding) => ({
        code: finding.code,
        field: finding.path,
        message: describeAsnFinding(finding),
        status: '',
      })),
    );
    this.refusals.add(refusing, placeIn(read));
    this.record(ordinal, 'refused');
  }

  private record(ordinal: number, outcome: AsnOutcome): void {
    if (this.decided.has(ordinal))
      throw defectFailure('defect.accounts', `ASN ${ordinal} was recorded twice`, {
        hint: 'This is a defect of the tool: report it together with the summary.',
      });
    this.decided.add(ordinal);
    this.counts[outcome]++;
  }
}

// The pass that sends: records the outcome of every ASN (queued, queued before, refused).
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { applyLevels, refuses } from '../contract/levels.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { CodeCounts } from '../runs/code-counts.ts';
import { Accounts } from '../runs/summarise.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import type { Caller } from '../sending/call.ts';
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
import type { ReadAsn } from './input/asn-rows.ts';
import type { AsnInput } from './input/read.ts';
import {
  type AsnMeaning,
  type AsnProblem,
  asnFieldOf,
  asnMeaningOf,
  isNumberTaken,
  isTaken,
  OTHER_BODY,
  refusalProblem,
} from './meaning.ts';

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
  readonly caller: Caller;
}

/** Maximum number of refusals of the service that are listed. */
const MOST_ANSWERS = 1000;

export class AsnDelivery extends AsnAttempts<AsnDeliveryContext> {
  /** Accepted: queued by this run. */
  readonly accounts = new Accounts('ASN');
  recovered = 0;
  readonly refusals = new CodeCounts();
  readonly answers: AsnProblem[] = [];

  constructor(private readonly own: AsnDeliveryParts) {
    const { checks, platform, run, caller } = own;
    super({ records: checks.records, clock: platform.clock, run, caller }, 'create');
  }

  /**
   * Every message to be sent, in the order of the input. The outcome of all other ASNs is recorded on the
   * way.
   */
  async *messages(): AsyncGenerator<Message<AsnDeliveryContext>> {
    let ordinal = 0;
    for await (const read of this.own.input.read()) {
      const context = this.contextOf(read, ordinal++);
      if (context) yield messageOf(context);
    }
  }

  private contextOf(read: ReadAsn, ordinal: number): AsnDeliveryContext | undefined {
    const verdict: AsnVerdict = checkAsn(read, this.own.checks);
    if (verdict.kind === 'refused') return void this.refuseOurselves(read, ordinal, verdict.findings);
    if (verdict.kind === 'queued') return void this.accounts.record(ordinal, 'already_accepted');
    return { ...verdict.asn, ordinal, read };
  }

  /**
   * Compares with the records again at send time: another process, or an equal ASN earlier in the input, may
   * have been queued.
   */
  override admit(messages: readonly Message<AsnDeliveryContext>[]) {
    return messages.filter(({ context }) => this.isToSend(context));
  }

  private isToSend(context: AsnDeliveryContext): boolean {
    const { checks } = this.own;
    const { queued, findings } = compareRecorded(checks.records, context);
    const against = applyLevels(findings, checks.levels);
    if (queued) this.accounts.record(context.ordinal, 'already_accepted');
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

  override async accepted(messages: readonly Message<AsnDeliveryContext>[]): Promise<void> {
    await super.accepted(messages);
    const { context } = messages[0]!;
    if (context.recovered) this.recovered++;
    this.accounts.record(context.ordinal, context.recovered ? 'already_accepted' : 'accepted');
  }

  override async refused(message: Message<AsnDeliveryContext>, refusals: readonly Refusal[]): Promise<void> {
    const { rejects } = this.own;
    const { context } = message;
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
    this.accounts.record(context.ordinal, 'refused');
    await super.refused(message, refusals);
  }

  private meaning({ key, digest, earlier }: AsnDeliveryContext, refusal: Refusal): AsnMeaning {
    const other = digestsOf(earlier?.intent).some((one) => one !== digest);
    return other && isNumberTaken(refusal) ? OTHER_BODY : asnMeaningOf(refusal, 'create', key.number);
  }

  private refuseOurselves(read: ReadAsn, ordinal: number, findings: AsnVerdict['findings']): void {
    const { rejects, checks } = this.own;
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
    this.accounts.record(ordinal, 'refused');
  }
}

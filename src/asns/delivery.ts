// The pass that sends: records the outcome of every ASN (queued, queued before, refused), and whether the
// answer to each attempt is known.
import { defectFailure } from '../basics/failure.ts';
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { applyLevels, refuses } from '../contract/levels.ts';
import type { Rejects } from '../input/rejects.ts';
import { type HttpAnswer, NetworkFault } from '../platform/platform.ts';
import { CodeCounts } from '../runs/code-counts.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import { meaningOfStatus } from '../sending/retry.ts';
import type { AsnIntent, AsnRecords } from '../storage/asn-records.ts';
import {
  type AsnCheckContext,
  type AsnVerdict,
  checkAsn,
  compareRecorded,
  placeIn,
  type ReadyAsn,
} from './check-asn.ts';
import type { AsnInput, ReadAsn } from './input/types.ts';
import { keyText } from './input-index.ts';
import { type AsnMeaning, asnFieldOf, isNumberTaken, isTaken, OTHER_BODY } from './meaning.ts';
import { meaningOfRefusal, refusalProblem } from './problems.ts';
import type { AsnRecorder } from './recorder.ts';
import type { AsnProblem } from './summary.ts';

export interface AsnDeliveryContext extends ReadyAsn {
  /** Ordinal in the order of the input. */
  readonly ordinal: number;
  readonly read: ReadAsn;
  /** The intent on disk before the first attempt of this run; undefined before that attempt. */
  earlier: { readonly intent: AsnIntent | undefined } | undefined;
  /**
   * An attempt of this run may have stored the ASN at the service: it was accepted, or its answer was lost.
   */
  mayBeThere: boolean;
  recovered: boolean;
}

export interface AsnDeliveryParts {
  readonly input: AsnInput;
  readonly checks: AsnCheckContext & { readonly records: AsnRecords };
  readonly recorder: AsnRecorder;
  readonly rejects: Rejects | undefined;
  readonly run: string;
  now(): number;
  /** One HTTP exchange. @throws NetworkFault */
  post(asn: ReadyAsn, body: string | Uint8Array, token: string, signal: AbortSignal): Promise<HttpAnswer>;
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
  readonly warnings = new CodeCounts();
  readonly answers: AsnProblem[] = [];
  private readonly decided = new Set<number>();
  /** ASNs with an intent of this run on disk and no known answer. */
  private readonly open = new Set<AsnDeliveryContext>();

  constructor(private readonly parts: AsnDeliveryParts) {}

  /**
   * Every message to be sent, in the order of the input. The outcome of all other ASNs is recorded on the
   * way.
   */
  async *messages(): AsyncGenerator<Message<AsnDeliveryContext>> {
    let ordinal = 0;
    for await (const read of this.parts.input.read()) {
      const context = this.contextOf(read, ordinal++);
      if (!context) continue;
      const { key, text } = context;
      yield { key: keyText(key), text, bytes: Buffer.byteLength(text), context };
    }
  }

  private contextOf(read: ReadAsn, ordinal: number): AsnDeliveryContext | undefined {
    const verdict: AsnVerdict = checkAsn(read, this.parts.checks);
    if (verdict.kind === 'refused') return void this.refuseOurselves(read, ordinal, verdict.findings);
    this.warnings.add(verdict.findings, placeIn(read));
    if (verdict.kind === 'queued') return void this.record(ordinal, 'already_queued');
    return { ...verdict.asn, ordinal, read, earlier: undefined, mayBeThere: false, recovered: false };
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

  /** Writes the intent to disk before the first request. */
  async post(
    context: AsnDeliveryContext,
    body: string | Uint8Array,
    token: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { recorder, checks, run, post, now } = this.parts;
    if (!context.earlier) {
      const intent = checks.records.intent(context.key);
      context.earlier = { intent };
      this.open.add(context);
      const others = digestsOf(intent).filter((digest) => digest !== context.digest);
      await recorder.intend(context.key, {
        digest: context.digest,
        at: now(),
        run,
        ...(others.length > 0 ? { others } : {}),
      });
    }
    try {
      const answer = await post(context, body, token, signal);
      // Set even when the answer was accepted: recording it may fail, and then the next run must know about
      // the attempt.
      if (['accepted', 'failed'].includes(meaningOfStatus(answer.status))) context.mayBeThere = true;
      return answer;
    } catch (error) {
      // Without a connection the service received nothing.
      const never = error instanceof NetworkFault && ['refused', 'dns', 'tls', 'proxy'].includes(error.kind);
      if (!never) context.mayBeThere = true;
      throw error;
    }
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
    context.recovered = context.mayBeThere || before.includes(context.digest);
    return context.recovered;
  }

  async accepted({ context }: Message<AsnDeliveryContext>): Promise<void> {
    const { recorder, run, now } = this.parts;
    const { text: body, digest, version, status } = context;
    await recorder.queued(context.key, { body, digest, version, status, at: now(), run, how: 'create' });
    this.open.delete(context);
    if (context.recovered) this.recovered++;
    this.record(context.ordinal, context.recovered ? 'already_queued' : 'queued');
  }

  async refused({ context }: Message<AsnDeliveryContext>, refusals: readonly Refusal[]): Promise<void> {
    const { rejects, recorder } = this.parts;
    const { read } = context;
    const meanings = refusals.map((refusal) => ({ refusal, meaning: this.meaning(context, refusal) }));
    rejects?.add(
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
    // After a server error it is unknown what the service stored.
    if (refusals[0]?.code === 'server_error') return;
    this.open.delete(context);
    await recorder.withdraw(context.key, context.earlier?.intent);
  }

  private meaning({ read, digest, earlier }: AsnDeliveryContext, refusal: Refusal): AsnMeaning {
    const other = digestsOf(earlier?.intent).some((one) => one !== digest);
    return other && isNumberTaken(refusal) ? OTHER_BODY : meaningOfRefusal(read, refusal);
  }

  /**
   * Ends the run: withdraws the intents of ASNs that never reached the service. Resolves when everything is
   * on disk.
   */
  async flush(): Promise<void> {
    for (const context of this.open)
      if (!context.mayBeThere) void this.parts.recorder.withdraw(context.key, context.earlier?.intent);
    await this.parts.recorder.flush();
  }

  private refuseOurselves(read: ReadAsn, ordinal: number, findings: AsnVerdict['findings']): void {
    const { rejects, checks } = this.parts;
    const refusing = findings.filter((finding) => refuses(finding, checks));
    rejects?.add(
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

/** Digests of every body that may have reached the service without an answer. */
const digestsOf = (intent: AsnIntent | undefined): readonly string[] =>
  intent ? [intent.digest, ...(intent.others ?? [])] : [];

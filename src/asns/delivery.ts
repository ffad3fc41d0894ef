// How ASNs are sent, for creating and updating alike: whether the answer to each attempt is known, on disk. The intent
// before the first request, then what the service queued. And the pass that creates ASNs: what came of each.
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { applyLevels, refuses } from '../contract/levels.ts';
import type { Rejects } from '../input/rejects.ts';
import { type Clock, type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import { Accounts, CodeCounts } from '../runs/run-outcome.ts';
import type { SendJob } from '../runs/send-job.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import type { Caller } from '../sending/call.ts';
import { meaningOfStatus } from '../sending/retry-policy.ts';
import type { AsnIntent, AsnKey, AsnQueued, AsnRecords } from '../storage/asn-records.ts';
import { groupedWrites } from '../storage/grouped-writes.ts';
import {
  type AsnCheckContext,
  type AsnVerdict,
  checkAsn,
  compareRecorded,
  keyText,
  placeIn,
  type ReadyAsn,
} from './check-asn.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import type { AsnInput } from './input/read.ts';
import {
  type AsnProblem,
  asnFieldOf,
  asnMeaningOf,
  isNumberTaken,
  isTaken,
  refusalProblem,
} from './refusals.ts';

export interface Attempted extends Omit<ReadyAsn, 'raw'> {
  /** The intent on disk before the first attempt of this run; undefined before that attempt. */
  earlier?: { readonly intent: AsnIntent | undefined };
  /**
   * An attempt of this run may have stored the ASN at the service: it was accepted, or its answer was lost.
   */
  mayBeThere?: boolean;
}

/** Each request body is one ASN, without an envelope; an ASN is never split. */
export const ONE_EACH = {
  envelope: { before: '', after: '', list: '' },
  batchSize: 1,
  batchBytes: Number.MAX_SAFE_INTEGER,
};

export const messageOf = <T extends Attempted>(context: T): Message<T> => {
  const { key, text } = context;
  return { key: keyText(key), text, bytes: Buffer.byteLength(text), context };
};

const NOT_REACHED = 502;

/** Digests of every body that may have reached the service without an answer. */
export const digestsOf = (intent: AsnIntent | undefined): readonly string[] =>
  intent ? [intent.digest, ...(intent.others ?? [])] : [];

export interface AttemptParts {
  readonly records: AsnRecords;
  readonly clock: Clock;
  readonly run: string;
  readonly caller: Caller;
}

export abstract class AsnAttempts<T extends Attempted> implements SendJob<T> {
  /** ASNs with an intent of this run on disk and no known answer. */
  private readonly open = new Set<Attempted>();
  /** Intents and results are written in separate groups, so that neither waits for the other. */
  private readonly intents;
  private readonly results;

  constructor(
    private readonly parts: AttemptParts,
    private readonly how: 'create' | 'update',
  ) {
    const { clock, records } = parts;
    this.intents = groupedWrites<readonly [AsnKey, AsnIntent | undefined]>(clock, (entries) => {
      const written = entries.flatMap(([key, intent]) => (intent ? [[key, intent] as const] : []));
      const gone = entries.flatMap(([key, intent]) => (intent ? [] : [key]));
      if (written.length > 0) records.intend(written);
      if (gone.length > 0) records.forgetIntent(gone);
    });
    this.results = groupedWrites<readonly [AsnKey, AsnQueued]>(clock, (entries) => records.queued(entries));
  }

  abstract messages(): AsyncIterator<Message<T>>;

  admit(messages: readonly Message<T>[]): readonly Message<T>[] {
    return messages;
  }

  /** Writes the intent to disk before the first request. @throws NetworkFault, Failure exit 7 */
  async post(
    body: string | Uint8Array,
    token: string,
    signal: AbortSignal,
    [message]: readonly Message<T>[],
  ): Promise<HttpAnswer> {
    const asn = message!.context;
    await this.intend(asn);
    const endpoint = this.how === 'create' ? ENDPOINTS.asnCreate : ENDPOINTS.asnUpdate;
    const parameters = { 'asn-number': asn.key.number };
    const options = { body, token, signal, version: String(asn.version), parameters };
    try {
      const answer = await this.parts.caller.call(endpoint, options);
      // Set even when the answer was accepted: recording it may fail, and then the next run must know about
      // the attempt. 502: "Request could not reach the upstream server" (interface, Errors).
      const isStored = ['accepted', 'failed'].includes(meaningOfStatus(answer.status));
      if (isStored && answer.status !== NOT_REACHED) asn.mayBeThere = true;
      return answer;
    } catch (error) {
      // Without a connection the service received nothing.
      const never = error instanceof NetworkFault && ['refused', 'dns', 'tls', 'proxy'].includes(error.kind);
      if (!never) asn.mayBeThere = true;
      throw error;
    }
  }

  private async intend(asn: T): Promise<void> {
    if (asn.earlier) return;
    const { records, clock, run } = this.parts;
    const intent = records.intent(asn.key);
    asn.earlier = { intent };
    this.open.add(asn);
    const others = [...new Set(digestsOf(intent))].filter((digest) => digest !== asn.digest);
    await this.intents.add([
      asn.key,
      {
        digest: asn.digest,
        at: clock.now(),
        run,
        ...(this.how === 'update' && { body: asn.text }),
        ...(others.length > 0 && { others }),
      },
    ]);
  }

  async accepted([message]: readonly Message<T>[]): Promise<void> {
    const asn = message!.context;
    const { key, text: body, digest, version, status } = asn;
    const { run, clock } = this.parts;
    await this.results.add([key, { body, digest, version, status, at: clock.now(), run, how: this.how }]);
    this.open.delete(asn);
  }

  async refused({ context: asn }: Message<T>, refusals: readonly Refusal[]): Promise<void> {
    // After a server error it is unknown what the service stored.
    if (refusals[0]?.code === 'server_error') return;
    this.open.delete(asn);
    await this.withdraw(asn);
  }

  /** Removes the intent of this run; restores that of an earlier run. */
  private withdraw({ key, earlier }: Attempted): Promise<void> {
    return this.intents.add([key, earlier?.intent]);
  }

  /**
   * Ends the run: withdraws the intents of ASNs that never reached the service. Resolves when everything is on disk.
   * @throws the first error of a write that was not awaited
   */
  async flush(): Promise<void> {
    for (const asn of this.open) if (!asn.mayBeThere) void this.withdraw(asn);
    // Waits for both, even when one fails.
    const ends = await Promise.allSettled([this.results.flush(), this.intents.flush()]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

interface AsnDeliveryContext extends Attempted, ReadyAsn {
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
    const meanings = refusals.map((refusal) => ({
      refusal,
      meaning: asnMeaningOf(refusal, 'create', context.key.number),
    }));
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

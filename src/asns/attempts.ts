// How ASNs are sent, for creating and updating alike: whether the answer to each attempt is known, on disk. The intent before
// the first request, then what the service queued.
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Clock, type HttpAnswer, NetworkFault } from '../platform/platform.ts';
import type { SendJob } from '../runs/send-job.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import type { Caller } from '../sending/call.ts';
import { meaningOfStatus } from '../sending/retry-policy.ts';
import type { AsnIntent, AsnKey, AsnQueued, AsnRecords } from '../storage/asn-records.ts';
import { groupedWrites } from '../storage/grouped-writes.ts';
import type { ReadyAsn } from './check-asn.ts';
import { keyText } from './check-asn.ts';

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
      // the attempt.
      if (['accepted', 'failed'].includes(meaningOfStatus(answer.status))) asn.mayBeThere = true;
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

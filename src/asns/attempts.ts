// Whether the answer to each attempt to send an ASN is known, on disk: the intent before the first request, then what the
// service queued. For creating and updating alike.
import { type Clock, type HttpAnswer, NetworkFault } from '../platform/platform.ts';
import type { Message, Refusal } from '../sending/batch.ts';
import { meaningOfStatus } from '../sending/retry-policy.ts';
import type { AsnIntent, AsnKey, AsnQueued, AsnRecords } from '../storage/asn-records.ts';
import { groupedWrites } from '../storage/grouped-writes.ts';
import type { ReadyAsn } from './check-asn.ts';
import { keyText } from './input/input-index.ts';

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

export class AsnAttempts {
  /** ASNs with an intent of this run on disk and no known answer. */
  private readonly open = new Set<Attempted>();
  /** Intents and results are written in separate groups, so that neither waits for the other. */
  private readonly intents;
  private readonly results;

  constructor(
    private readonly records: AsnRecords,
    private readonly clock: Clock,
    private readonly run: string,
    private readonly how: 'create' | 'update',
  ) {
    this.intents = groupedWrites<readonly [AsnKey, AsnIntent | undefined]>(clock, (entries) => {
      const written = entries.flatMap(([key, intent]) => (intent ? [[key, intent] as const] : []));
      const gone = entries.flatMap(([key, intent]) => (intent ? [] : [key]));
      if (written.length > 0) records.intend(written);
      if (gone.length > 0) records.forgetIntent(gone);
    });
    this.results = groupedWrites<readonly [AsnKey, AsnQueued]>(clock, (entries) => records.queued(entries));
  }

  /** Writes the intent to disk before the first request. @throws NetworkFault, Failure exit 7 */
  async post(asn: Attempted, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    if (!asn.earlier) {
      const intent = this.records.intent(asn.key);
      asn.earlier = { intent };
      this.open.add(asn);
      const others = [...new Set(digestsOf(intent))].filter((digest) => digest !== asn.digest);
      await this.intents.add([
        asn.key,
        {
          digest: asn.digest,
          at: this.clock.now(),
          run: this.run,
          ...(this.how === 'update' && { body: asn.text }),
          ...(others.length > 0 && { others }),
        },
      ]);
    }
    try {
      const answer = await send();
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

  async accepted(asn: Attempted): Promise<void> {
    const { key, text: body, digest, version, status } = asn;
    const { run, how } = this;
    await this.results.add([key, { body, digest, version, status, at: this.clock.now(), run, how }]);
    this.open.delete(asn);
  }

  async refused(asn: Attempted, refusals: readonly Refusal[]): Promise<void> {
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

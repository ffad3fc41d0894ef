// The pass cache: the results of the first pass, so that the second pass need not read, parse and check everything
// again. They are packed, in memory up to a limit, beyond it in a private file.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import type { Order } from '../contract/order.ts';
import { counts } from '../input/number-columns.ts';
import type { Inputs, RowPlace, Snapshot } from '../input/types.ts';
import type { Crypto, Packing } from '../platform/platform.ts';
import { type Computed, ReadyOrder } from '../storage/order-record.ts';
import {
  type CheckedSnapshot,
  canonicalTextOf,
  type SkipReason,
  type SnapshotVerdict,
} from './check-snapshot.ts';
import type { SpillFolder } from './input/spill.ts';

/**
 * The first part of a pair, as JSON. The second part is the order when it is ready, or the content of a
 * refused order.
 */
type Head = readonly [
  ordinal: number,
  id: string,
  rows: readonly number[],
  places: readonly (readonly [path: string, place: Place])[],
  verdict: Computed | 'ready' | SkipReason | readonly Finding[],
];

export interface PassCacheOptions {
  /** Maximum number of bytes in memory, packed; 0 turns the cache off. */
  readonly most: number;
  /** Where the rest goes; without it, a larger input is read a second time. */
  readonly spill?: SpillFolder;
  /** Stores only the ordinal of an unchanged order, because it is not sent again. */
  readonly unchangedApart: boolean;
  /** Stores orders with their keys in the order of the message: a check writes them so. */
  readonly asWritten?: boolean;
}

export class PassCache {
  private pairs: TextPairs;
  private readonly ordinals = counts();
  private unchangedCount = 0;
  private state: 'reading' | 'complete' | 'too much' = 'reading';

  constructor(
    private readonly packing: Packing,
    private readonly crypto: Crypto,
    private readonly options: PassCacheOptions,
  ) {
    this.pairs = new TextPairs(packing, options);
  }

  /** Starts again with an empty cache: the input is read from its start. */
  begin(): void {
    this.clear();
    this.state = this.options.most > 0 ? 'reading' : 'too much';
  }

  private clear(): void {
    this.close();
    this.pairs = new TextPairs(this.packing, this.options);
    this.ordinals.clear();
    this.unchangedCount = 0;
  }

  /** Adds an order that the service has accepted with the same content. */
  addUnchanged(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    if (!this.options.unchangedApart) this.add(snapshot, verdict);
    else if (this.state === 'reading') this.ordinals.set(this.unchangedCount++, snapshot.ordinal);
  }

  /**
   * Stores the places of findings that a report will need: of a refused order, or of the findings of the
   * ledger.
   */
  add(snapshot: Snapshot, verdict: SnapshotVerdict, ofLedger: readonly Finding[] = []): void {
    if (this.state !== 'reading') return;
    const findings = verdict.kind === 'refused' ? verdict.findings : ofLedger;
    const head: Head = [
      snapshot.ordinal,
      snapshot.id,
      numbersOf(snapshot.rows),
      firstOfEach(findings).map(({ path }) => [path, snapshot.placeOf(path)]),
      verdict.kind === 'ready'
        ? this.options.asWritten
          ? 'ready'
          : { digest: verdict.order.digest, facts: verdict.order.facts }
        : verdict.kind === 'skipped'
          ? verdict.reason
          : verdict.findings,
    ];
    if (!this.pairs.add(JSON.stringify(head), this.jsonOf(snapshot, verdict))) this.giveUp();
  }

  private jsonOf(snapshot: Snapshot, verdict: SnapshotVerdict): Uint8Array {
    if (verdict.kind !== 'ready')
      return Buffer.from(verdict.kind === 'refused' ? canonicalTextOf(snapshot) : '');
    return this.options.asWritten ? Buffer.from(verdict.order.written) : verdict.order.bytes;
  }

  private giveUp(): void {
    this.clear();
    this.state = 'too much';
  }

  /** The input was read to its end. */
  end(): void {
    if (this.state !== 'reading') return;
    if (this.pairs.close()) this.state = 'complete';
    else this.giveUp();
  }

  /** Removes the file. May be called more than once. */
  close(): void {
    try {
      this.options.spill?.remove();
    } catch {
      // The outcome of the run must not be lost for it: the next run removes the file.
    }
  }

  /** Whether the cache contains everything, so that the input need not be read again. */
  get isComplete(): boolean {
    return this.state === 'complete';
  }

  /** Ordinals of the unchanged orders, which `take` does not yield. */
  *unchanged(): Generator<number> {
    for (let i = 0; i < this.unchangedCount; i++) yield this.ordinals.get(i);
  }

  /**
   * Yields everything else, in the order of the input, once: an entry is removed when it is yielded. Ends
   * early after an interruption. It looks at the signal itself: when no entry becomes a message, no caller would.
   * @throws Failure exit 6 when a file changed since it was read
   */
  async *take(
    inputs: Pick<Inputs, 'checkUnchanged'>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly CheckedSnapshot[]> {
    for await (const pairs of this.pairs.take()) {
      if (signal.aborted) return;
      inputs.checkUnchanged();
      yield pairs.map((pair) => checkedOf(this.crypto, pair));
    }
    inputs.checkUnchanged();
  }
}

/**
 * Only the first finding of each severity and code gets a place: finding thousands of places in a large order
 * takes minutes.
 */
function firstOfEach(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const kind = `${finding.severity} ${finding.code}`;
    if (!first.has(kind)) first.set(kind, finding);
  }
  return [...first.values()];
}

const textOf = (json: Uint8Array): string => new TextDecoder().decode(json);

function checkedOf(crypto: Crypto, [head, json]: Pair): CheckedSnapshot {
  const [ordinal, id, numbers, places, verdict] = JSON.parse(head) as Head;
  const placeOf = (path: string): Place => places.find(([one]) => one === path)?.[1] ?? {};
  const snapshot = { ordinal, id, rows: rowsOf(numbers), placeOf };
  const content = () => textOf(json);
  if (verdict === 'ready') {
    const order = ReadyOrder.of(crypto, JSON.parse(textOf(json)) as Order);
    return { snapshot, content, verdict: { kind: 'ready', order, findings: [] } };
  }
  if (typeof verdict === 'string')
    return { snapshot, content, verdict: { kind: 'skipped', reason: verdict } };
  if (!('digest' in verdict)) return { snapshot, content, verdict: { kind: 'refused', findings: verdict } };
  // The findings of an order to be sent were already counted in the first pass.
  const order = ReadyOrder.restored(crypto, json, verdict);
  return { snapshot, content, verdict: { kind: 'ready', order, findings: [] } };
}

function numbersOf(rows: readonly RowPlace[]): number[] {
  const numbers: number[] = [];
  for (const { file, line, start, end } of rows) numbers.push(file, line, start, end);
  return numbers;
}

function rowsOf(numbers: readonly number[]): RowPlace[] {
  const rows: RowPlace[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [file, line, start, end] = numbers.slice(at, at + 4) as [number, number, number, number];
    rows.push({ file, line, start, end });
  }
  return rows;
}

/** Bytes that are packed and unpacked together. */
const CHUNK = 1 << 18;

/** Size of the header of each pair: the byte lengths of its two parts. */
const LENGTHS = 8;

/** Maximum number of bytes per UTF-16 unit in UTF-8. */
const WIDEST = 3;

type Pair = readonly [first: string, second: Uint8Array];

export class TextPairs {
  private chunks: Uint8Array[] = [];
  private open = Buffer.alloc(0);
  private used = 0;
  /** Size of the packed chunks in memory. */
  private bytes = 0;
  private spilled: ReturnType<SpillFolder['create']> | undefined;
  /** Sizes of the chunks in the file. */
  private readonly sizes: number[] = [];

  constructor(
    private readonly packing: Packing,
    private readonly options: Pick<PassCacheOptions, 'most' | 'spill'>,
  ) {}

  /** False when the pairs take too much: not all of them are stored. */
  add(first: string, second: Uint8Array): boolean {
    const most = LENGTHS + WIDEST * first.length + second.length;
    if (this.used + most > this.open.length) {
      if (!this.close()) return false;
      if (this.open.length < most) this.open = Buffer.allocUnsafe(Math.max(CHUNK, most));
    }
    const { open, used } = this;
    const firstBytes = open.write(first, used + LENGTHS);
    open.set(second, used + LENGTHS + firstBytes);
    open.writeUInt32LE(firstBytes, used);
    open.writeUInt32LE(second.length, used + 4);
    this.used = used + LENGTHS + firstBytes + second.length;
    return true;
  }

  /** Packs the open chunk. False when there is no place for it. */
  close(): boolean {
    if (this.used === 0) return true;
    const chunk = this.packing.pack(this.open.subarray(0, this.used));
    this.used = 0;
    // The chunks in the file follow those in memory: after the first one, every chunk goes there.
    if (this.spilled || this.bytes + chunk.length > this.options.most) return this.spillOut(chunk);
    this.bytes += chunk.length;
    this.chunks.push(chunk);
    return true;
  }

  private spillOut(chunk: Uint8Array): boolean {
    const { spill } = this.options;
    if (!spill) return false;
    try {
      this.spilled ??= spill.create();
      this.spilled.writer.write(chunk);
    } catch {
      // The disk is full, or may not be written: the input itself can still be read again.
      return false;
    }
    this.sizes.push(chunk.length);
    return true;
  }

  /** Yields all pairs in order, one chunk at a time; each chunk is removed when it is yielded. */
  async *take(): AsyncGenerator<Pair[]> {
    this.open = Buffer.alloc(0);
    for await (const chunk of this.packed()) {
      const { buffer, byteOffset, byteLength } = await this.packing.unpack(chunk);
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      const pairs: Pair[] = [];
      for (let at = 0; at < bytes.length; ) {
        const middle = at + LENGTHS + bytes.readUInt32LE(at);
        const end = middle + bytes.readUInt32LE(at + 4);
        pairs.push([bytes.toString('utf8', at + LENGTHS, middle), bytes.subarray(middle, end)]);
        at = end;
      }
      yield pairs;
    }
  }

  private async *packed(): AsyncGenerator<Uint8Array> {
    for (let next = this.chunks.shift(); next; next = this.chunks.shift()) yield next;
    const { spilled, sizes } = this;
    if (spilled) yield* this.options.spill!.chunks(spilled, sizes);
  }
}

// What pass 1 made of the input, kept in memory so that pass 2 need not read, parse and judge it all again. Only as much as
// is allowed: an input that takes more is read a second time.
import type { Place } from '../basics/failure.ts';
import { canonicalJson } from '../basics/json.ts';
import type { Finding } from '../contract/finding.ts';
import type { Order } from '../contract/order.ts';
import { counts } from '../input/column.ts';
import type { Inputs, RowPlace, Snapshot } from '../input/types.ts';
import type { Packing } from '../platform/platform.ts';
import type { CheckedSnapshot, SkipReason, Verdict } from './check-snapshot.ts';

/** The first text of a pair, as JSON. The second is the order that is ready, or the content of one that is refused. */
type Head = readonly [
  ordinal: number,
  id: string,
  rows: readonly number[],
  places: readonly (readonly [path: string, place: Place])[],
  verdict: 'ready' | SkipReason | readonly Finding[],
];

export interface PassCacheOptions {
  /** Bytes, packed; with 0 nothing is kept. */
  readonly most: number;
  /** Of an order that was accepted as it is, no more than its number: it is not sent again. */
  readonly unchangedApart: boolean;
}

export class PassCache {
  private pairs: TextPairs;
  private readonly ordinals = counts();
  private settled = 0;
  private state: 'reading' | 'complete' | 'too much' = 'reading';

  constructor(
    private readonly packing: Packing,
    private readonly options: PassCacheOptions,
  ) {
    this.pairs = new TextPairs(packing);
  }

  /** The input is read from its start. */
  begin(): void {
    this.pairs = new TextPairs(this.packing);
    this.settled = 0;
    this.state = this.options.most > 0 ? 'reading' : 'too much';
  }

  /** An order that the service has as it is. */
  addUnchanged(snapshot: Snapshot, verdict: Verdict): void {
    if (!this.options.unchangedApart) this.add(snapshot, verdict);
    else if (this.state === 'reading') this.ordinals.set(this.settled++, snapshot.ordinal);
  }

  /** Of the findings of a refused order, and of those that the ledger adds, the places are kept that will be asked for. */
  add(snapshot: Snapshot, verdict: Verdict, ofLedger: readonly Finding[] = []): void {
    if (this.state !== 'reading') return;
    const findings = verdict.kind === 'refused' ? verdict.findings : ofLedger;
    const head: Head = [
      snapshot.ordinal,
      snapshot.id,
      numbersOf(snapshot.rows),
      firstOfEach(findings).map(({ path }) => [path, snapshot.placeOf(path)]),
      verdict.kind === 'ready' ? 'ready' : verdict.kind === 'skipped' ? verdict.reason : verdict.findings,
    ];
    this.pairs.add(JSON.stringify(head), textOf(snapshot, verdict));
    if (this.pairs.bytes <= this.options.most) return;
    this.pairs = new TextPairs(this.packing);
    this.ordinals.clear();
    this.settled = 0;
    this.state = 'too much';
  }

  /** The input was read to its end. */
  end(): void {
    if (this.state === 'reading') this.state = 'complete';
  }

  /** Whether everything is here, so that nothing has to be read again. */
  get isComplete(): boolean {
    return this.state === 'complete';
  }

  /** Numbers of the orders that the service has as they are, and that `take` does not hand out. */
  *unchanged(): Generator<number> {
    for (let i = 0; i < this.settled; i++) yield this.ordinals.get(i);
  }

  /**
   * Everything else in the order in which it came, once: what was handed out is gone. Ends early at an interruption, as reading
   * does: there may be nothing to hand out at which anybody else would notice.
   * @throws Failure exit 6 when a file is no longer what was read
   */
  async *take(
    inputs: Pick<Inputs, 'checkUnchanged'>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly CheckedSnapshot[]> {
    for await (const pairs of this.pairs.take()) {
      if (signal.aborted) return;
      inputs.checkUnchanged();
      yield pairs.map(judgedOf);
    }
    inputs.checkUnchanged();
  }
}

/** Only the first of a kind is asked where it stands; thousands of places in a large order take minutes to find. */
function firstOfEach(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const kind = `${finding.severity} ${finding.code}`;
    if (!first.has(kind)) first.set(kind, finding);
  }
  return [...first.values()];
}

function textOf(snapshot: Snapshot, verdict: Verdict): string {
  if (verdict.kind === 'ready') return JSON.stringify(verdict.order);
  return verdict.kind === 'refused' ? canonicalJson(snapshot.raw) : '';
}

function judgedOf([head, text]: readonly [string, string]): CheckedSnapshot {
  const [ordinal, id, numbers, places, verdict] = JSON.parse(head) as Head;
  const placeOf = (path: string): Place => places.find(([one]) => one === path)?.[1] ?? {};
  const kept = { snapshot: { ordinal, id, rows: rowsOf(numbers), placeOf }, content: () => text };
  if (verdict === 'ready') {
    // What was found in an order that goes out was counted when it was found.
    const order = JSON.parse(text) as Order;
    return { ...kept, verdict: { kind: 'ready', order, findings: [] }, text };
  }
  return typeof verdict === 'string'
    ? { ...kept, verdict: { kind: 'skipped', reason: verdict } }
    : { ...kept, verdict: { kind: 'refused', findings: verdict } };
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

/** Bytes that are packed together, and come back together. */
const CHUNK = 1 << 18;

/** Before each pair: how many bytes its texts have. */
const LENGTHS = 8;

/** Most bytes that a character takes. */
const WIDEST = 3;

export class TextPairs {
  private chunks: Uint8Array[] = [];
  private open = Buffer.alloc(0);
  private used = 0;
  /** Of the chunks, packed. */
  bytes = 0;

  constructor(private readonly packing: Packing) {}

  add(first: string, second: string): void {
    const most = LENGTHS + WIDEST * (first.length + second.length);
    if (this.used + most > this.open.length) {
      this.close();
      if (this.open.length < most) this.open = Buffer.allocUnsafe(Math.max(CHUNK, most));
    }
    const { open, used } = this;
    const firstBytes = open.write(first, used + LENGTHS);
    const secondBytes = open.write(second, used + LENGTHS + firstBytes);
    open.writeUInt32LE(firstBytes, used);
    open.writeUInt32LE(secondBytes, used + 4);
    this.used = used + LENGTHS + firstBytes + secondBytes;
  }

  /** What was added last is packed, too. */
  close(): void {
    if (this.used === 0) return;
    const chunk = this.packing.pack(this.open.subarray(0, this.used));
    this.used = 0;
    this.bytes += chunk.length;
    this.chunks.push(chunk);
  }

  /** All pairs in their order, a chunk at a time; what was handed out is gone. */
  async *take(): AsyncGenerator<(readonly [first: string, second: string])[]> {
    this.close();
    this.open = Buffer.alloc(0);
    for (let next = this.chunks.shift(); next; next = this.chunks.shift()) {
      const bytes = Buffer.from(await this.packing.unpack(next));
      const pairs: [string, string][] = [];
      for (let at = 0; at < bytes.length; ) {
        const middle = at + LENGTHS + bytes.readUInt32LE(at);
        const end = middle + bytes.readUInt32LE(at + 4);
        // Each text by itself: a foreign letter in one must not make all of them twice as wide.
        pairs.push([bytes.toString('utf8', at + LENGTHS, middle), bytes.toString('utf8', middle, end)]);
        at = end;
      }
      yield pairs;
    }
  }
}

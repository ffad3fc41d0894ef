// JSON bytes to orders without holding the document: one order, an array of orders, or one message with an orders array.
// A state machine over bytes finds where orders begin and end; each is parsed alone, what surrounds them at the end.
import { inputFailure } from '../base/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../base/json.ts';
import type { OnOrder } from './ndjson-orders.ts';
import { MAX_ORDER, parseOrder, tooLarge } from './order-text.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;

const CORRECT = 'Correct the file at that place and run the command again; nothing was sent.';

interface Spot {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export class JsonOrders {
  private offset = 0;
  private line = 1;
  private lineStart = 0;
  /** Around the array of orders, between two orders, or in one. */
  private where: 'around' | 'between' | 'order' = 'around';
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The document without its orders; parsed at the end, so that it is judged as strictly as they are. */
  private readonly around: Uint8Array[] = [];
  private aroundSize = 0;
  /** Where that goes on behind the orders. */
  private behind: (Spot & { readonly size: number }) | undefined;
  /** Keys on the way down to here, and the last string seen: only needed around the orders. */
  private readonly keys: string[] = [];
  private lastString: number[] = [];
  private expects: 'first' | 'order' | 'comma' = 'first';
  private parts: Uint8Array[] = [];
  private order: Spot = { offset: 0, line: 1, column: 1 };
  private orderDepth = 0;

  constructor(
    private readonly file: string,
    private readonly onOrder: OnOrder,
  ) {}

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): void {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === NEWLINE) {
        this.line++;
        this.lineStart = this.offset + i + 1;
      }
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
        if (this.where === 'around' && this.inString && this.lastString.length < 200)
          this.lastString.push(byte);
      } else if (this.where === 'order') {
        if (byte === QUOTE) this.inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.orderDepth++;
        else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --this.orderDepth === 0) {
          this.endOrder(chunk.subarray(from, i + 1));
          from = i + 1;
        }
      } else if (this.where === 'between') {
        if (this.between(byte, i)) from = i;
      } else if (this.aroundByte(byte)) {
        this.keepAround(chunk.subarray(from, i + 1));
        this.where = 'between';
      }
    }
    if (this.where === 'around') this.keepAround(chunk.subarray(from));
    else if (this.where === 'order') {
      this.parts.push(chunk.subarray(from));
      if (this.offset + chunk.length - this.order.offset > MAX_ORDER)
        throw tooLarge(this.file, this.order.line);
    }
    this.offset += chunk.length;
  }

  end(): void {
    if (this.where !== 'around')
      throw inputFailure('input.json.syntax', 'The file ends in the middle of the orders', {
        place: {
          file: this.file,
          line: this.where === 'order' ? this.order.line : this.line,
          ...(this.where === 'order' ? { column: this.order.column } : {}),
        },
        hint: 'The file is cut off: export or copy it again.',
      });
    const bytes = Buffer.concat(this.around);
    const text = bytes.toString().replace(/^\ufeff/, ' ');
    const parsed = parseJsonStrictly(text);
    if (parsed.fault)
      throw inputFailure(`input.json.${parsed.fault.code}`, parsed.fault.message, {
        place: { file: this.file, ...this.placeAround(text, parsed.fault.offset) },
        hint: CORRECT,
      });
    if (this.behind) return;
    // No array of orders was met: the document itself is one order, or it holds none.
    if (!isObject(parsed.value) || parsed.value['returns_portal_order'] !== undefined)
      throw inputFailure('input.json.orders', 'The document holds no orders', {
        place: { file: this.file, line: 1 },
        expected: '{"returns_portal_order":{"orders":[...]}}, an array of orders, or one order',
        hint: 'Wrap the orders as expected; `returns orders template --format json` prints a sample.',
      });
    const start = bytes.indexOf(OPEN_OBJECT);
    const end = bytes.lastIndexOf(CLOSE_OBJECT) + 1;
    const spot = lineAndColumn(text, text.indexOf('{'));
    this.onOrder(
      parseOrder(this.file, bytes.subarray(start, end), spot.line, spot.column),
      spot.line,
      start,
      end,
    );
  }

  /** A byte around the orders. True when the array of orders begins with it. */
  private aroundByte(byte: number): boolean {
    switch (byte) {
      case QUOTE:
        this.inString = true;
        this.lastString = [];
        break;
      case COLON:
        this.keys.length = Math.max(0, this.depth - 1);
        this.keys.push(this.depth <= 2 ? keyOf(this.lastString) : '');
        break;
      case OPEN_OBJECT:
        this.depth++;
        break;
      case OPEN_ARRAY:
        this.depth++;
        return !this.behind && this.isOrders();
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.depth--;
        break;
    }
    return false;
  }

  private isOrders(): boolean {
    if (this.depth === 1) return true;
    return this.depth === 3 && this.keys[0] === 'returns_portal_order' && this.keys[1] === 'orders';
  }

  /** A byte between two orders. True when what it begins is to be kept: the next order, or the rest behind them. */
  private between(byte: number, i: number): boolean {
    if (byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d) return false;
    const spot = { offset: this.offset + i, line: this.line, column: this.offset + i - this.lineStart + 1 };
    if (byte === CLOSE_ARRAY && this.expects !== 'order') {
      this.where = 'around';
      this.depth--;
      this.behind = { ...spot, size: this.aroundSize };
      return true;
    }
    if (byte === OPEN_OBJECT && this.expects !== 'comma') {
      this.where = 'order';
      this.order = spot;
      this.orderDepth = 1;
      return true;
    }
    if (byte === COMMA && this.expects === 'comma') {
      this.expects = 'order';
      return false;
    }
    throw inputFailure(
      'input.json.syntax',
      this.expects === 'comma'
        ? 'After an order there must be a comma or the end of the array'
        : 'An order must be a JSON object',
      {
        place: { file: this.file, line: spot.line, column: spot.column },
        expected: this.expects === 'comma' ? '`,` or `]`' : '`{`',
        hint: CORRECT,
      },
    );
  }

  private keepAround(bytes: Uint8Array): void {
    this.aroundSize += bytes.length;
    if (this.aroundSize > MAX_ORDER) throw tooLarge(this.file, 1);
    this.around.push(bytes);
  }

  private endOrder(last: Uint8Array): void {
    const bytes = this.parts.length === 0 ? last : Buffer.concat([...this.parts, last]);
    const { line, column, offset } = this.order;
    this.parts = [];
    this.where = 'between';
    this.expects = 'comma';
    if (bytes.length > MAX_ORDER) throw tooLarge(this.file, line);
    this.onOrder(parseOrder(this.file, bytes, line, column), line, offset, offset + bytes.length);
  }

  private placeAround(text: string, offset: number): { line: number; column: number } {
    const behind = this.behind;
    // Sizes are bytes, offsets UTF-16 units: equal unless a key before the orders is not ASCII.
    if (!behind || offset < behind.size) return lineAndColumn(text, offset);
    const spot = lineAndColumn(text.slice(behind.size), offset - behind.size);
    return {
      line: behind.line + spot.line - 1,
      column: spot.line === 1 ? behind.column + spot.column - 1 : spot.column,
    };
  }
}

function keyOf(bytes: readonly number[]): string {
  const parsed = parseJsonStrictly(`"${Buffer.from(bytes).toString()}"`);
  return parsed.fault ? '' : String(parsed.value);
}

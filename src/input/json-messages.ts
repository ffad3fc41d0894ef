// Splits JSON and NDJSON bytes into messages without holding the whole document. NDJSON has one per line, blank lines skipped.
// JSON is one message, an array of messages, or a document that wraps such an array: a state machine over bytes finds where
// messages begin and end. Each message is parsed alone, the text around them at the end.
import { inputFailure } from '../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly, placeIn } from '../basics/json.ts';
import { characterAt } from '../basics/text.ts';
import { hasUtf8Bom } from './file-format.ts';
import { MAX_MESSAGE, type MessageForm, takeOut, textOf, tooLarge } from './message-text.ts';
import type { OpenedFile, RowReading } from './open-file.ts';

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const CORRECT = 'Correct the file at that place and run the command again; nothing was sent.';

interface Spot {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export class JsonMessages<T> {
  private offset = 0;
  private line = 1;
  private lineStart = 0;
  /** Around the array of messages, between two messages, or in one. */
  private where: 'around' | 'between' | 'message' = 'around';
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The document without its messages. It is parsed at the end, so that it is checked as strictly as they are. */
  private readonly around: Uint8Array[] = [];
  private aroundSize = 0;
  /** Where the text after the messages begins. */
  private behind: (Spot & { readonly size: number }) | undefined;
  /** Keys on the path to the current position, and the last string seen. Only needed around the messages. */
  private readonly keys: string[] = [];
  private lastString: number[] = [];
  private expects: 'first' | 'message' | 'comma' = 'first';
  private parts: Uint8Array[] = [];
  private message: Spot = { offset: 0, line: 1, column: 1 };
  private messageDepth = 0;

  constructor(
    private readonly file: string,
    private readonly onMessage: OnMessage<T>,
    private readonly form: MessageForm<T>,
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
      } else if (this.where === 'message') {
        if (byte === QUOTE) this.inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.messageDepth++;
        else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --this.messageDepth === 0) {
          this.endMessage(chunk.subarray(from, i + 1));
          from = i + 1;
        }
      } else if (this.where === 'between') {
        if (this.between(byte, chunk, i)) from = i;
      } else if (this.aroundByte(byte)) {
        this.keepAround(chunk.subarray(from, i + 1));
        this.where = 'between';
      }
    }
    if (this.where === 'around') this.keepAround(chunk.subarray(from));
    else if (this.where === 'message') {
      this.parts.push(chunk.subarray(from));
      checkSize(this.form, this.offset + chunk.length - this.message.offset, this.file, this.message.line);
    }
    this.offset += chunk.length;
  }

  end(): void {
    if (this.where !== 'around')
      throw inputFailure(
        'input.json.syntax',
        `The file ends in the middle of the ${this.form.subject.many}`,
        {
          place: {
            file: this.file,
            line: this.where === 'message' ? this.message.line : this.line,
            ...(this.where === 'message' ? { column: this.message.column } : {}),
          },
          hint: 'The file is cut off: export or copy it again.',
        },
      );
    const bytes = Buffer.concat(this.around);
    const text = bytes.toString().replace(/^\ufeff/, ' ');
    const parsed = this.form.parseAround(text);
    if (parsed.fault)
      throw inputFailure(`input.json.${parsed.fault.code}`, parsed.fault.message, {
        place: this.placeAround(text, parsed.fault.offset),
        hint:
          this.behind && /[[{]/.test(text[parsed.fault.offset] ?? '') ? takeOut(this.form.subject) : CORRECT,
      });
    this.form.checkAround(parsed.value, this.file, this.behind !== undefined);
    if (this.behind) return;
    const start = bytes.indexOf(OPEN_OBJECT);
    const end = bytes.lastIndexOf(CLOSE_OBJECT) + 1;
    const spot = { file: this.file, ...lineAndColumn(text, text.indexOf('{')) };
    this.onMessage(this.form.read(bytes.subarray(start, end), spot), spot.line, start, end);
  }

  /** A byte around the messages. True when the array of messages begins with it. */
  private aroundByte(byte: number): boolean {
    switch (byte) {
      case QUOTE:
        this.inString = true;
        this.lastString = [];
        break;
      case COLON:
        this.keys.length = Math.max(0, this.depth - 1);
        this.keys.push(this.depth <= this.deepest ? keyOf(this.lastString) : '');
        break;
      case OPEN_OBJECT:
        this.depth++;
        break;
      case OPEN_ARRAY:
        this.depth++;
        return !this.behind && this.isList();
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.depth--;
        break;
    }
    return false;
  }

  private isList(): boolean {
    const { list } = this.form;
    if (this.depth === 1) return true;
    return this.depth === this.deepest + 1 && list!.every((key, i) => key === this.keys[i]);
  }

  /** How many keys lead to the list of messages. */
  private get deepest(): number {
    return this.form.list?.length ?? 0;
  }

  /**
   * A byte between two messages. True when it begins a part to store: the next message, or the text after the messages.
   */
  private between(byte: number, chunk: Uint8Array, i: number): boolean {
    if (byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d) return false;
    const spot = { offset: this.offset + i, line: this.line, column: this.offset + i - this.lineStart + 1 };
    if (byte === CLOSE_ARRAY && this.expects !== 'message') {
      this.where = 'around';
      this.depth--;
      this.behind = { ...spot, size: this.aroundSize };
      return true;
    }
    if (byte === OPEN_OBJECT && this.expects !== 'comma') {
      this.where = 'message';
      this.message = spot;
      this.messageDepth = 1;
      return true;
    }
    if (byte === COMMA && this.expects === 'comma') {
      this.expects = 'message';
      return false;
    }
    throw inputFailure(
      'input.json.syntax',
      this.expects === 'comma'
        ? `After an ${this.form.subject.one} there must be a comma or the end of the array`
        : `An ${this.form.subject.one} must be a JSON object`,
      {
        place: { file: this.file, line: spot.line, column: spot.column },
        expected: this.expects === 'comma' ? '`,` or `]`' : '`{`',
        found: characterAt(textOf(chunk.subarray(i, i + 4)), 0),
        hint: CORRECT,
      },
    );
  }

  private keepAround(bytes: Uint8Array): void {
    this.aroundSize += bytes.length;
    checkSize(this.form, this.aroundSize, this.file, 1);
    this.around.push(bytes);
  }

  private endMessage(last: Uint8Array): void {
    const bytes = behind(this.parts, last);
    const { line, column, offset } = this.message;
    this.parts = [];
    this.where = 'between';
    this.expects = 'comma';
    checkSize(this.form, bytes.length, this.file, line);
    const value = this.form.read(bytes, { file: this.file, line, column });
    this.onMessage(value, line, offset, offset + bytes.length);
  }

  private placeAround(text: string, offset: number) {
    const { behind, file } = this;
    // Sizes are bytes, offsets UTF-16 units. They are equal unless a key before the messages is not ASCII.
    if (!behind || offset < behind.size) return placeIn(text, offset, { file });
    const { size, line, column } = behind;
    return placeIn(text.slice(size), offset - size, { file, line, column });
  }
}

const behind = (parts: readonly Uint8Array[], last: Uint8Array): Uint8Array =>
  parts.length === 0 ? last : Buffer.concat([...parts, last]);

function checkSize({ subject }: MessageForm<unknown>, size: number, file: string, line: number): void {
  if (size > MAX_MESSAGE) throw tooLarge(subject, file, line);
}

function keyOf(bytes: readonly number[]): string {
  const parsed = parseJsonStrictly(`"${Buffer.from(bytes).toString()}"`);
  return parsed.fault ? '' : String(parsed.value);
}

/** Reads the messages of a JSON or NDJSON file. */
export const messagesIn = <T>(
  { name, format }: Pick<OpenedFile, 'name' | 'format'>,
  onMessage: OnMessage<T>,
  form: MessageForm<T>,
): RowReading => new (format === 'ndjson' ? NdjsonMessages : JsonMessages)(name, onMessage, form);

/** Receives a message; `start` and `end` are byte offsets. */
export type OnMessage<T> = (value: T, line: number, start: number, end: number) => void;

export class NdjsonMessages<T> {
  private line = 0;
  private offset = 0;
  private parts: Uint8Array[] = [];
  private held = 0;

  constructor(
    private readonly file: string,
    private readonly onMessage: OnMessage<T>,
    private readonly form: MessageForm<T>,
  ) {}

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      this.take(chunk.subarray(from, end + 1));
      from = end + 1;
    }
    if (from < chunk.length) {
      this.parts.push(chunk.subarray(from));
      this.held += chunk.length - from;
      checkSize(this.form, this.held, this.file, this.line + 1);
    }
  }

  end(): void {
    if (this.held > 0) this.take(new Uint8Array(0));
  }

  private take(last: Uint8Array): void {
    const bytes = behind(this.parts, last);
    this.parts = [];
    this.held = 0;
    this.line++;
    const start = this.offset;
    this.offset += bytes.length;
    checkSize(this.form, bytes.length, this.file, this.line);
    // Files that were joined have a byte order mark in front of some lines; it is not part of the message.
    const skip = hasUtf8Bom(bytes) ? 3 : 0;
    const text = bytes.subarray(skip);
    if (text.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a)) return;
    const value = this.form.read(text, { file: this.file, line: this.line, column: 1 });
    this.onMessage(value, this.line, start + skip, this.offset);
  }
}

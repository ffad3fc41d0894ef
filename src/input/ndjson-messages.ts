// NDJSON bytes to messages: one per line, blank lines skipped.
import type { MessageForm } from './message-form.ts';
import { MAX_MESSAGE, tooLarge } from './message-text.ts';

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
      if (this.held > MAX_MESSAGE) throw tooLarge(this.form.subject, this.file, this.line + 1);
    }
  }

  end(): void {
    if (this.held > 0) this.take(new Uint8Array(0));
  }

  private take(last: Uint8Array): void {
    const bytes = this.parts.length === 0 ? last : Buffer.concat([...this.parts, last]);
    this.parts = [];
    this.held = 0;
    this.line++;
    const start = this.offset;
    this.offset += bytes.length;
    if (bytes.length > MAX_MESSAGE) throw tooLarge(this.form.subject, this.file, this.line);
    // A byte order mark is not part of the first message.
    const skip = start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const text = bytes.subarray(skip);
    if (text.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a)) return;
    const value = this.form.read(text, { file: this.file, line: this.line, column: 1 }, '');
    this.onMessage(value, this.line, start + skip, this.offset);
  }
}

// Server-sent events out of pieces of text. Pure: keep what is left over for the next piece.

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | null;
}

/** Events that are whole, and the rest of the text. */
export function readEvents(text: string): { events: ServerEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop()!;
  const events: ServerEvent[] = [];
  for (const block of blocks) {
    let name = 'message';
    let id: string | null = null;
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === 'event') name = value!;
      else if (field === 'id') id = value!;
      else if (field === 'data') data.push(value!);
    }
    // A comment is a sign of life only.
    if (data.length > 0) events.push({ name, id, data: data.join('\n') });
  }
  return { events, rest };
}

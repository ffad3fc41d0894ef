// Parses server-sent events from pieces of text. Pure: the caller passes the rest to the next call.

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | null;
}

/** The complete events, and the rest of the text. */
export function readEvents(text: string): { events: ServerEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop()!;
  const events: ServerEvent[] = [];
  for (const block of blocks) {
    let name = 'message';
    let id: string | null = null;
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
      if (field === 'event') name = value!;
      else if (field === 'id') id = value!;
      else if (field === 'data') data.push(value!);
    }
    // A comment is only a heartbeat.
    if (data.length > 0) events.push({ name, id, data: data.join('\n') });
  }
  return { events, rest };
}

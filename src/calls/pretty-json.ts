// A JSON text set out for reading, every value as it was written.
import { format } from 'jsonc-parser';
import { jsonPlaces, stepsText } from '../basics/json-text.ts';

export interface PrettyLine {
  readonly text: string;
  /** Of the value that begins in this line; undefined for a closing bracket. */
  readonly path: string | undefined;
}

/** Sets a syntactically valid text out in lines, two spaces a level. */
export function prettyJson(text: string): PrettyLine[] {
  // Line breaks stand between values only; the formatter would take over their kind.
  const given = text.replace(/[\r\n]/g, ' ');
  let made = '';
  let from = 0;
  for (const { offset, length, content } of format(given, undefined, {
    insertSpaces: true,
    tabSize: 2,
    eol: '\n',
  })) {
    made += given.slice(from, offset) + content;
    from = offset + length;
  }
  made += given.slice(from);
  const places = jsonPlaces(made).sort((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return made.split('\n').map((line) => {
    end += line.length + 1;
    const place = places[next];
    if (!place || place.start >= end) return { text: line, path: undefined };
    next++;
    return { text: line, path: stepsText(place.steps) };
  });
}

// Shows a failure: what happened, where, expected and found, what to do. As text, and as one JSON document.

import { type Failure, placeText, reasonOf } from '../basics/failure.ts';
import { redact } from '../basics/text.ts';
import { clean, type Paint, textBlock } from './presenter.ts';

/**
 * With `columns` (of a terminal) lines have at most that width. In a log every sentence is one line, so that it can be
 * searched.
 */
export function failureText(failure: Failure, paint: Paint, columns = Number.POSITIVE_INFINITY): string {
  const lines: string[] = [];
  const row = (label: string, text: string) => lines.push(...textBlock(label, clean(text), columns));
  const labelled = (name: string, text: string, show = (word: string) => word) =>
    row(`  ${show(name)}${' '.repeat(10 - name.length)}`, text);
  row(`${paint.red.bold('error')}  `, failure.message);
  const place = placeText(failure.place);
  if (place) labelled('where', place);
  if (failure.expected !== undefined) labelled('expected', failure.expected);
  if (failure.found !== undefined) labelled('found', failure.found);
  labelled('do this', failure.hint, paint.bold);
  return redact(`${lines.join('\n')}\n`);
}

/** `error/1`, fixed by the design. `reason`: one word for scripts, listed by `returns help exit-codes`. */
export function failureDocument(failure: Failure) {
  return {
    schema: 'error/1',
    code: failure.code,
    message: redact(failure.message),
    hint: redact(failure.hint),
    exit_code: failure.exitCode,
    reason: reasonOf(failure),
    ...(failure.place ? { place: failure.place } : {}),
    ...(failure.expected !== undefined ? { expected: redact(failure.expected) } : {}),
    ...(failure.found !== undefined ? { found: redact(failure.found) } : {}),
  };
}

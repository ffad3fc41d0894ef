// Findings about ASNs as text for users: place and code on one line, the sentence below, and one hint per
// code.
import { plural } from '../../basics/units.ts';
import { type Paint, wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnProblem } from '../problems.ts';

/** Number of findings on the screen; --json has all. */
const MOST_SHOWN = 100;

export function problemLines(problems: readonly AsnProblem[], paint: Paint, columns: number): string[] {
  const width = Math.max(60, Math.min(columns, 120));
  const colors = { error: paint.red, warning: paint.yellow, note: paint.dim };
  const shown = problems.slice(0, MOST_SHOWN);
  const lines = shown.flatMap((problem) => {
    const { file, line, column, code, severity, path, message, asn_number: number, status } = problem;
    const place = `${clean(file)}:${line}${column === null ? '' : `:${column}`}`;
    const of = number === null ? '' : `  ${paint.bold(clean(number))}`;
    const answer = status === null || status === 0 ? '' : ` ${status}`;
    const sentence = `${path ? `${clean(path)}: ` : ''}${clean(message)}`;
    return [
      `${place}${of}  ${colors[severity](`${severity} ${clean(code)}${answer}`)}`,
      ...wrap(sentence, width - 4).map((text) => `    ${text}`),
    ];
  });
  if (problems.length > shown.length)
    lines.push(paint.dim(`and ${plural(problems.length - shown.length, 'more finding')} (all with --json)`));
  return [...lines, ...hintLines(shown, paint, width)];
}

/** What to do, once per code. */
function hintLines(problems: readonly AsnProblem[], paint: Paint, width: number): string[] {
  const hints = new Map(
    problems
      .filter(({ severity, hint }) => severity !== 'note' && hint !== '')
      .map(({ code, hint }) => [`${code}\n${hint}`, { code, hint }]),
  );
  if (hints.size === 0) return [];
  return [
    '',
    paint.bold('What to do'),
    ...[...hints.values()].flatMap(({ code, hint }) => [
      `  ${clean(code)}`,
      ...wrap(clean(hint), width - 4).map((text) => `    ${paint.dim(text)}`),
    ]),
  ];
}

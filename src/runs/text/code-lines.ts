// What the plans of orders and ASNs show alike: finding codes with their counts, and what a mapping assumes.
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, LABEL, labelled, NUMBER, type Paint, table, textBlock, wrap } from '../../cli/presenter.ts';
import { bySeverity, type CodeCount, type CodeDetail, type Finding } from '../../contract/finding.ts';
import type { MappingInfo } from '../../input/types.ts';
import type { MappingRow } from '../../storage/runs.ts';
import type { estimateOf, RunPlace, RunState } from '../run-outcome.ts';

/** How a run ended. */
export const END_TITLES: Readonly<Record<RunState, string>> = {
  checked: 'Checked, nothing was sent',
  completed: 'Done',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};
export const UNBALANCED = '  The accounts do not balance: this is a defect of the tool, please report it.';

/** Number of codes that are listed; the rest is summed up. */
const MOST_CODES = 8;

export interface Page {
  readonly paint: Paint;
  readonly width: number;
}

export const pageOf = (paint: Paint, columns: number): Page => ({
  paint,
  width: Math.max(60, Math.min(columns, 120)),
});

/** Where it goes, when it goes anywhere. */
export function targetLines({ environment, target, profile }: Partial<RunPlace>, paint: Paint): string[] {
  if (!environment) return [];
  const named = profile?.startsWith('(') ? profile : `profile ${profile ?? ''}`;
  const parts = [paint.bold(environment), ...(target ? [clean(target)] : []), paint.dim(clean(named))];
  return [labelled('target', parts.join('  '), paint)];
}

export const timeLines = (
  plan: Pick<RunPlace, 'environment'> & ReturnType<typeof estimateOf> & { readonly toSend: number },
  paint: Paint,
): string[] => {
  if (plan.toSend === 0 || !plan.environment) return [];
  const why = paint.dim(`${plural(plan.requests, 'request')}, bound by the ${plan.bound}`);
  return [labelled('time', `about ${formatDuration(plan.estimateMs)}  ${why}`, paint)];
};

/** What stops nothing: warnings with their reasons, and notes. */
export function lookLines(
  findings: readonly CodeCount[],
  what: string,
  describe: (finding: Finding) => string,
  page: Page,
): string[] {
  const { paint } = page;
  const { warnings, notes } = bySeverity(findings);
  const head = labelled('look at', paint.dim(`warnings; these ${what} are sent all the same`), paint);
  const lines = warnings.length > 0 ? [head, ...codeLines(warnings, describe, paint.yellow, page)] : [];
  if (notes.length === 0) return lines;
  // What needs no action: codes and counts, in one dim line.
  const text = notes.map(({ code, count }) => `${code} ${formatCount(count)}`).join(', ');
  return [...lines, ...textBlock(labelled('notes', '', paint), text, page.width, paint.dim)];
}

/** Count, code and place of each code, and below it the sentence of one example. */
export function codeLines(
  codes: readonly CodeCount[],
  describe: (finding: Finding) => string,
  color: Paint,
  { paint, width }: Page,
): string[] {
  const lines: string[] = [];
  const shown = codes.slice(0, MOST_CODES);
  const heads = table(
    shown.map(({ code, count, firstFile, firstLine }) => [
      formatCount(count).padStart(NUMBER),
      color(code),
      paint.dim(`${count > 1 ? 'first at' : 'at'} ${clean(firstFile)}:${firstLine}`),
    ]),
    [0],
  );
  const indent = ' '.repeat(NUMBER + 2);
  for (const [i, { code, example, details = [] }] of shown.entries()) {
    lines.push(heads[i]!);
    if (!example) continue;
    const { path } = example;
    const sentence = `${path ? `${clean(path)}: ` : ''}${clean(describe(example))}`;
    lines.push(...textBlock(indent, sentence, width));
    for (const list of detailTexts(code, details)) lines.push(...textBlock(indent, list, width, paint.dim));
  }
  if (codes.length > MOST_CODES)
    lines.push(`${indent}and ${plural(codes.length - MOST_CODES, 'more code')} (all with --json)`);
  return lines;
}

interface RefusedCode {
  readonly code: string;
  readonly count: number;
  readonly first_line: number;
  /** The message that the service sent with its code. */
  readonly message?: string;
}

/** The codes of what was refused, each with its number and first line. */
export function refusedLines(
  codes: readonly RefusedCode[],
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string[] {
  const shown = codes.slice(0, MOST_CODES);
  const widest = Math.max(0, ...shown.map(({ code }) => code.length));
  const lines = shown.flatMap(({ code, count, first_line, message }) => {
    const place = first_line > 0 ? `${count > 1 ? 'first at line' : 'at line'} ${first_line}` : '';
    const number = formatCount(count).padStart(LABEL + NUMBER);
    const row = `${number}  ${paint.red(clean(code).padEnd(widest))}  ${paint.dim(place)}`.trimEnd();
    const indent = ' '.repeat(LABEL + NUMBER + 2);
    const said = message === undefined ? [] : wrap(`"${clean(message)}"`, columns - indent.length);
    return [row, ...said.map((text) => `${indent}${text}`)];
  });
  if (codes.length > MOST_CODES)
    lines.push(
      `${' '.repeat(LABEL + NUMBER + 2)}and ${plural(codes.length - MOST_CODES, 'more code')} (all with --json)`,
    );
  return lines;
}

/** Number of fields or values that are listed; the rest is summed up. */
const MOST_DETAILS = 40;

/**
 * Every field of the code, or every unknown value of each field; empty when the sentence already contains
 * everything.
 */
function detailTexts(code: string, details: readonly CodeDetail[]): string[] {
  if (details.length < 2) return [];
  const plain = details.filter(({ word }) => word === null);
  const texts: string[] = [];
  if (plain.length > 0) {
    const what = code.endsWith('.missing') || code.endsWith('.recommended') ? ' missing' : '';
    texts.push(listText(`${plural(plain.length, 'field')}${what}`, plain, ({ field }) => field));
  }
  const words = new Map<string, CodeDetail[]>();
  for (const detail of details)
    if (detail.word !== null) words.set(detail.field, [...(words.get(detail.field) ?? []), detail]);
  const what = /\.(unknown|unmapped)$/.test(code) ? 'unknown word' : 'value';
  for (const [field, list] of words)
    texts.push(listText(`${plural(list.length, what)} in ${field}`, list, ({ word }) => word ?? ''));
  return texts;
}

function listText(
  head: string,
  details: readonly CodeDetail[],
  name: (detail: CodeDetail) => string,
): string {
  const shown = details
    .slice(0, MOST_DETAILS)
    .map((detail) => `${clean(name(detail)) || '(the order itself)'} ${formatCount(detail.count)}`);
  const rest = details.length - shown.length;
  return `${clean(head)}: ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** The label once, its texts below each other. */
export const block = (
  name: string,
  texts: readonly string[],
  { paint, width }: Page,
  color: (text: string) => string = String,
): string[] =>
  texts.flatMap((text, i) => textBlock(labelled(i === 0 ? name : '', '', paint), clean(text), width, color));

export function mappingLines(
  {
    name,
    from,
    source,
    file,
    limits,
    unmapped,
    absent = [],
    beside = [],
  }: Pick<MappingInfo, keyof MappingRow | 'limits' | 'unmapped'> &
    Partial<Pick<MappingInfo, 'absent' | 'beside' | 'file'>>,
  page: Page,
): string[] {
  // A file was named by its path.
  const of = from === 'file' ? name : `${name} (${from}: ${[source, file ?? []].flat().join(', ')})`;
  const unused = [...unmapped, ...beside];
  const left = unused.length > 0 ? [unused.join(', ')] : [];
  const missing = absent.length > 0 ? [`${absent.join(', ')}: in none of the records`] : [];
  return [
    ...block('mapping', [of], page),
    ...block('assumed', limits, page),
    ...block('unmapped', left, page, page.paint.dim),
    ...block('not found', missing, page, page.paint.yellow),
  ];
}

/** Why rows were left out, and how many. `whole`: orders or ASNs of which no row is left. */
export const skippedLine = (reason: string, rows: number, whole: string, paint: Paint): string =>
  `${' '.repeat(NUMBER + 2)}${clean(reason)} ${paint.dim(`${plural(rows, 'row')}${whole}`)}`;

/** What to do next when rows were refused. */
export const correctText = (rejects: string): string =>
  `correct ${clean(rejects)}, then run the same command with that file`;

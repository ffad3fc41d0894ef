// Recorded ASNs and their updates as text for users: what is recorded, what changes, warnings; then the result.
import { errorOf } from '../../basics/failure.ts';
import { canonicalJson } from '../../basics/json.ts';
import { escapeControls } from '../../basics/text.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean, counted, LABEL, labelled, NUMBER, type Paint } from '../../cli/presenter.ts';
import { ASN_CATALOG } from '../../contract/asn-catalog.ts';
import { type Levels, levelsDocument } from '../../contract/levels.ts';
import { formatInstant } from '../../contract/time.ts';
import { targetLines } from '../../runs/text/code-lines.ts';
import type { Refusal } from '../../sending/batch.ts';
import type { AsnQueued } from '../../storage/asn-records.ts';
import type { AsnChange } from '../diff.ts';
import type { ReadAsn } from '../input/asn-rows.ts';
import { asnFieldOf, asnMeaningOf } from '../refusals.ts';
import type { PlannedUpdate, UpdateRow } from '../update/plan-update.ts';
import type { UpdateResult } from '../update/update-asns.ts';

const SINCE = 'Someone else may have changed it at the service since.';

export interface UpdateStyle {
  readonly paint: Paint;
  /** ms since the epoch. */
  readonly now: number;
}

/** The environment and profile that the update is sent to. */
interface Destination {
  readonly environment: string;
  readonly profile: string;
}

/** One ASN with its record; of several, equal changes once, with the number of ASNs that have them. */
export function updatePlanText(
  rows: readonly UpdateRow[],
  destination: Destination,
  style: UpdateStyle,
): string {
  const { paint } = style;
  const only = rows.length === 1 ? rows[0]?.planned : undefined;
  const open = only ? rows : rows.filter(({ fate }) => fate === 'open');
  const title = only
    ? `ASN ${clean(only.key.number)}, program ${clean(only.key.program)}`
    : plural(rows.length, 'ASN');
  /** Each change with the number of ASNs that have it. */
  const countOf = new Map(
    grouped(
      open.flatMap(({ planned }) => planned?.changes ?? []),
      canonicalJson,
    ).sort(([, a], [, b]) => b - a),
  );
  const changes = diffText([...countOf.keys()], paint, (change) =>
    only ? '' : paint.dim(`  ${plural(countOf.get(change) ?? 0, 'ASN')}`),
  );
  const lines = [
    paint.bold(`Update of ${title}`),
    ...targetLines(destination, paint),
    ...(only ? recordLines(only, style) : countLines(rows, paint)),
    labelled('changes', changes.length === 0 ? 'none' : '', paint),
    ...changes,
    ...warningsOf(open, rows.length > 1).map((message) => warningLine(message, paint)),
  ];
  return lines.map((line) => line.trimEnd()).join('\n');
}

function recordLines({ recorded, version }: PlannedUpdate, { paint, now }: UpdateStyle): string[] {
  const row = (name: string, text: string) => labelled(name, text, paint);
  const before = recorded
    ? [
        row('recorded', `${clean(recorded.status)}, ${howText(recorded, now)}`),
        row('', paint.dim(`by run ${clean(recorded.run)}`)),
        row('', paint.dim(SINCE)),
      ]
    : [row('recorded', 'nothing: the whole shape is sent as it is')];
  return [...before, row('api-version', String(version))];
}

function countLines(rows: readonly UpdateRow[], paint: Paint): string[] {
  const of = (wanted: UpdateRow['fate']) => rows.filter(({ fate }) => fate === wanted);
  const [open, unchanged, refused] = [of('open'), of('unchanged'), of('refused')];
  const count = (name: string, value: number, more: string) =>
    value > 0 ? [counted(name, value, more, paint)] : [];
  return [
    counted('to send', open.length, '', paint),
    ...(open.length > 0 ? [labelled('', paint.dim(SINCE), paint)] : []),
    ...count('unchanged', unchanged.length, 'recorded as asked for'),
    ...count('cannot be sent', refused.length, 'for these reasons:'),
    ...reasonLines(refused, paint),
  ];
}

export const warningLine = (message: string, paint: Paint): string =>
  `  ${paint.yellow('look at'.padEnd(LABEL - 3))} ${clean(message)}`;

/** Each warning once, also when several ASNs have it. */
function warningsOf(open: readonly UpdateRow[], isNamed: boolean): string[] {
  const all = open.flatMap(({ planned, subject }) =>
    (planned?.warnings ?? []).map(({ code, message }) => ({ code, message, number: subject.number })),
  );
  return grouped(all, ({ code }) => code).map(
    ([{ message, number }, asns]) =>
      `${asns > 1 ? `${asns} ASNs, for example ` : ''}${isNamed ? `${number}: ` : ''}${message}`,
  );
}

/** The first of each key, with how many there are. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): (readonly [first: T, count: number])[] {
  const groups = new Map<string, { readonly first: T; count: number }>();
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? { first: one, count: 0 };
    group.count++;
    groups.set(keyOf(one), group);
  }
  return [...groups.values()].map(({ first, count }) => [first, count]);
}

type Refused = Pick<UpdateRow, 'subject'> & {
  readonly refusals: readonly (Pick<Refusal, 'code' | 'field' | 'message'> & {
    readonly hint?: string;
  })[];
};

/** Codes of refused rows, each with its count, its first ASN, and what to do. */
function reasonLines(rows: readonly Refused[], paint: Paint): string[] {
  const all = rows.flatMap(({ subject, refusals }) =>
    refusals.map((refusal) => ({ ...refusal, number: subject.number })),
  );
  const reasons = grouped(all, ({ code }) => code);
  const indent = ' '.repeat(NUMBER + 2);
  return reasons.slice(0, 8).flatMap(([{ code, number, message, field, hint }, count]) => {
    const first = paint.dim(`${count > 1 ? 'first ' : ''}${clean(number)}`);
    const sentence = `${field ? `${clean(field)}: ` : ''}${clean(message)}`;
    return [
      `${formatCount(count).padStart(NUMBER)}  ${paint.red(clean(code))}  ${first}`,
      `${indent}${sentence}`,
      ...(hint ? [`${indent}${paint.bold('do this')}  ${clean(hint)}`] : []),
    ];
  });
}

// The result of an update of ASNs as text for users. Answer 202 is reported as queued, not as done.

type ShownRow = ReturnType<typeof shownRow>;
/** An update that has ended, with rows as they are shown. */
type UpdateEnd = Omit<UpdateResult, 'rows'> & { readonly rows: readonly ShownRow[] };
/**
 * A row with what to do about each refusal: our own findings with the sentences of their rules, answers of the service with
 * their meanings. `placeOf`: where a field stands in the input; absent when the body was not read from an input.
 */
export const shownRow = (row: UpdateRow, placeOf: ReadAsn['placeOf'] | undefined) => ({
  ...row,
  refusals: row.refusals.map(({ status, code, field: named, message }) => {
    const field = asnFieldOf(named);
    const { file, line, column } = placeOf?.(field) ?? {};
    const place = file === undefined ? null : { file, line, column: column ?? null };
    const own = row.hint ?? ASN_CATALOG.get(code)?.explanation;
    if (status === 0 && own !== undefined) return { status, code, field, message, hint: own, place };
    const { sentence, hint } = asnMeaningOf({ status, code, field, message }, 'update', row.subject.number);
    return { status, code, field, message: sentence, hint, place };
  }),
});

const TITLES: Readonly<Record<string, string>> = {
  queued: 'Queued',
  unchanged: 'Nothing to change',
  planned: 'Nothing was sent',
  refused: 'Queued, but not all',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

export function updateEndText(end: UpdateEnd, paint: Paint): string {
  const { counts, state } = end;
  const color = state === 'queued' || state === 'unchanged' ? paint.green.bold : paint.yellow.bold;
  const title = state === 'refused' && counts.queued === 0 ? 'Nothing was queued' : (TITLES[state] ?? state);
  const lines = [`${color(title)}${end.run === null ? '' : paint.dim(`  run ${end.run}`)}`];
  const row = (name: string, value: number, more = '') => {
    if (value > 0) lines.push(counted(name, value, more, paint));
  };
  row('queued', counts.queued, 'taken in by the service on its own time (202)');
  row('unchanged', counts.unchanged, 'recorded just so: nothing was sent (--force sends all the same)');
  row('pending', counts.pending, state === 'planned' ? 'to be sent' : 'run the same command again to go on');
  row('refused', counts.refused);
  const refused = end.rows.filter(({ fate }) => fate === 'refused');
  lines.push(...reasonLines(refused, paint));
  if (end.failure) lines.push(`  ${paint.red(clean(end.failure.message))}`, `  ${clean(end.failure.hint)}`);
  return lines.join('\n');
}

export function updateDocument(
  result: UpdateEnd,
  { address: target, ...place }: Destination & { readonly address: string },
  {
    levels,
    many,
    now,
  }: { readonly levels: Levels | undefined; readonly many: boolean; readonly now: number },
) {
  const { state, exitCode, run, rows, counts, requests, failure } = result;
  const asns = rows.map((row) => rowDocument(row, now));
  return {
    schema: 'asn-update/1' as const,
    ...{ state, exit_code: exitCode, run, ...place, target, counts, requests },
    levels: levelsDocument(levels),
    ...(many ? { asns } : asns[0]),
    ...(failure ? { error: errorOf(failure) } : {}),
  };
}

function rowDocument({ planned, subject, fate, rebased, refusals }: ShownRow, now: number) {
  const recorded = planned?.recorded;
  return {
    asn_number: subject.number,
    program_identifier: planned?.key.program ?? subject.program ?? null,
    fate: fate === 'open' ? ('pending' as const) : fate,
    status: planned?.status ?? null,
    api_version: planned?.version ?? null,
    changes: planned?.changes ?? [],
    recorded: recorded
      ? {
          status: recorded.status,
          queued_at: formatInstant(recorded.at),
          age_seconds: Math.max(0, Math.round((now - recorded.at) / 1000)),
          how: recorded.how,
          run: recorded.run,
        }
      : null,
    /** Another process changed the record after the first plan; the flags were applied to the newer body. */
    applied_to_newer: rebased,
    unanswered: planned?.unanswered ?? null,
    warnings: planned?.warnings ?? [],
    refusals,
  };
}

// What several texts say of an ASN: its changes, one line per field, its body, its age, how it was recorded.

/** Number of changes that are listed; the rest is summed up. */
const MOST_CHANGES = 40;

export function diffText(
  changes: readonly AsnChange[],
  paint: Paint,
  more: (change: AsnChange) => string = () => '',
): string[] {
  const shown = changes.slice(0, MOST_CHANGES);
  const widest = Math.min(34, Math.max(0, ...shown.map(({ path }) => clean(path).length)));
  const lines = shown.map((change) => `${changeLine(change, widest, paint)}${more(change)}`);
  if (changes.length > MOST_CHANGES)
    lines.push(`    and ${plural(changes.length - MOST_CHANGES, 'more change')} (all with --json)`);
  return lines;
}

const SIGNS = { changed: '~', added: '+', removed: '-', moved: '>' } as const;

function changeLine(change: AsnChange, widest: number, paint: Paint): string {
  const { kind } = change;
  const color = { changed: paint.yellow, added: paint.green, removed: paint.red, moved: paint.cyan }[kind];
  const [before, after] = [shortJson(change.before), shortJson(change.after)];
  const value = {
    changed: `${before} -> ${after}`,
    added: after,
    removed: before,
    moved: `was ${clean(String(change.before))}`,
  }[kind];
  return `  ${color(SIGNS[kind])} ${clean(change.path).padEnd(widest)}  ${value}`;
}

/** A value on one line: texts in quotes, objects and lists as JSON, long values cut. */
function shortJson(value: unknown): string {
  const text = escapeControls(JSON.stringify(value) ?? 'null');
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** `just now`, `5 min 10 s ago`, `2 h 10 min ago`. A time in the future, after the clock was set back, gives `just now`. */
export const ageText = (ms: number): string => (ms < 60_000 ? 'just now' : `${formatDuration(ms)} ago`);

/** `created 2 h 10 min ago`. */
export const howText = ({ how, at }: AsnQueued, now: number): string => `${how}d ${ageText(now - at)}`;

/** `updated by run 2026...`. */
export const runText = ({ how, run }: AsnQueued): string => `${how}d by run ${clean(run)}`;

/** Number of lines of the body; the rest is only counted. */
const MOST = 400;

export function bodyLines(asn: unknown): string[] {
  const lines = JSON.stringify(asn, null, 2).split('\n');
  const shown = lines.slice(0, MOST).map((line) => clean(`    ${line}`));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `    and ${plural(more, 'more line')}: --json`] : shown;
}

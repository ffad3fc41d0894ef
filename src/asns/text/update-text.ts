// An update of ASNs as text for users: what is recorded, what changes, warnings; then the result.

import { canonicalJson } from '../../basics/json.ts';
import { formatCount, plural } from '../../basics/units.ts';
import { counted, LABEL, labelled, NUMBER, type Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Refusal } from '../../sending/batch.ts';
import type { AsnChange } from '../diff.ts';
import type { PlannedUpdate } from '../update/plan-update.ts';
import type { UpdateRow } from '../update/update-rows.ts';
import { ageText, diffText, howText, isTimeOfSending } from './recorded-text.ts';

const SINCE = 'Someone else may have changed it at the service since.';

export interface UpdateStyle {
  readonly paint: Paint;
  /** ms since the epoch. */
  readonly now: number;
}

/** The environment and profile that the update is sent to. */
export interface Destination {
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
  const countOf = groupChanges(open);
  const changes = diffText([...countOf.keys()], paint, (change) =>
    only ? '' : paint.dim(`  ${plural(countOf.get(change) ?? 0, 'ASN')}`),
  );
  const warnings = only ? only.warnings.map(({ message }) => message) : warningsOf(open);
  const lines = [
    paint.bold(`Update of ${title}`),
    targetLine(destination, paint),
    ...(only ? recordLines(only, style) : countLines(rows, style)),
    labelled('changes', changes.length === 0 ? 'none' : '', paint),
    ...changes,
    ...warnings.map((message) => warningLine(message, paint)),
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

function countLines(rows: readonly UpdateRow[], { paint, now }: UpdateStyle): string[] {
  const of = (wanted: UpdateRow['fate']) => rows.filter(({ fate }) => fate === wanted);
  const [open, unchanged, refused] = [of('open'), of('unchanged'), of('refused')];
  const count = (name: string, value: number, more: string) =>
    value > 0 ? [counted(name, value, more, paint)] : [];
  return [
    counted('to send', open.length, oldest(open, now), paint),
    ...(open.length > 0 ? [labelled('', paint.dim(SINCE), paint)] : []),
    ...count('unchanged', unchanged.length, 'recorded as asked for'),
    ...count('cannot be sent', refused.length, 'for these reasons:'),
    ...reasonLines(refused, paint),
  ];
}

function targetLine({ environment, profile }: Destination, paint: Paint): string {
  const named = clean(profile.startsWith('(') ? profile : `profile ${profile}`);
  return labelled('target', `${paint.bold(environment)}  ${paint.dim(named)}`, paint);
}

export const warningLine = (message: string, paint: Paint): string =>
  `  ${paint.yellow('look at'.padEnd(LABEL - 3))} ${clean(message)}`;

/** Each warning once, also when several ASNs have it. */
function warningsOf(open: readonly UpdateRow[]): string[] {
  const all = new Map<string, { message: string; asns: number }>();
  for (const { planned, subject } of open)
    for (const { code, message } of planned?.warnings ?? []) {
      const known = all.get(code);
      if (known) known.asns++;
      else all.set(code, { message: `${subject.number}: ${message}`, asns: 1 });
    }
  return [...all.values()].map(
    ({ message, asns }) => `${asns > 1 ? `${asns} ASNs, for example ` : ''}${message}`,
  );
}

function oldest(rows: readonly UpdateRow[], now: number): string {
  const times = rows.flatMap(({ planned }) => planned?.recorded?.at ?? []);
  return times.length === 0 ? '' : `the oldest record: ${ageText(now - Math.min(...times.slice(0, 10_000)))}`;
}

/** Each change with the number of ASNs that have it. */
function groupChanges(rows: readonly UpdateRow[]): Map<AsnChange, number> {
  const groups = new Map<string, { change: AsnChange; asns: number }>();
  for (const { planned } of rows)
    for (const change of planned?.changes ?? []) {
      // The time of sending differs per ASN before and is the same after, so only its path counts.
      const key = isTimeOfSending(change) ? change.path : canonicalJson(change);
      const group = groups.get(key);
      if (group) group.asns++;
      else groups.set(key, { change, asns: 1 });
    }
  const sorted = [...groups.values()].sort((a, b) => b.asns - a.asns);
  return new Map(sorted.map(({ change, asns }) => [change, asns]));
}

type Refused = Pick<UpdateRow, 'subject'> & {
  readonly refusals: readonly (Pick<Refusal, 'code' | 'field' | 'message'> & {
    readonly hint?: string;
  })[];
};

/** Codes of refused rows, each with its count, its first ASN, and what to do. */
export function reasonLines(rows: readonly Refused[], paint: Paint): string[] {
  const reasons = new Map<string, Refused['refusals'][number] & { number: string; count: number }>();
  for (const { subject, refusals } of rows)
    for (const refusal of refusals) {
      const known = reasons.get(refusal.code);
      if (known) known.count++;
      else reasons.set(refusal.code, { ...refusal, number: subject.number, count: 1 });
    }
  const indent = ' '.repeat(NUMBER + 2);
  return [...reasons].slice(0, 8).flatMap(([code, { number, message, field, hint, count }]) => {
    const first = paint.dim(`${count > 1 ? 'first ' : ''}${clean(number)}`);
    const sentence = `${field ? `${clean(field)}: ` : ''}${clean(message)}`;
    return [
      `${formatCount(count).padStart(NUMBER)}  ${paint.red(clean(code))}  ${first}`,
      `${indent}${sentence}`,
      ...(hint ? [`${indent}${paint.bold('do this')}  ${clean(hint)}`] : []),
    ];
  });
}

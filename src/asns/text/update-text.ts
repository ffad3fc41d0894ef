// An update of ASNs as text for users: what is recorded, what changes, warnings; then the result.

import { canonicalJson } from '../../basics/json.ts';
import { formatCount, plural } from '../../basics/units.ts';
import { counted, LABEL, labelled, NUMBER, type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Refusal } from '../../sending/batch.ts';
import type { AsnChange } from '../diff.ts';
import type { PlannedUpdate } from '../update/plan-update.ts';
import type { UpdateRow } from '../update/update-rows.ts';
import { diffText, isTimeOfSending } from './diff-text.ts';
import { ageText, howText } from './recorded-text.ts';

const SINCE = 'Someone else may have changed it at the service since.';

export interface UpdateStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** ms since the epoch. */
  readonly now: number;
}

/** The environment and profile that the update is sent to. */
export interface Destination {
  readonly environment: string;
  readonly profile: string;
}

export function updatePlanText(
  update: PlannedUpdate,
  destination: Destination,
  { paint, columns, now }: UpdateStyle,
): string {
  const row = (name: string, text: string) => labelled(name, text, paint);
  const { recorded, changes } = update;
  const lines = [
    paint.bold(`Update of ASN ${clean(update.key.number)}, program ${clean(update.key.program)}`),
  ];
  lines.push(targetLine(destination, paint));
  if (recorded) {
    lines.push(row('recorded', `${clean(recorded.status)}, ${howText(recorded, now)}`));
    lines.push(row('', paint.dim(`by run ${clean(recorded.run)}`)));
    lines.push(row('', paint.dim(SINCE)));
  } else lines.push(row('recorded', 'nothing: the whole shape is sent as it is'));
  lines.push(row('api-version', String(update.version)));
  if (changes.length === 0) lines.push(row('changes', 'none'));
  else lines.push(row('changes', ''), ...diffText(changes, paint, columns));
  lines.push(...update.warnings.flatMap(({ message }) => warningLine(message, paint, columns)));
  return lines.map((line) => line.trimEnd()).join('\n');
}

function targetLine({ environment, profile }: Destination, paint: Paint): string {
  const named = clean(profile.startsWith('(') ? profile : `profile ${profile}`);
  return labelled('target', `${paint.bold(environment)}  ${paint.dim(named)}`, paint);
}

export const warningLine = (message: string, paint: Paint, columns: number): string[] =>
  textBlock(`  ${paint.yellow('look at'.padEnd(LABEL - 3))} `, clean(message), columns);

/** For several ASNs: equal changes once, with the number of ASNs that have them. */
export function updatesPlanText(
  rows: readonly UpdateRow[],
  destination: Destination,
  { paint, columns, now }: UpdateStyle,
): string {
  const open = rows.filter(({ fate }) => fate === 'open');
  const lines = [paint.bold(`Update of ${plural(rows.length, 'ASN')}`)];
  const count = (name: string, value: number, more: string) => {
    if (value > 0 || name === 'to send') lines.push(counted(name, value, more, paint));
  };
  lines.push(targetLine(destination, paint));
  count('to send', open.length, oldest(open, now));
  if (open.length > 0) lines.push(labelled('', paint.dim(SINCE), paint));
  count('unchanged', rows.filter(({ fate }) => fate === 'unchanged').length, 'recorded as asked for');
  const refused = rows.filter(({ fate }) => fate === 'refused');
  count('cannot be sent', refused.length, 'for these reasons:');
  lines.push(...reasonLines(refused, { paint, columns }));
  const groups = groupChanges(open);
  if (groups.length > 0) lines.push(labelled('changes', '', paint));
  const countOf = new Map(groups.map(({ change, asns }) => [change, asns]));
  lines.push(
    ...diffText([...countOf.keys()], paint, columns, (change) =>
      paint.dim(`  ${plural(countOf.get(change) ?? 0, 'ASN')}`),
    ),
  );
  lines.push(...warningsOf(open).flatMap((message) => warningLine(message, paint, columns)));
  return lines.map((line) => line.trimEnd()).join('\n');
}

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

function groupChanges(rows: readonly UpdateRow[]): { change: AsnChange; asns: number }[] {
  const groups = new Map<string, { change: AsnChange; asns: number }>();
  for (const { planned } of rows)
    for (const change of planned?.changes ?? []) {
      // The time of sending differs per ASN before and is the same after, so only its path counts.
      const key = isTimeOfSending(change) ? change.path : canonicalJson(change);
      const group = groups.get(key);
      if (group) group.asns++;
      else groups.set(key, { change, asns: 1 });
    }
  return [...groups.values()].sort((a, b) => b.asns - a.asns);
}

type Refused = Pick<UpdateRow, 'subject'> & {
  readonly refusals: readonly (Pick<Refusal, 'code' | 'field' | 'message'> & {
    readonly hint?: string;
  })[];
};

/** Codes of refused rows, each with its count, its first ASN, and what to do. */
export function reasonLines(
  rows: readonly Refused[],
  { paint, columns }: Pick<UpdateStyle, 'paint' | 'columns'>,
): string[] {
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
      ...textBlock(indent, sentence, columns),
      ...(hint ? textBlock(`${indent}${paint.bold('do this')}  `, clean(hint), columns) : []),
    ];
  });
}

// `--set path=value` and its short forms: values get their type from the schema of the ASN, and are set in
// the recorded ASN.

import { usageFailure } from '../../basics/failure.ts';
import { isObject, parseJsonStrictly } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import { quote } from '../../basics/text.ts';
import { type AsnField, asnField, type Step } from '../../contract/asn-fields.ts';
import { completeShipDate } from '../../contract/asn-rules/dates.ts';
import { parseSetting, pathSteps, withSettings } from '../../contract/set-path.ts';

/** A change to one field. `flag` is the flag that the user typed, for error messages. */
export interface Edit {
  readonly flag: string;
  readonly path: readonly Step[];
  /** As the user typed it; undefined removes the field. */
  readonly value: string | undefined;
}

/** A value given by a flag. A ship_date without a time gets midnight. */
export const edit = (flag: string, path: readonly Step[], value: string): Edit => ({
  flag,
  path,
  value: stepsText(path) === 'ship_date' ? completeShipDate(value) : value,
});

/** Parses `--set PATH=VALUE`. @throws Failure exit 2 */
export const parseSet = (text: string) =>
  checked(edit('--set', parseSetting(text).steps, text.slice(text.indexOf('=') + 1)));

/** Parses `--unset PATH`. @throws Failure exit 2 */
export function parseUnset(text: string): Edit {
  const path = pathSteps(text);
  if (path) return checked({ flag: '--unset', path, value: undefined });
  throw usageFailure('usage.path', `--unset does not understand the path ${quote(text)}`, {
    expected: 'names joined by dots, elements of lists by their index from 0',
    found: text,
    hint: 'Write for example cartons[0].details[1].sku.',
  });
}

/** Checks that do not depend on the recorded ASN. */
function checked(edit: Edit) {
  const { path, flag, value } = edit;
  const field = asnField(path);
  if (value === undefined && field && !field.optional)
    throw usageFailure('usage.unset', `${stepsText(path)} is required: it cannot be taken out`, {
      hint: `Give it another value with --set ${stepsText(path)}=VALUE.`,
    });
  if (path.length === 1 && (path[0] === 'asn_number' || path[0] === 'program_identifier'))
    throw usageFailure('usage.identity', `${flag} cannot change ${path[0]}: it says which ASN is meant`, {
      hint: 'Cancel this ASN and create another one: returns asns create FILE. A unit is announced once: first give its units other identifiers here, or they stay taken.',
    });
  if (value !== undefined) typedJson(edit);
  return edit;
}

/** Checks that each field is given once. @throws Failure exit 2 */
export function checkEdits(edits: readonly Edit[]): readonly Edit[] {
  const seen = new Map<string, Edit>();
  for (const edit of edits) {
    const path = stepsText(edit.path);
    const other = seen.get(path);
    if (other)
      throw usageFailure('usage.twice', `${path} is given twice: by ${other.flag} and by ${edit.flag}`, {
        hint: 'Give each field once.',
      });
    seen.set(path, edit);
  }
  return edits;
}

/** The recorded ASN with all edits. @throws Failure exit 2 */
export function applyEdits(recorded: string, edits: readonly Edit[]): unknown {
  const settings = edits.flatMap((edit) =>
    edit.value === undefined ? [] : [{ steps: edit.path, json: typedJson(edit) }],
  );
  const about = { kind: 'asn', named: 'The recorded ASN', shownBy: 'returns asns show NUMBER' } as const;
  const asn = JSON.parse(withSettings(recorded, settings, about)) as unknown;
  // Removals are applied last, highest index first, because every index refers to the recorded list.
  const removals = edits.filter(({ value }) => value === undefined);
  for (const { path } of removals.sort((a, b) => descending(a.path, b.path))) takeOut(asn, path);
  return asn;
}

function descending(a: readonly Step[], b: readonly Step[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (typeof x === 'number' && typeof y === 'number' && x !== y) return y - x;
  }
  return b.length - a.length;
}

/** An optional field may be absent already. @throws Failure exit 2 for what the interface does not know either */
function takeOut(asn: unknown, path: readonly Step[]): void {
  const last = path.at(-1)!;
  let within = asn as Record<Step, unknown> | undefined;
  for (const step of path.slice(0, -1))
    within =
      within && Object.hasOwn(within, step) ? (within[step] as Record<Step, unknown> | undefined) : undefined;
  if (Array.isArray(within) && Number(last) < within.length) within.splice(Number(last), 1);
  else if (isObject(within) && Object.hasOwn(within, last)) delete within[last];
  else if (typeof last === 'number' || !asnField(path))
    throw usageFailure(
      'usage.path.unknown',
      `--unset ${stepsText(path)}: the recorded ASN has no such place`,
      {
        hint: 'Look at it with: returns asns show NUMBER',
      },
    );
}

const EXPECTED = { integer: 'an integer', list: 'a JSON list', object: 'a JSON object' };

/** The value as JSON, with the type of the schema; of a field that the interface does not know, JSON or else text. @throws Failure exit 2 */
function typedJson({ flag, path, value = '' }: Edit): string {
  const kind: AsnField['kind'] | undefined = asnField(path)?.kind;
  if (kind === 'text') return JSON.stringify(value);
  const read = parseJsonStrictly(value);
  const found = read.fault ? undefined : read.value;
  if (kind === undefined) return JSON.stringify(found === undefined ? value : found);
  const fits = { integer: Number.isSafeInteger(found), list: Array.isArray(found), object: isObject(found) };
  if (fits[kind]) return JSON.stringify(found);
  throw usageFailure(
    'usage.set.type',
    `${flag} ${stepsText(path)}: ${quote(value)} is not ${EXPECTED[kind]}`,
    {
      expected: EXPECTED[kind],
      found: value,
      hint: 'Write numbers as they are, lists and objects as JSON.',
    },
  );
}

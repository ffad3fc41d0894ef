// `--set path=value` and its short forms: values get their type from the schema of the ASN, and are set in
// the recorded ASN.

import { usageFailure } from '../../basics/failure.ts';
import { isObject, parseJsonStrictly } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import { meantText, quote } from '../../basics/text.ts';
import { type AsnField, asnField, type Step } from '../../contract/asn-fields.ts';
import { completeShipDate } from '../../contract/ship-date.ts';

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

const EXAMPLES = 'status=shipped, or cartons[0].details[1].sku=TEE-M';

/** Parses `--set PATH=VALUE`. @throws Failure exit 2 */
export function parseSet(text: string): Edit {
  const at = text.indexOf('=');
  if (at < 1)
    throw usageFailure('usage.set', `--set ${quote(text)} names no value`, {
      expected: 'PATH=VALUE',
      found: text,
      hint: `Write for example --set ${EXAMPLES}; --unset PATH takes a field out.`,
    });
  return checked(edit('--set', parsePath(text.slice(0, at), '--set'), text.slice(at + 1)));
}

/** Parses `--unset PATH`. @throws Failure exit 2 */
export const parseUnset = (text: string): Edit =>
  checked({ flag: '--unset', path: parsePath(text, '--unset'), value: undefined });

/** Parses `cartons[0].details[1].sku` into its steps. @throws Failure exit 2 */
export function parsePath(text: string, flag: string): Step[] {
  if (!/^[^.[\]=]+(?:\.[^.[\]=]+|\[\d{1,9}\])*$/.test(text))
    throw usageFailure('usage.path', `${flag} does not understand the path ${quote(text)}`, {
      expected: 'names joined by dots, elements of lists by their index from 0',
      found: text,
      hint: 'Write for example cartons[0].details[1].sku.',
    });
  return text.match(/[^.[\]]+|\[\d+/g)!.map((step) => (step.startsWith('[') ? Number(step.slice(1)) : step));
}

/** Checks that do not depend on the recorded ASN. */
function checked(edit: Edit): Edit {
  const { path, flag, value } = edit;
  const field = asnField(path);
  if (value === undefined && field && !field.optional)
    throw usageFailure('usage.unset', `${stepsText(path)} is required: it cannot be taken out`, {
      hint: `Give it another value with --set ${stepsText(path)}=VALUE.`,
    });
  if (path.length === 1 && (path[0] === 'asn_number' || path[0] === 'program_identifier'))
    throw usageFailure('usage.identity', `${flag} cannot change ${path[0]}: it says which ASN is meant`, {
      hint: 'Cancel this ASN and create another one: returns asns create FILE',
    });
  if (value !== undefined && field) typedValue(edit, field.kind);
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
  const asn = JSON.parse(recorded) as unknown;
  // Removals are applied last, highest index first, because every index refers to the recorded list.
  const removals = edits
    .filter(({ value }) => value === undefined)
    .sort((a, b) => descending(a.path, b.path));
  for (const edit of [...edits.filter(({ value }) => value !== undefined), ...removals]) applyOne(asn, edit);
  return asn;
}

function descending(a: readonly Step[], b: readonly Step[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (typeof x === 'number' && typeof y === 'number' && x !== y) return y - x;
  }
  return b.length - a.length;
}

/** Missing objects on the path of a value are created. */
function applyOne(asn: unknown, edit: Edit): void {
  const { path, value } = edit;
  const last = path.at(-1)!;
  let at = asn;
  for (const [i, step] of path.slice(0, -1).entries()) {
    checkStep(at, edit, i);
    const within = at as Record<Step, unknown>;
    if (value !== undefined) within[step] ??= {};
    else if (within[step] === undefined) return;
    at = within[step];
  }
  checkStep(at, edit, path.length - 1);
  const within = at as Record<Step, unknown>;
  if (value !== undefined)
    within[last] = typedValue(
      edit,
      asnField(path)?.kind ?? (typeof within[last] === 'string' ? 'text' : 'json'),
    );
  else if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete within[last];
}

/** Checks that the value before a step has the member or element that the step names. @throws Failure exit 2 */
function checkStep(before: unknown, { path, flag }: Edit, i: number): void {
  const step = path[i]!;
  const here = stepsText(path.slice(0, i)) || 'an ASN';
  if (typeof step === 'number') {
    if (Array.isArray(before) && step < before.length) return;
    throw usageFailure('usage.path.unknown', `${flag} ${stepsText(path)}: ${here} has no element ${step}`, {
      hint: 'Elements are counted from 0; add others with --edit, or set the whole list as JSON.',
    });
  }
  const names = isObject(before)
    ? [...(asnField(path.slice(0, i))?.names ?? []), ...Object.keys(before)]
    : [];
  if (names.includes(step)) return;
  const why = `${here} has no field ${quote(step)}.${meantText(step, names)}`;
  throw usageFailure('usage.path.unknown', `${flag} ${stepsText(path)}: ${why}`, {
    hint: 'Fields: returns schema asn. A field that the interface does not know is added with --edit.',
  });
}

const EXPECTED = { integer: 'an integer', list: 'a JSON list', object: 'a JSON object', json: 'JSON' };

/** The value with its type: from the schema, otherwise that of the current value. @throws Failure exit 2 */
function typedValue({ flag, path, value = '' }: Edit, kind: AsnField['kind'] | 'json'): unknown {
  if (kind === 'text') return value;
  const read = parseJsonStrictly(value);
  const found = read.fault ? undefined : read.value;
  const fits = {
    integer: Number.isSafeInteger(found),
    list: Array.isArray(found),
    object: isObject(found),
    json: found !== undefined,
  };
  if (fits[kind]) return found;
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

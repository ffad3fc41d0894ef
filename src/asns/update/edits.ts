// `--set path=value` and its short forms: values get their type from the schema of the ASN, and are set in
// the recorded text only.
import { usageFailure } from '../../basics/failure.ts';
import { isObject, parseJsonStrictly } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import { meantText, quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type AsnField, asnField, type Step } from '../../contract/asn-fields.ts';
import { typeInWords } from '../../contract/report.ts';
import { completeShipDate } from '../../contract/ship-date.ts';
import { removeFromText, setInText } from './edit-text.ts';

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
  const steps: Step[] = [];
  const step = /([^.[\]=]+)|\[(\d{1,9})\]/y;
  for (let at = 0; at < text.length; ) {
    // A dot is required before a name, and not allowed before an index or at the start.
    const dot = steps.length > 0 && text[at] === '.';
    step.lastIndex = dot ? at + 1 : at;
    const [, name, index] = step.exec(text) ?? [];
    if ((name === undefined && index === undefined) || dot !== (name !== undefined && steps.length > 0))
      throw usageFailure('usage.path', `${flag} does not understand the path ${quote(text)}`, {
        expected: 'names joined by dots, elements of lists by their index from 0',
        found: text,
        hint: 'Write for example cartons[0].details[1].sku.',
      });
    steps.push(name ?? Number(index));
    at = step.lastIndex;
  }
  return steps;
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
  if (value !== undefined && field) jsonOf(edit, field.kind);
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

/** The recorded text with all edits; all other bytes are unchanged. @throws Failure exit 2 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  // Removals are applied last, highest index first, because every index refers to the recorded list.
  const removals = edits
    .filter(({ value }) => value === undefined)
    .sort((a, b) => descending(a.path, b.path));
  return [...edits.filter(({ value }) => value !== undefined), ...removals].reduce(applyOne, text);
}

function descending(a: readonly Step[], b: readonly Step[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (typeof x === 'number' && typeof y === 'number' && x !== y) return y - x;
  }
  return b.length - a.length;
}

function applyOne(text: string, edit: Edit): string {
  let value = JSON.parse(text) as unknown;
  let known = true;
  for (const [i, step] of edit.path.entries()) {
    checkStep(value, edit, i, known);
    value = Array.isArray(value) || isObject(value) ? (value as Record<Step, unknown>)[step] : undefined;
    known = asnField(edit.path.slice(0, i + 1)) !== undefined;
  }
  if (edit.value === undefined) return removeFromText(text, edit.path);
  const field = asnField(edit.path);
  return setInText(
    text,
    edit.path,
    jsonOf(edit, field?.kind ?? (typeof value === 'string' ? 'text' : 'json')),
  );
}

/**
 * Checks that the value before a step has the member or element that the step names. @throws Failure exit 2
 */
function checkStep(before: unknown, { path, flag }: Edit, i: number, known: boolean): void {
  const step = path[i]!;
  const here = stepsText(path.slice(0, i));
  const field = known ? asnField(path.slice(0, i)) : undefined;
  if (typeof step === 'number') {
    const list = Array.isArray(before) ? before : [];
    if (!Array.isArray(before) && field?.kind !== 'list')
      throw unknownPath(flag, path, `${here || 'the ASN'} is not a list`, 'Omit the index.');
    if (step < list.length) return;
    throw unknownPath(
      flag,
      path,
      `${here} has ${plural(list.length, 'element')}`,
      `${list.length > 0 ? `The last one is ${here}[${list.length - 1}]. ` : ''}Add elements with --edit, or set the whole list as JSON.`,
    );
  }
  if (Array.isArray(before) || field?.kind === 'list')
    throw unknownPath(flag, path, `${here} is a list`, `Name one of its elements: ${here}[0].${step}`);
  if (before !== undefined && !isObject(before))
    throw unknownPath(flag, path, `${here} has no fields: it is ${typeInWords(before)}`, 'Shorten the path.');
  const names = [...(field?.names ?? []), ...Object.keys(before ?? {})];
  if (names.includes(step)) return;
  const meant = meantText(step, names) || elsewhere(step);
  throw unknownPath(
    flag,
    path,
    `${here || 'an ASN'} has no field ${quote(step)}.${meant}`,
    'Fields: returns schema asn. A field that the interface does not know is added with --edit.',
  );
}

/** A hint for a field of cartons or lines that was named without its full path. */
function elsewhere(step: Step): string {
  for (const before of [
    ['cartons', 0],
    ['cartons', 0, 'details', 0],
  ])
    if (asnField(before)?.names.some((name) => name === step))
      return ` Did you mean ${stepsText([...before, step])}?`;
  return '';
}

const unknownPath = (flag: string, path: readonly Step[], why: string, hint: string) =>
  usageFailure('usage.path.unknown', `${flag} ${stepsText(path)}: ${why}`, { hint });

/** The value as JSON text. Its type comes from the schema, otherwise from the current value. */
function jsonOf({ flag, path, value = '' }: Edit, kind: AsnField['kind'] | 'json'): string {
  const wants = (expected: string) =>
    usageFailure('usage.set.type', `${flag} ${stepsText(path)}: ${quote(value)} is not ${expected}`, {
      expected,
      found: value,
      hint: `Write for example --set ${stepsText(path)}=${EXAMPLE[expected] ?? 'VALUE'}`,
    });
  if (kind === 'text') return JSON.stringify(value);
  if (kind === 'integer') {
    const text = value.trim();
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw wants('an integer');
    return String(Number(text));
  }
  const parsed = parseJsonStrictly(value);
  if (parsed.fault)
    throw wants(kind === 'list' ? 'a JSON list' : kind === 'object' ? 'a JSON object' : 'JSON');
  if (kind === 'list' && !Array.isArray(parsed.value)) throw wants('a JSON list');
  if (kind === 'object' && !isObject(parsed.value)) throw wants('a JSON object');
  return value.trim();
}

const EXAMPLE: Readonly<Record<string, string>> = {
  'an integer': '2',
  'a JSON list': `'["A","B"]'`,
  'a JSON object': `'{"type":"RMA","identifier":"RMA-1"}'`,
};

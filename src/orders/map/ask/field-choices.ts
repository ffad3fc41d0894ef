// For every field of the interface: where it comes from, how sure that is, and one value before and after.
import { isObject } from '../../../basics/json.ts';
import { fieldsOf, ORDER_TABLE } from '../../../input/message-table.ts';
import type { Proposal } from '../propose.ts';
import type { Answers, FieldChoice } from '../types.ts';
import type { Sureness } from '../write/draft-fields.ts';
import { MORE_FIELDS, valueIn } from '../write/edits.ts';

export function fieldChoices(
  { trial, mapping, found, recognised }: Proposal,
  answers: Answers,
): FieldChoice[] {
  const otherwise: Sureness = recognised
    ? { confidence: 'sure', why: 'known columns' }
    : { confidence: 'likely', why: 'from others' };
  const more = MORE_FIELDS.filter((name) => valueIn(mapping, name) !== undefined);
  // Refunds of a table have fields of their own.
  const isApart = (name: string) => name === 'refunds' && more.includes('refund.identifier');
  const shown = fieldsOf(ORDER_TABLE).filter(({ isShown, name }) => isShown && !isApart(name));
  return [...shown.map(({ name }) => name), ...more].map((name): FieldChoice => {
    const spec = valueIn(mapping, name);
    const column = sourceText(spec);
    const constant = isObject(spec) ? spec['constant'] : undefined;
    const always = Array.isArray(constant) ? 'none' : JSON.stringify(constant);
    const known = answers[`field:${name}`] === undefined ? found.get(name) : SAID;
    const { confidence, why }: Sureness =
      column === ''
        ? { confidence: 'none', why: `not in the file${always === undefined ? '' : `: always ${always}`}` }
        : (known ?? otherwise);
    return { field: name, column, confidence, why, example: trial?.examples.get(name) ?? ['', ''] };
  });
}

const SAID = { confidence: 'sure', why: 'your answer' } as const;

/** The columns of a value of a mapping, in a few words; empty when it has none. */
function sourceText(spec: unknown): string {
  if (typeof spec === 'string' || typeof spec === 'number') return String(spec);
  if (!isObject(spec)) return '';
  const list = (value: unknown, sign: string) =>
    (Array.isArray(value) ? value : [value]).map(sourceText).join(sign);
  for (const [key, sign, before = ''] of SIGNS) if (key in spec) return before + list(spec[key], sign);
  if ('constant' in spec) return '';
  if ('template' in spec) return String(spec['template']).replace(/[{}]/g, '');
  if ('generate' in spec)
    return spec['generate'] === 'refund' ? 'order, date, units and amount' : 'order and article';
  if (!Array.isArray(spec['cases'])) return '';
  const cases = spec['cases'] as readonly { readonly when: { readonly column?: string } }[];
  const columns = new Set(cases.flatMap(({ when }) => when.column ?? []));
  return [...columns].map((name) => `by ${name}`).join(', ');
}

const SIGNS: readonly (readonly [key: string, sign: string, before?: string])[] = [
  ['column', ', else '],
  ['divide', ' / '],
  ['multiply', ' x '],
  ['subtract', ' - '],
  ['sum', ' + '],
  ['share', '', 'share of '],
  ['latest', ', ', 'latest of '],
];

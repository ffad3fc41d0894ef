// For every field of the interface: where it comes from, how sure that is, and one value before and after.
import { isObject } from '../../../basics/json.ts';
import { mask } from '../../../basics/text.ts';
import { fieldsOf, ORDER_TABLE } from '../../../input/message-table.ts';
import type { Snapshot } from '../../../input/types.ts';
import type { Watch } from '../../analysis.ts';
import type { CheckContext } from '../../check-snapshot.ts';
import { traceSnapshot } from '../../trace.ts';
import type { Confidence, FieldChoice, Found, MappingJson } from '../proposal.ts';

/** Orders that are looked at for examples. */
const MOST_ORDERS = 40;
const PERSONAL =
  /^(identifier|customer\.|(?:shipping|billing)_address\.(?!country_code|state)|note$|item\.(identifier|tracking_number)$)/;

export function fieldChoices(
  examples: FieldExamples['found'],
  mapping: MappingJson,
  found: ReadonlyMap<string, Found>,
  isKnown: boolean,
): FieldChoice[] {
  return fieldsOf(ORDER_TABLE)
    .filter(({ isShown }) => isShown)
    .map(({ name, path }): FieldChoice => {
      const isItem = name.startsWith('item.');
      const level = mapping[isItem ? 'item' : 'order'];
      const spec = isObject(level) ? level[path] : undefined;
      const known = found.get(name);
      const column = sourceText(spec);
      const confidence: Confidence =
        column === '' ? 'none' : isKnown ? 'sure' : (known?.confidence ?? 'likely');
      const constant = isObject(spec) ? spec['constant'] : undefined;
      const always =
        constant === undefined
          ? ''
          : `: always ${Array.isArray(constant) ? 'none' : JSON.stringify(constant)}`;
      const why =
        column === ''
          ? `not in the file${always}`
          : (known?.why ?? (isKnown ? 'known columns' : 'from others'));
      return { field: name, column, confidence, why, example: examples.get(name) ?? ['', ''] };
    });
}

/** The columns of a value of a mapping, in a few words; empty when it has none. */
function sourceText(spec: unknown): string {
  if (spec === undefined) return '';
  if (typeof spec === 'string') return spec;
  if (typeof spec === 'number') return String(spec);
  if (!isObject(spec)) return '';
  const list = (value: unknown, sign: string) =>
    (Array.isArray(value) ? value : [value]).map(sourceText).join(sign);
  for (const [key, sign] of SIGNS) if (key in spec) return list(spec[key], sign);
  if ('constant' in spec) return '';
  if ('template' in spec) return String(spec['template']).replace(/[{}]/g, '');
  if ('share' in spec) return `share of ${sourceText(spec['share'])}`;
  if ('latest' in spec) return `latest of ${list(spec['latest'], ', ')}`;
  if ('generate' in spec) return 'order and number of the line';
  if (!Array.isArray(spec['cases'])) return '';
  const cases = spec['cases'] as readonly {
    readonly when: { readonly column?: string };
    readonly value: unknown;
  }[];
  return [...new Set(cases.map(({ when }) => when.column).filter((name) => name !== undefined))]
    .map((name) => `by ${name}`)
    .join(', ');
}

const SIGNS = [
  ['column', ', else '],
  ['divide', ' / '],
  ['multiply', ' x '],
  ['subtract', ' - '],
  ['sum', ' + '],
] as const;

/** Finds a value of each field in the first orders of a check. */
export class FieldExamples implements Watch {
  /** By field: the text in the file, and what is sent. Personal values are masked. */
  readonly found = new Map<string, [string, string]>();
  private left = MOST_ORDERS;

  constructor(private readonly checks: CheckContext) {}

  begin(): void {
    this.left = MOST_ORDERS;
    this.found.clear();
  }

  see(snapshot: Snapshot): void {
    if (this.left-- <= 0 || snapshot.skip !== undefined) return;
    for (const { path, value, cell } of traceSnapshot(snapshot, this.checks).fields) {
      const name = path.replace(/^items\[\d+\]\./, 'item.');
      if (this.found.has(name) || value === '' || typeof value === 'object') continue;
      const shown = (text: string) => (PERSONAL.test(name) ? mask(text) : text.slice(0, 40));
      this.found.set(name, [cell === null ? '' : shown(cell.text.trim()), shown(String(value))]);
    }
  }
}

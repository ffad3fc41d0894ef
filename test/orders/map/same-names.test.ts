// Columns that have one name: they are told apart by their number, as in a mapping, and of two addresses a person says which is meant.
import { expect, test } from 'vitest';
import { csvOf, proposalOf } from './proposal-of.ts';

/** The header with `#1` and `#2` taken off the names. */
const twice = (csv: string) => csv.replace(/^.*\n/, (header) => header.replace(/#\d/g, ''));

test('two notes stop nothing, and the first is read', async () => {
  const { result, open } = await proposalOf(
    twice(csvOf(12, (i) => ({ 'Note#1': 'hello', 'Note#2': `x${i}` }))),
  );
  expect(open).toEqual(['statuses', 'shipping_address']);
  expect(result.mapping['order']).toMatchObject({ note: 'Note#1' });
  expect(result.samples.get('Note#2')).toContain('x0');
});

test('of two totals the sums say which', async () => {
  const more = { Total: undefined, 'Total#1': '44.00', 'Total#2': '54.86' };
  const { result } = await proposalOf(twice(csvOf(12, () => more)));
  expect(result.mapping['order']).toMatchObject({ total_amount_cents: 'Total#2' });
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 12 });
});

test('of two addresses nothing is taken without being asked', async () => {
  const address = (n: number, more: Record<string, string>) =>
    Object.fromEntries(Object.entries(more).map(([name, cell]) => [`${name}#${n}`, cell]));
  const gone = { Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined };
  const one = { Name: 'Anna Meier', Street: 'Hauptstr. 1', Zip: '10115', City: 'Berlin', Country: 'DE' };
  const other = { Name: 'Bob Kraus', Street: 'Weg 2', Zip: '1010', City: 'Wien', Country: 'AT' };
  const text = twice(csvOf(12, () => ({ ...gone, ...address(1, one), ...address(2, other) })));
  const { open, question } = await proposalOf(text, {}, { assumes: true });
  const parts = ['name', 'street1', 'zip_code', 'city', 'country_code'];
  expect(open).toEqual(parts.map((part) => `column:address.${part}`));
  expect(question('column:address.city')?.text).toBe('Which column is the city of the address?');
  const answers = Object.fromEntries(
    Object.keys(one).map((name, i) => [`column:address.${parts[i]}`, `${name}#2`]),
  );
  const { result, open: left } = await proposalOf(text, answers, { assumes: true });
  expect(left).toEqual([]);
  expect(result.mapping['order']).toMatchObject({ 'shipping_address.city': 'City#2' });
  expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 12 });
});

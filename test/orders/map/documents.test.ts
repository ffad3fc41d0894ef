// Documents that no shopper ordered, in a column that tells the kinds of documents apart.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

/** Of 40 documents each tenth is of the first kind, and each tenth of the second. */
const shop = (column: string, sale: string, ...kinds: readonly string[]) =>
  csvOf(40, (i) => ({ ...shopperCells(i), [column]: kinds[i % 10] ?? sale }));
const ANSWERS = { statuses: { Shipped: 'Shipped' }, shipping_address: 'billing' };
const idOf = (column: string) => `confirm:audit.identifier.kind:identifier:${column}`;

test.each([
  ['Vorgang', 'Verkauf', 'Umlagerung', 'Lieferantenbestellung'],
  ['Vorgang', 'Verkauf', 'Eigenverbrauch', 'Muster'],
  ['Order Type', 'Sale', 'Transfer', 'Purchase Order'],
  ['Order Type', 'Sale', 'Internal Use', 'Sample'],
  ['Auftragsart', 'Standard', 'Reparatur', 'Umbuchung'],
  ['Type de document', 'Vente', 'Transfert', 'Commande fournisseur'],
  ['Tipo de pedido', 'Venta', 'Traspaso', 'Muestra'],
  ['Tipo documento', 'Vendita', 'Trasferimento', 'Riparazione'],
])('%s: beside %s, %s and %s are left out', async (column, sale, ...kinds) => {
  const text = shop(column, sale, ...kinds);
  const { question } = await proposalOf(text, ANSWERS, { assumes: true });
  expect(question(idOf(column))).toMatchObject({ answer: null, unattended: null });
  const [, leaveOut] = question(idOf(column))!.choices;
  expect(leaveOut!.text).toBe(
    `orders with ${kinds.map((one) => `"${one}"`).join(', ')} are left out, those with "${sale}" are sent`,
  );
  const sent = await ordersSent(text, { ...ANSWERS, [idOf(column)]: 'leave out' });
  expect(sent).toHaveLength(32);
});

test('what else such a column says can be left out with it', async () => {
  const text = shop('Vorgang', 'Verkauf', 'Angebot', 'Leihstellung');
  const { question } = await proposalOf(text, ANSWERS);
  expect(question(idOf('Vorgang'))!.choices.map(({ value }) => value)).toEqual([
    ...['yes', 'leave out', 'sales', 'no'],
  ]);
  expect(await ordersSent(text, { ...ANSWERS, [idOf('Vorgang')]: 'leave out' })).toHaveLength(36);
  expect(await ordersSent(text, { ...ANSWERS, [idOf('Vorgang')]: 'sales' })).toHaveLength(32);
});

test.each([
  ['Payment type', 'Card', 'Bank transfer'],
  ['Order type', 'Web', 'Express'],
  ['Customer type', 'Private', 'Internal use'],
  ['Item type', 'Regular', 'Sample'],
  ['Art der Zahlung', 'Karte', 'Transfer'],
])('%s with %s and %s stops nobody', async (column, ...kinds) => {
  const { open } = await proposalOf(shop(column, ...(kinds as [string, string])), ANSWERS);
  expect(open).toEqual([]);
});

// An export that nobody knows, on a terminal: one edit changes one field, what is refused says why, and the answers are kept.
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { AskedQuestion } from '../../../src/orders/map/types.ts';
import { makeCli, until } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { hasPty, KEY, onTerminal, onTerminalHere } from '../../helpers/pty.ts';
import { inProcess } from './in-process.ts';
import { ownCsv } from './own-export.ts';

const ANSWERS = {
  statuses: {
    ...{ versandt: 'Shipped', teilversandt: 'Created', erstattet: 'Shipped', offen: 'Created' },
    storniert: 'Cancelled',
  },
  ...{ timezone: 'Europe/Berlin', refunds: 'warn' },
};
/** Prices after the discount: a unit of an odd amount is half a cent, so that one order is refused. */
const AFTER_DISCOUNT = {
  ...{ ...ANSWERS, round: 'half_up', amounts: 'sum of Pos_Summe + Versandkosten = Gesamt' },
  'field:item.discount_amount_cents': 'none',
};
type Mapping = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const usual = inForm<typeof onTerminalHere>({
  short: onTerminalHere,
  long: hasPty ? onTerminal : onTerminalHere,
});
const MAP = ['orders', 'map', 'shop.csv', '--answers', 'answers.json'];
const PROMPT = 'changes it:';

/** The dialogue at its last prompt, with what the audit asks put off. `edit` types one line there. */
async function atLastPrompt(answers: object = ANSWERS) {
  const on = makeCli();
  on.file('shop.csv', ownCsv());
  on.file('answers.json', JSON.stringify(answers));
  const screen = usual(on, MAP, { columns: 120 });
  await screen.type('are sent without any', '');
  await screen.type('(choose one)', `${KEY.up}${KEY.enter}`);
  await screen.shows(PROMPT);
  return {
    ...{ on, screen },
    /** What is said about the edit; `said`: words of it, so that drawing the typed keys is no answer yet. */
    async edit(keys: string, said = 'orders pass the check'): Promise<string> {
      const before = screen.text().length;
      await screen.type('', `${keys}${KEY.enter}`);
      await screen.shows(said);
      await screen.shows(PROMPT);
      return screen.text().slice(before).replace(/\s+/g, ' ');
    },
    /** Leaves; the answers so far make the mapping. */
    async leave(): Promise<Record<string, unknown>> {
      await screen.type('', KEY.ctrlC);
      let code: number | null | undefined;
      void screen.ended.then((exit) => (code = exit));
      await until(() => code !== undefined, 'the end after Ctrl-C');
      expect(code).toBe(130);
      const kept = path.join(on.root, 'state/answers/shop.csv.json');
      expect(screen.text().replace(/\s+/g, '')).toContain(`--answers${kept}`);
      return JSON.parse(fs.readFileSync(kept, 'utf8'));
    },
  };
}

/** The mapping that `--answers FILE` makes: whatever the audit finds is right. */
async function mappingOf(answers: object): Promise<Mapping> {
  const on = inProcess();
  on.file('shop.csv', ownCsv());
  let all = answers;
  for (let round = 0; round < 5; round++) {
    on.file('answers.json', JSON.stringify(all));
    const { stdout, stderr } = await on.run(MAP.concat('--json'));
    expect(stdout, stderr).not.toBe('');
    const { mapping, questions } = JSON.parse(stdout) as { mapping: Mapping; questions: AskedQuestion[] };
    const open = questions.filter(({ answer }) => answer === null).map(({ id }) => id);
    if (open.length === 0) return mapping;
    expect(open.filter((id) => !id.startsWith('confirm:'))).toEqual([]);
    all = { ...all, ...Object.fromEntries(open.map((id) => [id, 'yes'])) };
  }
  throw new Error(`questions stay open: ${JSON.stringify(all)}`);
}

/** What one mapping says otherwise than the other, by field. */
function differences(before: Mapping, after: Mapping): Record<string, unknown> {
  const flat = (mapping: Mapping) =>
    ['order', 'item', 'refund', 'refund_line', 'tax', 'rows', 'dates', 'fallback'].flatMap((level) =>
      Object.entries(mapping[level] ?? {}).map(([key, value]) => [`${level}.${key}`, value] as const),
    );
  const known = new Map(flat(before));
  return Object.fromEntries(
    flat(after).filter(([name, value]) => !isDeepStrictEqual(known.get(name), value)),
  );
}

test('one edit changes one field, as the same answer in a file does', async () => {
  const { edit, leave } = await atLastPrompt();
  const edits = {
    'item.product_identifier': 'Modell',
    'billing_address.name': 'L_Name',
    'shipping_address.street1': 'R_Strasse',
    // Neighbours: a field that others are taken from, the customer, a value for all orders.
    'item.sku': 'Bezeichnung',
    'customer.identifier': 'Kd_Nr',
    'item.title': '=Ware',
    currency: '=CHF',
  };
  for (const [field, value] of Object.entries(edits))
    expect(await edit(`${field}=${value}`), field).not.toContain('Also changed');
  const kept = await leave();
  const given = Object.entries(edits).map(([field, value]) => [`field:${field}`, value]);
  expect(kept).toEqual({ ...ANSWERS, ...Object.fromEntries(given) });
  expect(differences(await mappingOf(ANSWERS), await mappingOf(kept))).toEqual({
    'item.product_identifier': 'Modell',
    'order.billing_address.name': 'L_Name',
    'order.shipping_address.street1': 'R_Strasse',
    'item.sku': 'Bezeichnung',
    'order.customer.identifier': { column: 'Kd_Nr' },
    'item.title': { constant: 'Ware' },
    'order.currency': { constant: 'CHF' },
  });
});

test('an edit that does nothing is refused with the reason; what else one changed is said in one line', async () => {
  const { edit, leave, screen } = await atLastPrompt(AFTER_DISCOUNT);
  const refused = {
    'item.tax_amount_cents=MwSt_Betrag': 'the prices include the tax',
    'item.sku=Artikelnr': 'That changes nothing',
    'item.quantity==abc': 'Give a number, such as 1',
    'shipping_amount_cents==viel': 'an amount with its decimals',
    'updated_at==2026': 'must come from the data',
  };
  for (const [keys, why] of Object.entries(refused)) await edit(keys, why);
  await screen.type('', `item.discount_amount_cents=Rabatt_Pos${KEY.enter}`);
  await screen.shows('Also changed: discount_amount_cents (Rabatt_Pos). 40 of 40 orders pass the check');
  await screen.shows('changes it:');
  expect(await leave()).toEqual({ ...AFTER_DISCOUNT, 'field:item.discount_amount_cents': 'Rabatt_Pos' });
});

test.each([
  ['item.tax_amount_cents', 'MwSt_Betrag', 'the prices include the tax'],
  ['refunds', 'Gutschrift_Nr', 'four fields: refund.identifier, refund_line.quantity'],
])(
  'an answer in a file that would do nothing is refused with the same reason: %s',
  async (field, column, why) => {
    const on = inProcess();
    on.file('shop.csv', ownCsv());
    on.file('answers.json', JSON.stringify({ ...ANSWERS, [`field:${field}`]: column }));
    const { code, stderr } = await on.run(MAP);
    expect(code).toBe(6);
    expect(stderr.replace(/\s+/g, ' ')).toContain(why);
  },
);

test('refunds are set field by field: what they lack is asked, in lists that typing narrows', async () => {
  const { edit, leave, screen } = await atLastPrompt();
  await screen.type('', `refund.identifier=Gutschrift_Nr${KEY.enter}`);
  const lacks = {
    'refund_line.quantity': ['gutschrift_m', 'Gutschrift_Menge'],
    'refund.total_refund_amount_cents': ['betrag', 'Gutschrift_Betrag'],
    'refund.created_at': ['Schrift_D', 'Gutschrift_Datum'],
  };
  for (const [field, [typed, first]] of Object.entries(lacks)) {
    await screen.type(`Which column is ${field}?`, typed!);
    await screen.type(`❯ ${first}`, KEY.enter);
  }
  await screen.shows(PROMPT);
  expect(screen.text()).toMatch(/refund\.identifier +Gutschrift_Nr +sure/);
  await edit('refund.note=Bezeichnung');
  const kept = await leave();
  expect(differences(await mappingOf(ANSWERS), await mappingOf(kept))).toEqual({
    'refund.identifier': 'Gutschrift_Nr',
    'refund_line.quantity': 'Gutschrift_Menge',
    'refund.total_refund_amount_cents': 'Gutschrift_Betrag',
    'refund.created_at': 'Gutschrift_Datum',
    'refund.note': 'Bezeichnung',
  });
  // Nor is it said that the refunds are not sent.
  expect((await mappingOf(kept))['rows']).toEqual({ order: 'Bestellnr' });
});

test('tax is set by its parts; a word of the mapping needs no column', async () => {
  const { edit, leave } = await atLastPrompt();
  await edit('tax.tax=MwSt_Betrag');
  await edit('tax.mode=inside');
  const kept = await leave();
  const { tax } = await mappingOf(kept);
  expect(tax).toMatchObject({ mode: 'inside', total: 'Gesamt', tax: 'MwSt_Betrag' });
});

test('why orders are refused and what the audit asks stand last, in view of a screen of 40 rows', async () => {
  const { leave, screen } = await atLastPrompt(AFTER_DISCOUNT);
  const rows = screen.lines().slice(-40);
  const text = rows.join('\n');
  expect(text).toMatch(/ {2}1 refused: Expected 16192 .*\(total_amount_cents 1\)/);
  expect(text).toMatch(/ \d+ {2}4 of 40 orders speak of refunds \(column "Gutschrift_Nr"\)/);
  expect(text.replace(/\s+/g, ' ')).toContain('(first: order W2…07). Is that right? [4 orders]');
  expect(screen.text()).toMatch(/ currency +Waehrung +sure +1 value in 60 rows: EUR/);
  await leave();
});

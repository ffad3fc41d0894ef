// `orders map` on a terminal: the questions one by one, a choice changed by its number. Each question alone is in
// questions.test.ts.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCli } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { hasPty, KEY, onTerminal, onTerminalHere } from '../../helpers/pty.ts';
import { csv } from './shop.ts';

const shop = () => {
  const on = makeCli();
  on.file('shop.csv', csv());
  return on;
};
const MAP = ['orders', 'map', 'shop.csv'];
const written = (root: string): string => path.join(root, 'config', 'mappings', 'shop.json');

/** The questions of this export in their order, and what is typed at each. */
const STEPS: readonly (readonly [after: string, keys: string])[] = [
  ['Versendet (1 order)', KEY.enter],
  ['In Bearbeitung (1 order)', KEY.enter],
  ['Storniert (1 order)', KEY.enter],
  ['In which time zone', `Europe/Berlin${KEY.enter}`],
  ['no e-mail address', `${KEY.down}${KEY.enter}`],
];

/** Where no pseudo-terminal has to prove anything more. */
const usual = inForm<typeof onTerminalHere>({
  short: onTerminalHere,
  long: hasPty ? onTerminal : onTerminalHere,
});

describe('on a terminal', () => {
  test.skipIf(!hasPty)(
    '(needs script of util-linux) asks, lets a choice be changed by its number, and writes',
    async () => {
      const on = shop();
      const screen = onTerminal(on, MAP);
      for (const [after, keys] of STEPS) await screen.type(after, keys);
      // The number of the answer about the time zone stands behind those of the fields.
      await screen.shows('Enter writes the mapping');
      const number = /(\d+) {2}timezone: Europe\/Berlin/.exec(screen.text())![1]!;
      await screen.type('changes it', `${number}${KEY.enter}`);
      await screen.type('In which time zone', `Europe/Vienna${KEY.enter}`);
      await screen.type('Enter writes the mapping', KEY.enter);
      expect(await screen.ended).toBe(0);
      expect(screen.text()).toContain('next: returns orders check shop.csv --map shop');
      const mapping = JSON.parse(fs.readFileSync(written(on.root), 'utf8'));
      expect(mapping.dates.timezone).toBe('Europe/Vienna');
      expect(mapping.rows.skip).toEqual([
        { when: { column: 'Kunde E-Mail', empty: true }, reason: 'no e-mail address', level: 'order' },
      ]);
    },
  );

  test('any field is set by its name, and what it does to the orders is said', async () => {
    const on = shop();
    const screen = usual(on, MAP, { columns: 120 });
    for (const [after, keys] of STEPS) await screen.type(after, keys);
    const say = async (keys: string) => {
      await screen.shows('Answers');
      await screen.type('changes it', `${keys}${KEY.enter}`);
    };
    await say('item.wight=Menge');
    expect(screen.text()).toContain('2 of 3 orders pass the check; 1 left out.');
    await screen.shows('Did you mean "item.weight"?');
    await screen.type('', `${KEY.backspace.repeat(20)}item.weight=Meng${KEY.enter}`);
    await screen.shows('There is no column "Meng". Did you mean "Menge"?');
    await screen.type('', `${KEY.backspace.repeat(20)}item.weight=Menge${KEY.enter}`);
    await say('item.weight=Menge');
    await say('item.tracking_number==T-1');
    expect(screen.text()).toContain('That changes nothing');
    // The list starts at the present choice: Lager is six columns below Bezeichnung.
    await say('item.title');
    await screen.type('Which column is item.title', `${KEY.down.repeat(6)}${KEY.enter}`);
    await say('');
    expect(await screen.ended).toBe(0);
    const { item } = JSON.parse(fs.readFileSync(written(on.root), 'utf8'));
    expect(item).toMatchObject({ weight: 'Menge', title: 'Lager', tracking_number: { constant: 'T-1' } });
  });

  test('an amount is held against the sums again, and columns that are not used are listed', async () => {
    const on = shop();
    const screen = usual(on, MAP, { columns: 120 });
    for (const [after, keys] of STEPS) await screen.type(after, keys);
    await screen.shows('Not used: Lager (Nord, Süd)');
    await screen.type('changes it', `item.unit_price_amount_cents=Versandkosten${KEY.enter}`);
    await screen.type('How do the amounts of an order add up?', KEY.ctrlC);
    expect(await screen.ended).toBe(130);
  });

  test('back goes to the word before, to the question before, and the answers can be given again', async () => {
    const on = shop();
    const screen = usual(on, MAP);
    const backInList = KEY.down.repeat(4);
    await screen.type('Versendet (1 order)', KEY.enter);
    await screen.type('In Bearbeitung (1 order)', `${backInList}${KEY.enter}`);
    await screen.type('Versendet (1 order)', KEY.enter);
    await screen.type('In Bearbeitung (1 order)', KEY.enter);
    await screen.type('Storniert (1 order)', KEY.enter);
    await screen.type('In which time zone', `<${KEY.enter}`);
    await screen.type('Versendet (1 order)', `${KEY.down}${KEY.enter}`);
    await screen.type('In Bearbeitung (1 order)', KEY.enter);
    await screen.type('Storniert (1 order)', KEY.enter);
    await screen.type('In which time zone', `Europe/Berln${KEY.enter}`);
    await screen.shows('Did you mean "Europe/Berlin"?');
    await screen.type('', `${KEY.backspace.repeat(20)}Europe/Berlin${KEY.enter}`);
    await screen.type('no e-mail address', `${KEY.down}${KEY.enter}`);
    await screen.type('Enter writes the mapping', KEY.enter);
    expect(await screen.ended).toBe(0);
    const { order } = JSON.parse(fs.readFileSync(written(on.root), 'utf8'));
    expect(order.status.values).toEqual({
      Versendet: 'Created',
      'In Bearbeitung': 'Created',
      Storniert: 'Cancelled',
    });
  });

  test.each([60, 80, 120])('every line of the proposal fits %i columns', async (columns) => {
    const screen = usual(shop(), MAP, { columns });
    await screen.type('Versendet (1 order)', KEY.ctrlC);
    await screen.ended;
    for (const line of screen.lines()) expect(line.length, line).toBeLessThanOrEqual(columns);
    expect(screen.text()).toMatch(/identifier +Bestellnummer +sure/);
    // An example is cut before the name of a column is.
    expect(screen.text()).toMatch(/ Versandkosten +(sure|likely)/);
  });
});

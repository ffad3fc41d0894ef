// `orders map` on a terminal: the questions one by one, a choice changed by its number, Ctrl-C at any question.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCli } from '../../helpers/cli.ts';
import { hasPty, KEY, onTerminal } from '../../helpers/pty.ts';
import { csv, HEADER } from './shop.ts';

const shop = () => {
  const on = makeCli();
  on.file('shop.csv', csv());
  return on;
};
const MAP = ['orders', 'map', 'shop.csv'];
const written = (root: string): string => path.join(root, 'work', 'shop.map.json');

/** The questions of this export in their order, and what is typed at each. */
const STEPS: readonly (readonly [after: string, keys: string])[] = [
  ['Versendet (1 order)', KEY.enter],
  ['In Bearbeitung (1 order)', KEY.enter],
  ['Storniert (1 order)', KEY.enter],
  ['In which time zone', `Europe/Berlin${KEY.enter}`],
  ['no e-mail address', `${KEY.down}${KEY.enter}`],
];

describe.skipIf(!hasPty)('on a terminal (needs script of util-linux)', () => {
  test('asks, lets a choice be changed by its number, and writes', async () => {
    const on = shop();
    const screen = onTerminal(on, MAP);
    for (const [after, keys] of STEPS) await screen.type(after, keys);
    // The number of the answer about the time zone stands behind those of the fields.
    await screen.shows('Enter writes the mapping');
    const number = /(\d+) {2}timezone: Europe\/Berlin/.exec(screen.text())![1]!;
    await screen.type('changes that choice', `${number}${KEY.enter}`);
    await screen.type('In which time zone', `Europe/Vienna${KEY.enter}`);
    await screen.type('Enter writes the mapping', KEY.enter);
    expect(await screen.ended).toBe(0);
    expect(screen.text()).toContain('next: returns orders check shop.csv --map shop.map.json');
    const mapping = JSON.parse(fs.readFileSync(written(on.root), 'utf8'));
    expect(mapping.dates.timezone).toBe('Europe/Vienna');
    expect(mapping.rows.skip).toEqual([
      { when: { column: 'Kunde E-Mail', empty: true }, reason: 'no e-mail address', level: 'order' },
    ]);
  }, 60_000);

  test('another column for an amount is taken', async () => {
    const on = shop();
    const screen = onTerminal(on, MAP, { columns: 120 });
    for (const [after, keys] of STEPS) await screen.type(after, keys);
    await screen.shows('Enter writes the mapping');
    const number = /(\d+) {2,}item\.unit_price_amount_cents/.exec(screen.text())![1]!;
    await screen.type('changes that choice', `${number}${KEY.enter}`);
    await screen.type(
      'Which column is item.unit_price_amount_cents',
      KEY.down.repeat(HEADER.indexOf('Versandkosten')) + KEY.enter,
    );
    await screen.type('Enter writes the mapping', KEY.enter);
    expect(await screen.ended).toBe(0);
    const { item } = JSON.parse(fs.readFileSync(written(on.root), 'utf8'));
    expect(item.unit_price_amount_cents).toBe('Versandkosten');
  }, 60_000);

  test.each(STEPS.map((_, i) => i))(
    'Ctrl-C at question %i writes nothing',
    async (at) => {
      const on = shop();
      const screen = onTerminal(on, MAP);
      for (const [after, keys] of STEPS.slice(0, at)) await screen.type(after, keys);
      await screen.type(STEPS[at]![0], KEY.ctrlC);
      expect(await screen.ended).toBe(130);
      expect(fs.existsSync(written(on.root))).toBe(false);
      expect(on.files().filter((file) => /\/mappings\/|\.tmp$/.test(file))).toEqual([]);
    },
    60_000,
  );

  test.each([60, 80, 120])(
    'every line of the proposal fits %i columns',
    async (columns) => {
      const screen = onTerminal(shop(), MAP, { columns });
      await screen.type('Versendet (1 order)', KEY.ctrlC);
      await screen.ended;
      for (const line of screen.lines()) expect(line.length, line).toBeLessThanOrEqual(columns);
      expect(screen.text()).toMatch(/identifier +Bestellnummer +sure/);
      // An example is cut before the name of a column is.
      expect(screen.text()).toMatch(/ Versandkosten +(sure|likely)/);
    },
    60_000,
  );
});

// One mapping, one place: what `orders map` wrote is what the next run reads, also after somebody changed it; an export with other
// columns goes on from it.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Cli, makeCli } from '../../helpers/cli.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { hasPty, KEY, onTerminal } from '../../helpers/pty.ts';
import { desk } from '../../mappings/known.ts';
import { ANSWERS, csv, HEADER, ROWS } from './shop.ts';

type Json = Record<string, unknown>;
interface Proposal {
  readonly exit: number;
  readonly platform: { readonly name: string };
  readonly questions: readonly { readonly id: string; readonly text: string; readonly answer: unknown }[];
  readonly mapping: { readonly item: Json; readonly tax: unknown; readonly order: Json };
}

/** The shop with a tracking number on each line, and the mapping that was made of it. */
const shop = async (...more: readonly string[]) => {
  const at = desk();
  const file = (
    name: string,
    header = [...HEADER, 'Tracking No'],
    rows = ROWS.map((row) => [...row, 'T-1']),
  ) => at.file(name, csv(rows, header));
  file('shop.csv');
  at.file('answers.json', JSON.stringify(ANSWERS));
  const made = await at.run(['orders', 'map', 'shop.csv', '--answers', 'answers.json', ...more]);
  expect(made.exit, made.stderr).toBe(0);
  const place = more.length > 0 ? path.join(at.work, 'mine.json') : path.join(at.folder, 'shop.json');
  const change = (edit: (mapping: Json) => void) => {
    const mapping = JSON.parse(fs.readFileSync(place, 'utf8')) as Json;
    edit(mapping);
    fs.writeFileSync(place, JSON.stringify(mapping));
  };
  return { ...at, export: file, made, place, change };
};
const CHECK = ['orders', 'check', 'shop.csv'];
const OUT = ['--out', 'mine.json'];

describe.each(
  inForm<readonly (readonly [string, readonly string[]])[]>({
    short: [['in the config folder', []]],
    long: [
      ['in the config folder', []],
      ['in a file of mine', OUT],
    ],
  }),
)('a mapping %s', (_, more) => {
  test('is kept once; the last lines say where, and how to look at it and change it', async () => {
    const at = await shop(...more);
    const own = more.length > 0 ? [] : ['shop.json'];
    expect(fs.readdirSync(at.folder).sort()).toEqual(['shop.columns.json', ...own]);
    expect(fs.readdirSync(at.work).filter((name) => name.endsWith('map.json'))).toEqual([]);
    const [place, used, how] = at.made.stdout.trimEnd().split('\n').slice(-3);
    expect(place).toBe(`Mapping shop: ${at.place}`);
    expect(used).toBe('The next export with these columns is read with it.');
    expect(how).toBe('To look at it: returns mappings show shop; to change it: returns mappings edit shop');
    expect((await at.run(['mappings', 'path', 'shop'])).stdout).toBe(`${at.place}\n`);
    expect((await at.run(['mappings', 'show', 'shop'])).stdout).toBe(fs.readFileSync(at.place, 'utf8'));
  });

  test('counts as it was changed, in the next run without --map', async () => {
    const at = await shop(...more);
    at.change((mapping) => Object.assign(mapping, { name: 'Changed by hand' }));
    expect(await at.json(CHECK)).toMatchObject({
      exit: 0,
      mapping: { name: 'Changed by hand', source: 'shop' },
    });
    expect(await at.json([...CHECK, '--map', 'shop'])).toMatchObject({
      mapping: { name: 'Changed by hand' },
    });
    const { stdout, stderr } = await at.run([...CHECK, '--quiet']);
    expect(stderr).toContain(`using the remembered mapping shop (${at.place})`);
    expect(stdout.replaceAll(/\s+/g, '')).toContain(`Changedbyhand(remembered:shop,${at.place})`);
  });

  test('is changed with returns mappings edit, which checks it when the editor ends', async () => {
    const at = await shop(...more);
    const edits = (edit: (text: string) => string, isGood = true) => ({
      terminal: { stdin: true, stderr: true },
      system: {
        edit: async (file: string) => {
          fs.writeFileSync(file, edit(fs.readFileSync(file, 'utf8')));
          return isGood;
        },
      },
    });
    const edit = ['mappings', 'edit', 'shop', '--yes'];
    const renamed = edits((text) => text.replace('"shop"', '"Ours"'));
    expect(await at.json(edit, renamed)).toMatchObject({
      ...{ exit: 0, schema: 'mapping-edited/1', name: 'shop', path: at.place },
    });
    expect(await at.json(CHECK)).toMatchObject({ exit: 0, mapping: { name: 'Ours' } });
    const failed = edits((text) => text, false);
    expect(await at.json(edit, failed)).toMatchObject({ exit: 2, code: 'edit.editor' });
    const nobody = await at.json(edit);
    expect(nobody).toMatchObject({
      exit: 2,
      code: 'usage.question',
      hint: expect.stringContaining(at.place),
    });
    const wrong = edits((text) => text.replace('"identifier"', '"identifer"'));
    const fault = { exit: 6, code: 'input.map.key', place: { file: at.place, path: 'order.identifer' } };
    expect(await at.json(edit, wrong)).toMatchObject(fault);
    // What the editor left is what counts: it is said again, and nothing else is used in its place.
    expect(await at.json(CHECK)).toMatchObject(fault);
    expect(
      await at.json(
        edit,
        edits((text) => `${text}}`),
      ),
    ).toMatchObject({
      ...{ exit: 6, code: 'input.json.syntax', place: { file: at.place } },
    });
  });

  test('that is gone is said with what to do, named or not; no other one takes its place', async () => {
    const at = await shop(...more);
    // Nearly the same columns: it must not be offered either.
    at.export('near.csv', [...HEADER, 'Tracking Nr']);
    const near = await at.run('orders map near.csv --answers answers.json --out near.json'.split(' '));
    expect(near.exit, near.stderr).toBe(0);
    fs.rmSync(at.place);
    const gone = {
      ...{ exit: 6, code: 'input.map.missing', place: { file: at.place } },
      message: `The file of the remembered mapping shop is gone: ${at.place}`,
      hint: expect.stringContaining('make the mapping again: `returns orders map FILE`'),
    };
    expect(await at.json(CHECK)).toMatchObject(gone);
    expect(await at.json([...CHECK, '--map', 'shop'])).toMatchObject(gone);
    const again = await at.run(['orders', 'map', 'shop.csv', '--answers', 'answers.json']);
    expect(again.exit, again.stderr).toBe(0);
    expect(await at.json(CHECK)).toMatchObject({ exit: 0, mapping: { source: 'shop' } });
  });

  test('stays where it is and as it is when the same columns are mapped again', async () => {
    const at = await shop(...more);
    at.change((mapping) => Object.assign(mapping, { name: 'Changed by hand' }));
    const text = fs.readFileSync(at.place, 'utf8');
    const again = await at.run(['orders', 'map', 'shop.csv']);
    expect(again.exit, again.stderr).toBe(0);
    expect(again.stdout).toContain(`Mapping shop: ${at.place}\n`);
    expect(fs.readFileSync(at.place, 'utf8')).toBe(text);
    at.file('zone.json', JSON.stringify({ timezone: 'Europe/Vienna' }));
    await at.run(['orders', 'map', 'shop.csv', '--answers', 'zone.json']);
    expect(JSON.parse(fs.readFileSync(at.place, 'utf8'))).toMatchObject({
      ...{ name: 'Changed by hand', dates: { timezone: 'Europe/Vienna' } },
    });
  });
});

test('--out moves the mapping to another file, and says which one is no longer used', async () => {
  const at = await shop(...OUT);
  const moved = await at.run(['orders', 'map', 'shop.csv', '--out', 'other.json']);
  expect(moved.stdout).toContain(`${at.place} is no longer used for them.`);
  expect((await at.run(['mappings', 'path', 'shop'])).stdout).toBe(`${path.join(at.work, 'other.json')}\n`);
  const removed = await at.run(['mappings', 'remove', 'shop', '--yes']);
  expect(removed.stdout).toBe(`Mapping shop removed; its file stays: ${path.join(at.work, 'other.json')}\n`);
  expect(fs.readdirSync(at.folder)).toEqual([]);
});

describe('an export with other columns goes on from a mapping that was changed by hand', () => {
  const TAX = { mode: 'inside', total: 'Gesamtbetrag', subtotal: 'Gesamtbetrag', tax: { constant: 0 } };
  const changed = async () => {
    const at = await shop();
    at.change((mapping) => {
      mapping['tax'] = TAX;
      (mapping['item'] as Json)['tracking_number'] = { column: 'Tracking No', strip: '#' };
      (mapping['order'] as Json)['note'] = { constant: 'by hand' };
    });
    at.export('dropped.csv', HEADER, ROWS);
    const map = (...more: readonly string[]) => at.json<Proposal>(['orders', 'map', 'dropped.csv', ...more]);
    return { ...at, map };
  };

  test('a column less: it is listed, its field is asked, all else stays', async () => {
    const at = await changed();
    const refused = await at.json<{ message: string; hint: string }>(['orders', 'check', 'dropped.csv']);
    expect(refused.message).toContain('remembered mapping shop: missing "Tracking No"');
    expect(refused.hint).toContain('`returns orders map dropped.csv` takes that mapping over');
    const open = await at.map();
    expect(open).toMatchObject({ exit: 6, platform: { name: 'shop' } });
    expect(open.questions).toMatchObject([
      {
        id: 'field:item.tracking_number',
        text: 'The export has no column Tracking No any more. Which column is item.tracking_number now?',
        answer: null,
      },
    ]);
    expect((await at.run(['orders', 'map', 'dropped.csv'])).stdout).toMatch(/^ +missing +Tracking No$/m);
    at.file('none.json', JSON.stringify({ 'field:item.tracking_number': 'none' }));
    const none = await at.map('--answers', 'none.json');
    expect(none).toMatchObject({ exit: 0, mapping: { tax: TAX, order: { note: { constant: 'by hand' } } } });
    expect(none.mapping.item).not.toHaveProperty('tracking_number');
    at.file('other.json', JSON.stringify({ 'field:item.tracking_number': 'Lager' }));
    const other = await at.map('--answers', 'other.json');
    expect(other.mapping.item['tracking_number']).toEqual({ column: 'Lager', strip: '#' });
    const made = await at.run(['orders', 'map', 'dropped.csv', '--answers', 'none.json']);
    expect(made.stdout).toContain(`Mapping shop-2: ${path.join(at.folder, 'shop-2.json')}`);
    expect(await at.json(['orders', 'check', 'dropped.csv'])).toMatchObject({
      mapping: { source: 'shop-2' },
    });
    expect(await at.json(CHECK)).toMatchObject({ mapping: { source: 'shop' } });
  });

  test('a renamed column is read under its new name, without a question', async () => {
    const at = await changed();
    at.export('renamed.csv', [...HEADER, 'Tracking Nos']);
    const renamed = await at.json<Proposal>(['orders', 'map', 'renamed.csv']);
    expect(renamed).toMatchObject({ exit: 0, questions: [] });
    expect(renamed.mapping).toMatchObject({
      ...{ tax: TAX, order: { note: { constant: 'by hand' } } },
      item: { tracking_number: { column: 'Tracking Nos', strip: '#' } },
    });
    expect((await at.run(['orders', 'map', 'renamed.csv'])).stdout).toMatch(
      /renamed +Tracking No is now Tracking Nos/,
    );
  });

  itLong(
    'a column less that tells orders apart: the refusal promises no more than that a new mapping is made',
    async () => {
      const at = await changed();
      const without = HEADER.indexOf('Bestellnummer');
      const cut = (row: readonly string[]) => row.filter((_cell, i) => i !== without);
      at.export('dropped.csv', cut(HEADER), ROWS.map(cut));
      const { hint } = await at.json<{ hint: string }>(['orders', 'check', 'dropped.csv']);
      expect(hint).toContain('cannot do without what is missing');
      expect(await at.map()).toMatchObject({ platform: { name: '' } });
    },
  );

  itLong.runIf(hasPty)('a person is asked with the columns to choose from', async () => {
    const at = await changed();
    const screen = onTerminal(makeCli({ root: at.root }) as Cli, ['orders', 'map', 'dropped.csv'], {
      columns: 200,
    });
    await screen.type('has no column Tracking No any more', KEY.enter);
    await screen.type('Enter writes the mapping', KEY.enter);
    expect(await screen.ended, screen.text()).toBe(0);
    expect(screen.text()).toContain('Mapping shop-2: ');
  });
});

test.runIf(hasPty)(
  'returns mappings edit opens a wrong text again, until it is right or given up',
  async () => {
    const at = await shop();
    const cli = makeCli({ root: at.root });
    // Breaks what is whole, and mends what was broken.
    const EDITOR = `sh -c 'if grep -q identifer "$1"; then sed -i s/identifer/identifier/ "$1"; else sed -i s/identifier/identifer/ "$1"; fi' sh`;
    const edit = () => onTerminal(cli, ['mappings', 'edit', 'shop'], { env: { EDITOR } });
    const mended = edit();
    await mended.shows('order.identifer');
    await mended.type('Open it again?', KEY.enter);
    expect(await mended.ended, mended.text()).toBe(0);
    const left = edit();
    await left.type('Open it again?', 'n\r');
    expect(await left.ended).toBe(6);
    expect(fs.readFileSync(at.place, 'utf8')).toContain('identifer');
  },
);

test('returns mappings edit changes no shipped mapping; path prints where one lies', async () => {
  const at = desk();
  expect(await at.json(['mappings', 'edit', 'shopify-orders'])).toMatchObject({
    exit: 2,
    code: 'mapping.shipped',
  });
  expect(await at.json(['mappings', 'edit', 'none'])).toMatchObject({ exit: 2, code: 'mapping.unknown' });
  const { stdout } = await at.run(['mappings', 'path', 'shopify-orders']);
  expect(fs.readFileSync(stdout.trim(), 'utf8')).toContain('Shopify order export');
});

test('a mapping of an older program is used; its path and an editor get a file of its own', async () => {
  const at = desk();
  at.old('mine');
  const before = await at.json(['orders', 'check', 'export.csv']);
  expect(before).toMatchObject({ exit: 3, orders: { pending: 26 }, mapping: { source: 'mine' } });
  const { stdout } = await at.run(['mappings', 'path', 'mine']);
  expect(stdout.trim()).toBe(path.join(at.folder, 'mine.json'));
  expect(JSON.parse(fs.readFileSync(stdout.trim(), 'utf8'))).toMatchObject({ name: 'Shopify order export' });
  expect(await at.json(['orders', 'check', 'export.csv'])).toMatchObject({ orders: { pending: 26 } });
});

// `returns mappings`: list, show and remove, on a real disk and on a real terminal.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { COLUMNS, desk, MAPPING, sampleText } from './known.ts';

const SHIPPED = fs
  .readdirSync(path.resolve(import.meta.dirname, '../../samples/mappings'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

/** The files of the mapping `mine`. */
const KEPT = ['mine.columns.json', 'mine.json'];

interface List {
  readonly mappings: readonly { readonly name: string; readonly kind: string }[];
  readonly damaged: readonly unknown[];
}

describe('returns mappings list', () => {
  it('lists the shipped mappings, which are the files of samples/mappings', async () => {
    const list = await desk().json<List>(['mappings', 'list']);
    expect(list).toMatchObject({ exit: 0, schema: 'mapping-list/1', damaged: [] });
    expect(list.mappings.map(({ name }) => name)).toEqual(SHIPPED.sort());
    for (const mapping of list.mappings) expect(mapping).toMatchObject({ kind: 'shipped', saved_at: null });
    expect(list.mappings).toContainEqual(
      expect.objectContaining({
        name: 'shopify-orders',
        message: 'order',
        columns: expect.arrayContaining(['Name']),
      }),
    );
    expect(list.mappings).toContainEqual(expect.objectContaining({ name: 'wms-transfers', message: 'asn' }));
  });

  it('lists the remembered ones first, with platform, columns and day', async () => {
    const at = desk();
    await at.remember('Mai', COLUMNS, { ...MAPPING, platform: { name: 'Shop\u001b[31mify' } });
    const { mappings } = await at.json<List>(['mappings', 'list']);
    expect(mappings[0]).toEqual({
      ...{ name: 'mai', kind: 'remembered', message: 'order', platform: 'Shop\u001b[31mify' },
      columns: COLUMNS,
      path: path.join(at.folder, 'mai.json'),
      saved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const { stdout } = await at.run(['mappings', 'list']);
    expect(stdout.split('\n')[0]).toMatch(
      /^mai +remembered +orders +Shop\\u\{1b\}\[31mify +79 columns +\d{4}-\d\d-\d\d$/,
    );
  });

  it('names damaged ones with what to do, lists the others, and ends with 7', async () => {
    const at = desk();
    await at.remember('intact');
    at.damage('broken');
    const list = await at.json<List>(['mappings', 'list']);
    expect(list).toMatchObject({
      exit: 7,
      damaged: [{ name: 'broken', file: path.join(at.folder, 'broken.json') }],
      stderr: expect.stringContaining('returns mappings remove broken'),
    });
    expect(list.mappings[0]).toMatchObject({ name: 'intact' });
  });
});

describe('returns mappings show', () => {
  it('prints a shipped mapping as it is in the package', async () => {
    expect(await desk().run(['mappings', 'show', 'shopify-orders'])).toEqual({
      ...{ exit: 0, stdout: sampleText('mappings/shopify-orders.json'), stderr: '' },
    });
  });

  it('prints a remembered one so that its output is a mapping again; --json is one document', async () => {
    const at = desk();
    await at.remember('mine', COLUMNS, { ...MAPPING, name: 'C1 \u009b bidi \u202e' });
    const { stdout } = await at.run(['mappings', 'show', 'mine']);
    expect(stdout).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(stdout)).toEqual({ ...MAPPING, name: 'C1 \u009b bidi \u202e' });
    at.file('my.json', stdout);
    expect(await at.json(['orders', 'check', 'export.csv', '--map', 'my.json'])).toMatchObject({
      mapping: { from: 'file', source: 'my.json' },
      orders: { pending: 26 },
    });
    expect(await at.json(['mappings', 'show', 'mine'])).toMatchObject({
      ...{ schema: 'mapping/1', name: 'mine', kind: 'remembered', columns: COLUMNS },
      mapping: { name: 'C1 \u009b bidi \u202e' },
    });
  });

  it.each([
    ['shopify-order', 'Did you mean "shopify-orders"?'],
    ['../mappings/shopify-orders', 'There is no mapping'],
    ['README', 'There is no mapping'],
    ['__proto__', 'There is no mapping'],
  ])('knows no mapping %j: exit 2', async (name, said) => {
    expect(await desk().run(['mappings', 'show', name])).toMatchObject({
      ...{ exit: 2, stdout: '', stderr: expect.stringContaining(said) },
    });
  });
});

describe('returns mappings remove', () => {
  it('removes a remembered mapping with --yes, damaged or not', async () => {
    const at = desk();
    await at.remember('mine');
    at.damage('broken');
    for (const name of ['mine', 'broken'])
      expect(await at.json(['mappings', 'remove', name, '--yes'])).toMatchObject({
        ...{ exit: 0, schema: 'mapping-removed/1', name, removed: true },
      });
    expect(fs.readdirSync(at.folder)).toEqual([]);
  });

  it('removes nothing off a terminal without --yes, no shipped one, and none that it does not know', async () => {
    const at = desk();
    await at.remember('mine');
    expect(await at.json(['mappings', 'remove', 'mine'])).toMatchObject({ exit: 2, code: 'usage.question' });
    expect(await at.json(['mappings', 'remove', 'wms-transfers', '--yes'])).toMatchObject({
      ...{ exit: 2, code: 'mapping.shipped' },
    });
    expect(await at.json(['mappings', 'remove', 'mime', '--yes'])).toMatchObject({
      ...{ exit: 2, code: 'mapping.unknown', message: expect.stringContaining('"mine"') },
    });
    expect(await at.json(['mappings', 'remove', '../profiles', '--yes'])).toMatchObject({ exit: 2 });
    expect(fs.readdirSync(at.folder)).toEqual(KEPT);
  });

  it.runIf(hasPty).each([
    ['y', []],
    ['n', KEPT],
    [KEY.ctrlC, KEPT],
  ])('asks on a terminal: %j leaves %j', async (key, left) => {
    const at = desk();
    await at.remember('mine');
    const screen = onTerminal(makeCli({ root: at.root }), ['mappings', 'remove', 'mine']);
    await screen.type('Remove the remembered mapping mine?', key === KEY.ctrlC ? key : `${key}${KEY.enter}`);
    expect(await screen.ended).toBe(key === KEY.ctrlC ? 130 : 0);
    expect(fs.readdirSync(at.folder)).toEqual(left);
  });
});

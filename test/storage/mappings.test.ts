// Remembered mappings on a real disk: private files, one for each header, none lost between processes, damage named.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fingerprintOf,
  rememberedMapping,
  rememberedMappings,
  rememberMapping,
  removeMapping,
} from '../../src/storage/mappings.ts';
import { environmentOf, fakeClock, type TestHostOptions, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const COLUMNS = ['Order', 'Größe', '', '_note', 'Order'];
const MAPPING = { name: 'Shop', rows: { order: 'Order' }, order: {}, item: {} };
const TEXT = '{ "name": "Shop", "rows": { "order": "Order" }, "order": {}, "item": {} }\n';

const open = (options?: TestHostOptions) => {
  const world = testPlatform(options);
  const { platform, folders } = world;
  return {
    ...world,
    folder: path.join(folders.config, 'mappings'),
    remember: async (name: string, columns: readonly string[] = COLUMNS) =>
      (await rememberMapping(platform, folders, { name, columns, text: TEXT })).name,
    rememberFile: (file: string, columns: readonly string[] = COLUMNS) =>
      rememberMapping(platform, folders, { name: 'shop', columns, text: TEXT, file }),
    all: () => rememberedMappings(platform, folders),
    one: (name: string) => rememberedMapping(platform, folders, name),
    remove: (name: string) => removeMapping(platform, folders, name),
    fingerprint: (columns: readonly string[]) => fingerprintOf(platform, columns),
  };
};

test('a mapping is read back from a private file in a private folder', async () => {
  const at = open({ clock: fakeClock(Date.UTC(2026, 2, 1, 10)) });
  expect(await at.remember('Shop Export (Mai).csv.gz')).toBe('shop-export-mai');
  expect(at.all()).toEqual({
    mappings: [
      {
        name: 'shop-export-mai',
        fingerprint: at.fingerprint(['Größe', 'Order', 'Order']),
        columns: COLUMNS,
        savedAt: Date.UTC(2026, 2, 1, 10),
        file: path.join(at.folder, 'shop-export-mai.json'),
        text: TEXT,
        mapping: MAPPING,
      },
    ],
    damaged: [],
  });
  expect(at.one('shop-export-mai')).toEqual(at.all().mappings[0]);
  const [note, file] = ['shop-export-mai.columns.json', 'shop-export-mai.json'];
  expect(fs.readdirSync(at.folder).sort()).toEqual([note, file]);
  expect([at.folder, ...[note, file].map((name) => path.join(at.folder, name))].map(modeOf)).toEqual([
    ...[0o700, 0o600, 0o600],
  ]);
  // The mapping stands in one place.
  expect(fs.readFileSync(path.join(at.folder, file), 'utf8')).toBe(TEXT);
  const kept = JSON.parse(fs.readFileSync(path.join(at.folder, note), 'utf8')) as { file: string };
  expect(Object.keys(kept)).toEqual(['schema', 'name', 'fingerprint', 'file', 'saved_at', 'columns']);
  expect(kept.file).toBe(file);
});

test('reading makes no file and no folder', () => {
  const at = open();
  expect(at.all()).toEqual({ mappings: [], damaged: [] });
  expect(at.one('shop')).toBeUndefined();
  expect(at.remove('shop')).toBe(false);
  expect(fs.existsSync(at.folder)).toBe(false);
});

test('a second mapping for the same columns replaces the first under its name', async () => {
  const at = open();
  await at.remember('first', ['a', 'b']);
  const text = '{"name":"Second"}';
  expect(
    await rememberMapping(at.platform, at.folders, {
      ...{ name: 'second', columns: ['b', '_c', 'a'], text },
    }),
  ).toEqual({ name: 'first', file: path.join(at.folder, 'first.json'), before: undefined });
  expect(at.all().mappings).toMatchObject([{ name: 'first', columns: ['b', '_c', 'a'], text }]);
  expect(await at.remember('second', ['a', 'b', 'c'])).toBe('second');
});

test.each([
  ['Été 2026.CSV', 'ete-2026'],
  ['\u001b[31mred', '31mred'],
  ['日本', 'mapping'],
  ['.csv', 'mapping'],
  ['__proto__', 'proto'],
  ['x'.repeat(300), 'x'.repeat(56)],
  [`${'x'.repeat(55)}-y`, 'x'.repeat(55)],
])('the name %j becomes %s, with a number when it is taken', async (given, name) => {
  const at = open();
  expect(await at.remember(given, ['a'])).toBe(name);
  expect(await at.remember(given, ['b'])).toBe(`${name}-2`);
  expect(await at.remember(given, ['c'])).toBe(`${name}-3`);
  expect(fs.readdirSync(at.folder).sort()).toEqual(
    ['', '-2', '-3'].flatMap((end) => [`${name}${end}.json`, `${name}${end}.columns.json`]).sort(),
  );
});

test('the name is never that of a shipped mapping', async () => {
  expect(await open().remember('shopify-orders.csv')).toBe('shopify-orders-2');
});

test('a removed mapping is gone, and only that', async () => {
  const at = open();
  await at.remember('a', ['a']);
  await at.remember('b', ['b']);
  expect(at.remove('a')).toBe(true);
  expect(at.remove('a')).toBe(false);
  expect(at.all().mappings).toMatchObject([{ name: 'b' }]);
});

test.each(['../profiles', '..', '.', '', 'a/b', 'A', 'a.json', '__proto__', '-a', 'a\n'])(
  'the name %j is never a file',
  (name) => {
    const at = open();
    fs.mkdirSync(at.folder, { recursive: true });
    fs.writeFileSync(path.join(at.folders.config, 'profiles.json'), '{}');
    expect(at.one(name)).toBeUndefined();
    expect(at.remove(name)).toBe(false);
    expect(fs.existsSync(path.join(at.folders.config, 'profiles.json'))).toBe(true);
  },
);

test('what is not a mapping by its name is left alone', async () => {
  const at = open();
  await at.remember('shop');
  for (const name of ['shop.json.99.x.tmp', 'README', 'ev\u001bil.json', 'Upper.json', '.hidden.json'])
    fs.writeFileSync(path.join(at.folder, name), 'x');
  expect(at.all()).toMatchObject({ mappings: [{ name: 'shop' }], damaged: [] });
});

describe('a file of the user', () => {
  const given = async () => {
    const at = open();
    const mine = at.file('mine.json', TEXT);
    return { ...at, mine, kept: await at.rememberFile(mine) };
  };

  test('is remembered by its path; what stands in it counts, and no copy is kept', async () => {
    const at = await given();
    expect(at.kept).toEqual({ name: 'shop', file: at.mine, before: undefined });
    expect(fs.readdirSync(at.folder)).toEqual(['shop.columns.json']);
    fs.writeFileSync(at.mine, '\ufeff{"name":"Edited"}');
    expect(at.one('shop')).toMatchObject({ file: at.mine, mapping: { name: 'Edited' } });
    fs.writeFileSync(at.mine, '{ oops');
    expect(at.all()).toMatchObject({ mappings: [{ text: '{ oops', mapping: {} }], damaged: [] });
  });

  test('takes the place of the mapping for the same columns, and the other way round', async () => {
    const at = await given();
    await at.remember('other');
    expect(at.one('shop')).toMatchObject({ file: path.join(at.folder, 'shop.json') });
    expect(fs.readFileSync(at.mine, 'utf8')).toBe(TEXT);
    const other = at.file('other.json', TEXT);
    expect(await at.rememberFile(other)).toMatchObject({ name: 'shop', before: undefined });
    expect(fs.readdirSync(at.folder)).toEqual(['shop.columns.json']);
    expect(await at.rememberFile(at.mine)).toMatchObject({ file: at.mine, before: other });
  });

  test('that is gone is exit 6 with what to do; other mappings are not touched, and it can be made again', async () => {
    const at = await given();
    fs.rmSync(at.mine);
    await at.remember('intact', ['a', 'b']);
    const failure = expect.objectContaining({
      ...{ code: 'input.map.missing', exitCode: 6, place: { file: at.mine } },
      hint: expect.stringMatching(/`returns orders map FILE`.*`returns mappings remove shop`/),
    });
    expect(() => at.one('shop')).toThrow(failure);
    const fingerprint = at.fingerprint(COLUMNS);
    expect(at.all()).toMatchObject({
      mappings: [{ name: 'intact' }],
      damaged: [{ name: 'shop', failure, fingerprint }],
    });
    expect(await at.remember('again')).toBe('shop');
  });

  test('stays when the mapping is forgotten', async () => {
    const at = await given();
    expect(at.remove('shop')).toBe(true);
    expect(at.all()).toEqual({ mappings: [], damaged: [] });
    expect(fs.readFileSync(at.mine, 'utf8')).toBe(TEXT);
  });
});

test('a config folder that was moved takes its mappings along', async () => {
  const at = open();
  await at.remember('shop');
  const moved = { ...at.folders, config: `${at.folders.config}-moved` };
  fs.renameSync(at.folders.config, moved.config);
  expect(rememberedMapping(at.platform, moved, 'shop')).toMatchObject({ mapping: MAPPING });
});

/** A mapping as an older program kept it: in one file with its columns. */
const OLD = {
  ...{ schema: 'remembered-mapping/1', name: 'shop', columns: COLUMNS, saved_at: '2026-03-01T10:00:00.000Z' },
  mapping: MAPPING,
};

test('a mapping that an older program kept is used; remembered again, it gets a file of its own', async () => {
  const at = open();
  const fingerprint = at.fingerprint(COLUMNS);
  fs.mkdirSync(at.folder, { recursive: true });
  fs.writeFileSync(path.join(at.folder, 'shop.json'), JSON.stringify({ ...OLD, fingerprint }));
  expect(at.all()).toMatchObject({ mappings: [{ name: 'shop', mapping: MAPPING }], damaged: [] });
  expect(at.one('shop')?.file).toBeUndefined();
  expect(await at.remember('shop')).toBe('shop');
  expect(at.one('shop')).toMatchObject({ file: path.join(at.folder, 'shop.json'), text: TEXT });
});

describe('damage', () => {
  const whole = async () => {
    const at = open();
    await at.remember('shop');
    const file = path.join(at.folder, 'shop.columns.json');
    return { ...at, file, json: JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown> };
  };

  test.each([
    ['not JSON', () => '{"schema":\n oops}', 2],
    ['empty, as a full disk leaves it', () => '', 1],
    ['a list', () => '[]', undefined],
    ['of a later version', (json: object) => JSON.stringify({ ...json, schema: 'remembered-mapping/3' })],
    ['under another name', (json: object) => JSON.stringify({ ...json, name: 'other' })],
    [
      'with other columns than it was made for',
      (json: object) => JSON.stringify({ ...json, columns: ['x'] }),
    ],
  ] as const)(
    'a file that is %s is exit 7 with its place, and does not hide the others',
    async (_how, text, line?) => {
      const at = await whole();
      fs.writeFileSync(at.file, text(at.json));
      await at.remember('intact', ['a', 'b']);
      const failure = expect.objectContaining({
        code: 'state.mapping',
        exitCode: 7,
        place: expect.objectContaining({ file: at.file, ...(line === undefined ? {} : { line }) }),
        hint: expect.stringContaining('returns mappings remove shop'),
      });
      expect(() => at.one('shop')).toThrow(failure);
      expect(at.all()).toEqual({
        mappings: [expect.objectContaining({ name: 'intact' })],
        damaged: [{ name: 'shop', failure, fingerprint: undefined }],
      });
      // Its name stays taken, so that nothing is written over it; and it can be removed.
      expect(await at.remember('shop', ['c'])).toBe('shop-2');
      expect(at.remove('shop')).toBe(true);
      expect(at.all().damaged).toEqual([]);
    },
  );

  test('a copy of an older program without a mapping is exit 7, too', async () => {
    const at = open();
    fs.mkdirSync(at.folder, { recursive: true });
    const old = { ...OLD, fingerprint: at.fingerprint(COLUMNS), mapping: [] };
    fs.writeFileSync(path.join(at.folder, 'shop.json'), JSON.stringify(old));
    expect(() => at.one('shop')).toThrow(expect.objectContaining({ code: 'state.mapping', exitCode: 7 }));
  });

  test('a folder in place of the file, and a file that is far too large', async () => {
    const at = await whole();
    fs.mkdirSync(path.join(at.folder, 'folder.json'));
    fs.truncateSync(at.file, 100 * 1024 * 1024);
    expect(at.all().damaged).toMatchObject([{ name: 'folder' }, { name: 'shop' }]);
    expect(at.remove('folder')).toBe(true);
  });
});

test('a disk that refuses the write leaves the mapping that was there, exit 7', async () => {
  const at = open();
  await at.remember('shop', ['a']);
  const before = fs.readFileSync(path.join(at.folder, 'shop.json'), 'utf8');
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const files = {
    ...at.platform.files,
    replace() {
      throw full;
    },
  };
  await expect(
    rememberMapping({ ...at.platform, files }, at.folders, { name: 'x', columns: ['a'], text: '{}' }),
  ).rejects.toMatchObject({ code: 'state.full', exitCode: 7 });
  expect(fs.readFileSync(path.join(at.folder, 'shop.json'), 'utf8')).toBe(before);
});

describe('between processes', () => {
  let writer: string;
  beforeAll(async () => {
    writer = await bundle('test/storage/children/mapping-writer.ts');
  });

  test('two that remember under one name at the same time lose nothing', async () => {
    const at = open();
    const env = environmentOf(at.root);
    const both = [start(writer, ['one', 'shop', '25'], env), start(writer, ['two', 'shop', '25'], env)];
    for (const { done } of both) expect(await done).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const { mappings, damaged } = at.all();
    expect(damaged).toEqual([]);
    expect(new Set(mappings.map(({ name }) => name))).toEqual(
      new Set(Array.from({ length: 50 }, (_, i) => (i === 0 ? 'shop' : `shop-${i + 1}`))),
    );
    expect(mappings.map(({ mapping }) => mapping['name']).sort()).toEqual(
      ['one', 'two'].flatMap((who) => Array.from({ length: 25 }, (_, i) => `${who} ${i}`)).sort(),
    );
    expect(fs.readdirSync(at.folder)).toHaveLength(100);
  }, 60_000);
});

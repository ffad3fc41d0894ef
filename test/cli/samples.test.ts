// `returns samples`: every shipped sample is listed, printed byte for byte, and copied without overwriting anything.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { samplesIn } from '../../src/cli/commands/samples.ts';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const shipped = fs
  .readdirSync(path.join(ROOT, 'samples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.gitattributes')
  .map((entry) => path.relative(path.join(ROOT, 'samples'), path.join(entry.parentPath, entry.name)));
const SAMPLES = samplesIn(testPlatform().platform);
const content = (file: string) => fs.readFileSync(file).toString('latin1');
const sample = (name: string) => content(path.join(ROOT, 'samples', name));

async function samples(t: ReturnType<typeof testPlatform>, ...words: string[]) {
  t.clear();
  return run(['samples', ...words], t.platform);
}

it('lists every file of samples/, and the package has them', async () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(shipped.sort());
  expect(JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).files).toContain('samples');
  const t = testPlatform();
  expect(await samples(t, '--json')).toBe(0);
  const { schema, samples: listed } = JSON.parse(t.stdout());
  expect(schema).toBe('sample-list/1');
  expect(listed).toEqual(Object.entries(SAMPLES).map(([name, purpose]) => ({ name, purpose })));
});

it('prints a sample byte for byte, by its path or its file name', async () => {
  for (const name of [
    'exports/wms-transfers.csv',
    'wms-transfers.csv',
    'samples/exports/wms-transfers.csv',
  ]) {
    const bytes: Buffer[] = [];
    const t = testPlatform();
    const { terminal } = t.platform;
    const platform = {
      ...t.platform,
      terminal: {
        ...terminal,
        out: async (c: string | Uint8Array) => void bytes.push(Buffer.from(c as Uint8Array)),
      },
    };
    expect(await run(['samples', name], platform)).toBe(0);
    expect(Buffer.concat(bytes).toString('latin1')).toBe(sample('exports/wms-transfers.csv'));
  }
});

it('copies one to a file or into a folder, and never over something', async () => {
  const t = testPlatform();
  expect(await samples(t, 'asns.csv', '--out', 'mine.csv')).toBe(0);
  expect(content(path.join(t.work, 'mine.csv'))).toBe(sample('asns.csv'));
  expect(await samples(t, 'listen/play.sh', '--out', 'new/')).toBe(0);
  expect(fs.statSync(path.join(t.work, 'new/play.sh')).mode & 0o111).not.toBe(0);
  fs.writeFileSync(path.join(t.work, 'mine.csv'), 'mine');
  expect(await samples(t, 'asns.csv', '--out', 'mine.csv')).toBe(2);
  expect(t.stderr()).toContain('mine.csv is there already');
  expect(content(path.join(t.work, 'mine.csv'))).toBe('mine');
  expect(await samples(t, 'asns.csv', '--out', 'no/such.csv')).toBe(2);
});

it('copies all, or nothing when one of them is there', async () => {
  const t = testPlatform();
  expect(await samples(t, '--all', '--out', 'copies', '--json')).toBe(0);
  expect(JSON.parse(t.stdout())).toEqual({
    schema: 'samples-written/1',
    files: Object.keys(SAMPLES).map((name) => `copies/${name}`),
  });
  for (const name of shipped) expect(content(path.join(t.work, 'copies', name))).toBe(sample(name));
  fs.mkdirSync(path.join(t.work, 'other/mappings'), { recursive: true });
  fs.writeFileSync(path.join(t.work, 'other/mappings/README.md'), 'mine');
  expect(await samples(t, '--all', '--out', 'other')).toBe(2);
  expect(fs.readdirSync(path.join(t.work, 'other'))).toEqual(['mappings']);
});

it.each([
  [['shopify-order.json'], 'Did you mean "shopify-orders.json"?'],
  [['--all'], '--all needs --out FOLDER'],
  [['asns.csv', '--all', '--out', 'x'], 'exclude each other'],
  [['asns.csv', '--json'], 'both want stdout'],
])('%j is wrong usage', async (words, says) => {
  const t = testPlatform();
  expect(await samples(t, ...words)).toBe(2);
  expect(t.stdout() + t.stderr()).toContain(says);
});

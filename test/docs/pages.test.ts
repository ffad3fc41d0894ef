// The pages of docs/ are true: their console blocks and the long outputs in samples/ are run, their examples are tests.
// After a change of what commands print: npm run docs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';
import { mask, ROOT, readPage, runPage } from './shell.ts';

const filesOf = (folder: string) =>
  fs.readdirSync(path.join(ROOT, folder)).map((file) => `${folder}/${file}`);
const pages = filesOf('docs');

describe('every console block and every long output', () => {
  it.each(
    [...pages, ...filesOf('samples/outputs')].filter((page) => /^\$ |```console/m.test(readPage(page))),
  )('%s shows what its commands print', async (page) => {
    await expect(await runPage(page)).toMatchFileSnapshot(path.join(ROOT, page));
  });
});

it('finds what is stale, and keeps what differs from run to run', () => {
  const before = 'Done in 163 ms  run 20261120-140646-0d1b0a\n  accepted  3';
  expect(mask('Done in 1.2 s  run 20270101-000000-ffffff\n  accepted  3')).toBe(mask(before));
  expect(mask(before.replace('accepted  3', 'accepted  4'))).not.toBe(mask(before));
});

const ONE_THREAD = ['--pool=threads', '--no-isolate', '--no-file-parallelism'];

it('docs/sandbox.md has an example for tests that runs', () => {
  const examples = [...readPage('docs/sandbox.md').matchAll(/```ts\n([\s\S]*?)```/g)];
  const folder = temporaryFolder('returns-docs-');
  for (const [i, [, example]] of examples.entries())
    fs.writeFileSync(path.join(folder, `example-${i + 1}.test.ts`), example!);
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'returns-cli'), 'dir');
  const vitestFolder = path.join(ROOT, 'node_modules', 'vitest');
  fs.symlinkSync(vitestFolder, path.join(folder, 'node_modules', 'vitest'), 'dir');
  const vitest = path.join(vitestFolder, 'vitest.mjs');
  const ran = spawnSync(
    process.execPath,
    [vitest, 'run', ...ONE_THREAD, '--root', folder, '--reporter=json'],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, CI: 'true' },
    },
  );
  expect(ran.stdout, ran.stderr).toContain(`"numPassedTests":${examples.length},`);
  expect(examples.length).toBe(1);
});

it('docs/architecture.md has a row for every folder of the sources', () => {
  const rows = [...readPage('docs/architecture.md').matchAll(/^\| `src\/([^`]+)` \|/gm)].map(
    ([, name]) => name,
  );
  const folders = fs
    .readdirSync(path.join(ROOT, 'src'), { withFileTypes: true })
    .map((entry) => entry.name + (entry.isDirectory() ? '/' : ''));
  expect(rows.sort()).toEqual(folders.sort());
});

it('CHANGELOG.md tells each version in at most 40 lines', () => {
  const versions = readPage('CHANGELOG.md').split('\n## ').slice(1);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions)
    expect(version.split('\n').length, version.slice(0, 30)).toBeLessThanOrEqual(40);
});

it('docs/glossary.md is in alphabetical order, each word once', () => {
  const words = [...readPage('docs/glossary.md').matchAll(/^\| (?!word |---)(.*?) \|/gm)].map(
    ([, word]) => word!,
  );
  const sorted = [...new Set(words)].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en'));
  expect(words).toEqual(sorted);
});

// The README is true and short: its console blocks are run, its tables are compared with those of the code.
// After a change of what commands print: npm run docs
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXIT_CODES } from '../src/basics/exit-codes.ts';
import { ROWS } from './bench/rows.ts';
import { MARKERS } from './bench/table.ts';
import { ROOT, readPage, runPage } from './docs/shell.ts';

const readme = readPage('README.md');

it('shows what its commands print', async () => {
  await expect(await runPage('README.md')).toMatchFileSnapshot('../README.md');
});

it('has at most 200 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(201);
});

it('names every page of docs/', () => {
  for (const page of fs.readdirSync(path.join(ROOT, 'docs'))) expect(readme).toContain(`(docs/${page})`);
});

/** The rows of the table below a heading, as cells. */
function tableUnder(page: string, heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.slice(2, -2).split(' | '));
}

it('lists every exit code as the code has it', () => {
  expect(tableUnder(readme, 'Exit codes')).toEqual(
    EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]),
  );
});

it('docs/performance.md has a figure for every row of the bench', () => {
  const page = readPage('docs/performance.md');
  const [from, to] = MARKERS.map((marker) => page.indexOf(marker)) as [number, number];
  const lines = page.slice(from, to).trimEnd().split('\n').slice(1);
  expect(lines.length).toBeLessThanOrEqual(16);
  for (const { group, name } of ROWS)
    expect(
      lines.filter((line) => line.startsWith(`| ${group.work} | ${group.floor} | `) && line.includes(name)),
      name,
    ).toHaveLength(1);
});

it('gives a reason for every package that the sources import', () => {
  const files = fs.readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const packages = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...fs
        .readFileSync(path.join(ROOT, 'src', file), 'utf8')
        .matchAll(/(?:from |import\(|import )'([^'.][^']*)'/g),
    ])
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('node:') && name !== 'returns-cli/sandbox')
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect(tableUnder(readPage('CONTRIBUTING.md'), 'Dependencies').map(([name]) => name)).toEqual(
    [...new Set(packages)].sort().map((name) => `\`${name}\``),
  );
});

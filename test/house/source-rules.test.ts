// Keeps the rules about the text of sources: one test a rule over the real ones, and one planted violation for each.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { complaints, MOST_LINES, SOURCE_RULES } from './source-rules.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

function realSources(): Record<string, string> {
  const entries = fs.readdirSync(path.join(ROOT, 'src'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [path.relative(ROOT, file).split(path.sep).join('/'), fs.readFileSync(file, 'utf8')]),
  );
}

describe('the sources', () => {
  const sources = realSources();
  const found = complaints(sources);

  it('are more than a hundred files', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
  });

  it.each(SOURCE_RULES.map(({ sentence }) => sentence))('%s', (sentence) => {
    expect(found[sentence] ?? []).toEqual([]);
  });
});

/** Literals spread into literals put several fields on one line: none is added, and the limit only falls. */
const MOST_SPREADS = 253;

it('no literal is spread into another one that was not before', () => {
  const spreads = Object.values(realSources()).flatMap((text) => text.match(/\.\.\.\{ /g) ?? []);
  expect(spreads.length).toBeLessThanOrEqual(MOST_SPREADS);
});

const OPENING = '// A file that is only here to be looked at.\n';
const file = (code: string) => `${OPENING}${code}\n`;

/** Sources that keep every rule, though they look as if they did not. */
const GOOD: Readonly<Record<string, string>> = {
  'src/basics/words-that-look-bad.ts': file(
    'const { any, all } = { any: 1, all: 2 };\nexport const some = [all, any, ...Array.of(any)].map((x) => x / 2 / any);',
  ),
  'src/basics/words.ts': file('export const word = "process.exit(1); console.log(any)"; // process.exit any'),
  'src/platform/clock.ts': file('export const now = () => Date.now();'),
  'src/main.ts': file(
    "export const run = () => [`$\u007bnew Date(0)} $\u007b[1].map((n) => `$\u007bn} setTimeout(`)}`, /console\\.log|['\"`]/.test('')];",
  ),
  'src/start.ts': file('process.exitCode = 0;'),
};

/** What must be found: the sentence of a rule, a file, its code, and what the complaint names. */
const VIOLATIONS: readonly (readonly [about: string, path: string, code: string, named: RegExp])[] = [
  ['only src/platform touches', 'src/sending/x.ts', 'export const home = process.env;', /process/],
  ['only src/platform touches', 'src/sending/x.ts', 'export const now = Date.now();', /Date\.now/],
  ['only src/platform touches', 'src/sending/x.ts', 'export const now = new Date();', /new Date/],
  ['only src/platform touches', 'src/sending/x.ts', 'export const now = new Date;', /new Date/],
  ['only src/platform touches', 'src/sending/x.ts', 'export const luck = Math.random();', /random/],
  ['only src/platform touches', 'src/sending/x.ts', 'setTimeout(() => {}, 1);', /timer/],
  [
    'only src/platform touches',
    'src/sending/x.ts',
    'export const wait = (f: () => void) => setImmediate(f);',
    /timer/,
  ],
  [
    'only src/platform touches',
    'src/sending/x.ts',
    "export const t = `$\u007b`}`}$\u007bconsole.log('x')}`;",
    /console/,
  ],
  ['only src/platform touches', 'src/start.ts', "console.log('x');", /console/],
  ['only src/platform touches', 'src/sending/x.ts', "export const tls = require('tls');", /require/],
  ['code of a page', 'src/calls/x.ts', 'export const page = `<!doctype html>`;', /page/],
  ['code of a page', 'src/calls/x.ts', "document.title = 'x';", /page/],
  ['longer than', 'src/sending/x.ts', 'export {};\n'.repeat(MOST_LINES), /lines/],
  ['no check is silenced', 'src/sending/x.ts', 'export const x = (y: any) => y;', /any/],
  ['no check is silenced', 'src/sending/x.ts', 'export const x = [] as any[];', /any/],
  ['no check is silenced', 'src/sending/x.ts', 'export type X = string | any;', /any/],
  ['no check is silenced', 'src/sending/x.ts', 'export type X = any;', /any/],
  ['no check is silenced', 'src/sending/x.ts', 'export type X = Record<string, any>;', /any/],
  [
    'no check is silenced',
    'src/sending/x.ts',
    '// @ts-expect-error\nexport const x: number = 1;',
    /silences/,
  ],
  ['no check is silenced', 'src/sending/x.ts', '/* biome-ignore lint: no */ export {};', /silences/],
  ['no check is silenced', 'src/platform/x.ts', 'process.exit(1);', /process\.exit/],
];

describe('the checker', () => {
  it('has nothing to say about sources that keep the rules', () => {
    expect(complaints(GOOD)).toEqual({});
  });

  it.each(VIOLATIONS)('%#: finds what breaks "%s" in %s', (about, place, code, named) => {
    const found = complaints({ ...GOOD, [place]: file(code) });
    const sentences = Object.keys(found).filter((sentence) => sentence.includes(about));
    expect(sentences).toHaveLength(1);
    expect(found[sentences[0]!]!.join('\n')).toMatch(named);
  });

  it('finds a file that does not say what it is for', () => {
    const found = complaints({ ...GOOD, 'src/sending/x.ts': 'export {};\n' });
    expect(Object.keys(found)).toEqual(['every file opens with a comment that says what it is for']);
  });

  it('has a planted violation for every rule', () => {
    const sentences = SOURCE_RULES.map(({ sentence }) => sentence);
    const covered = sentences.filter((sentence) => VIOLATIONS.some(([about]) => sentence.includes(about)));
    expect(sentences.filter((sentence) => !covered.includes(sentence))).toEqual([
      'every file opens with a comment that says what it is for',
    ]);
  });
});

// Rules about the text of a source file that imports do not tell: one rule, one sentence.
import { readSource, type SourceText } from './source-text.ts';

export interface SourceRule {
  /** What holds, as one sentence: the name of its test. */
  readonly sentence: string;
  /** What is wrong with one file. */
  readonly check: (file: string, source: string, text: SourceText) => readonly (string | false)[];
}

const WORLD: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['process', /(?<![.\w$])process\s*[.[]/],
  ['Date.now', /\bDate\s*\.\s*now\b/],
  ['new Date() without an argument', /\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))/],
  ['performance.now', /\bperformance\s*\.\s*now\b/],
  ['Math.random', /\bMath\s*\.\s*random\b/],
  ['a random of node', /\bcrypto\s*\.\s*(?:random\w*|getRandomValues)\b/],
  ['a timer', /(?<![.\w$])(?:setTimeout|setInterval|setImmediate)\b/],
  ['console', /(?<![.\w$])console\s*\./],
  ['fetch', /(?<![.\w$])(?:fetch|WebSocket)\s*\(/],
  ['require', /(?<![.\w$])require\s*\(/],
];
/** The entries of the program and of the importable sandbox: they pass their process on. */
const ENTRIES = new Set(['src/start.ts', 'src/sandbox/index.ts']);

const FORBIDDEN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['any', /(?::|<|[|&]|\b(?:as|extends|satisfies))\s*any\b|\bany\s*(?:>|\[\])|=\s*any\s*;/],
  ['process.exit', /\bprocess\s*\.\s*exit\b(?!Code)/],
];
const SILENCED = /@ts-(?:ignore|nocheck|expect-error)|biome-ignore|eslint-disable/;

export const MOST_LINES = 350;
const PAGES = ['src/page/', 'src/calls/inspector/', 'src/sandbox/pages/'];

export const SOURCE_RULES: readonly SourceRule[] = [
  {
    sentence:
      'only src/platform touches the process, clocks, timers, chance, the network and the console (an entry passes its process on)',
    check: (file, _source, { words }) =>
      file.startsWith('src/platform/')
        ? []
        : WORLD.map(
            ([name, pattern]) =>
              !(name === 'process' && ENTRIES.has(file)) && pattern.test(words) && `touches ${name}`,
          ),
  },
  {
    sentence: `only ${PAGES.join(', ')} hold code of a page`,
    check: (file, _source, { words, code }) => [
      !PAGES.some((folder) => file.startsWith(folder)) &&
        (/\.(?:tsx|jsx|html|css)$/.test(file) ||
          /(?<![.\w$])document\s*\.|\binnerHTML\b/.test(words) ||
          /<!doctype html|<script\b/i.test(code)) &&
        'code of a page',
    ],
  },
  {
    sentence: `no file is longer than ${MOST_LINES} lines`,
    check: (_file, source) => {
      const lines = source.trimEnd().split('\n').length;
      return [lines > MOST_LINES && `${lines} lines`];
    },
  },
  {
    sentence: 'every file opens with a comment that says what it is for',
    check: (_file, source) => [
      !/^(?:#(?:!|compdef ).*\n)?(?:\/\/|\/\*|<!--|#) \S.{20,}/.test(source) &&
        `opens with ${JSON.stringify(source.slice(0, 40))}`,
    ],
  },
  {
    sentence: 'no check is silenced: no any, no silenced check, no process.exit',
    check: (_file, source, { words }) => [
      ...FORBIDDEN.map(([name, pattern]) => pattern.test(words) && `has ${name}`),
      SILENCED.test(source) && 'silences a check',
    ],
  },
];

/** Every complaint of every rule, by the rule's sentence; rules that hold are left out. */
export function complaints(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const texts = Object.entries(sources).map(([file, source]) => [file, source, readSource(source)] as const);
  const found = SOURCE_RULES.map(
    ({ sentence, check }) =>
      [
        sentence,
        texts.flatMap(([file, source, text]) =>
          check(file, source, text).flatMap((complaint) =>
            complaint === false ? [] : [`${file}: ${complaint}`],
          ),
        ),
      ] as const,
  );
  return Object.fromEntries(found.filter(([, list]) => list.length > 0));
}

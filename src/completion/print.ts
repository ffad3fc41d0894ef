// The answer as text for the script of a shell. The first line says which paths the shell adds (`words`, `files BEFORE`,
// `folders BEFORE`), each further line is a word, a tab, and what it means.
import { answer } from './answer.ts';
import type { WordTable } from './types.ts';

/** More do not fit on a screen, and shells become slow. */
const MOST = 1000;

/** @param argv `SHELL INDEX -- WORD...`: see the scripts. Wrong ones have an answer without words. */
export function printedAnswer(table: WordTable, argv: readonly string[]): string {
  const [, index = '', dashes, ...words] = argv;
  const at = /^\d{1,6}$/.test(index) ? Number(index) : Number.NaN;
  if (dashes !== '--' || !(at <= words.length)) return 'words\n';
  const { words: offered, paths } = answer(table, { words, index: at });
  const lines = offered
    .filter(([word], i) => offered.findIndex(([other]) => other === word) === i)
    .slice(0, MOST)
    .map(([word, text]) => `${word}\t${text}`);
  return `${[paths ? `${paths.kind} ${paths.before}` : 'words', ...lines].join('\n')}\n`;
}

// Help without loading anything: the build writes every page beside the bundle, in the words of the program itself.
import fs from 'node:fs';

/** The page that a plain question for help wants; undefined when the program itself must answer. */
export function helpPage(argv: readonly string[]): string | undefined {
  const last = argv.at(-1);
  if (last !== '--help' && last !== '-h' && last !== '--version') return undefined;
  try {
    const pages: unknown = JSON.parse(fs.readFileSync(new URL('./help.json', import.meta.url), 'utf8'));
    const key = [...argv.slice(0, -1), last === '-h' ? '--help' : last].join(' ');
    return (pages as Record<string, string>)[key];
  } catch {
    // Not built, or not whole: the program knows the same words.
    return undefined;
  }
}

// Help without loading the program: the build writes every page beside the bundle, in the program's own words.
import fs from 'node:fs';

/** The page that a plain question for help wants; undefined when the program itself must answer. */
export function helpPage(argv: readonly string[], pagesAt: URL): string | undefined {
  const last = argv.at(-1);
  if (last !== '--help' && last !== '-h' && last !== '--version') return undefined;
  try {
    const pages = JSON.parse(fs.readFileSync(pagesAt, 'utf8')) as Readonly<Record<string, string>>;
    const question = [...argv.slice(0, -1), last === '-h' ? '--help' : last].join(' ');
    return Object.hasOwn(pages, question) ? pages[question] : undefined;
  } catch {
    // Not built, or not whole: the program knows the same words.
    return undefined;
  }
}

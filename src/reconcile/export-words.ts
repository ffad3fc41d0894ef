// The words of a command line that read the same export again: for the commands that go on from a difference.
import type { ExportWords } from './kinds.ts';

const OF_RECONCILE = /^--(orders|out|limit|progress)(?:=(.*))?$/s;
const SWITCHES: ReadonlySet<string> = new Set(['--fail', '--json', '--quiet', '--verbose', '--no-color']);

/** `reconcile --orders a.csv --map m --out d.csv` -> `a.csv --map m`. */
export function exportWords(argv: readonly string[]): ExportWords {
  const files: string[] = [];
  const rest: string[] = [];
  // A mapping may have the same name as the command.
  const command = argv.indexOf('reconcile');
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    const [, name, value] = OF_RECONCILE.exec(word) ?? [];
    if (name !== undefined) {
      const given = value ?? argv[++i];
      if (name === 'orders' && given !== undefined) files.push(given);
    } else if (i !== command && !SWITCHES.has(word)) rest.push(word);
  }
  return [...files, ...rest];
}

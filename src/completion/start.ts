// Where completion begins: `returns completion words SHELL INDEX -- WORD...`, which the scripts of the shells call. It loads
// the table of words, never the program. It ends with 0 and says nothing but words.
import path from 'node:path';
import { machineAsIs } from '../platform/glance.ts';
import { printedAnswer, type WordTable } from './answer.ts';

try {
  const machine = machineAsIs();
  const text = machine.files.readText(path.join(import.meta.dirname, 'words.json'));
  machine.print(printedAnswer(JSON.parse(text) as WordTable, machine.words.slice(2)));
} catch {
  // A press of Tab is no place for an error: the commands themselves say what is wrong.
}

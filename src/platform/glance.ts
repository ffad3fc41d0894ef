// What completion needs of the machine, without the rest of the platform.
import { realFiles } from './files.ts';

export const machineAsIs = () => ({
  files: realFiles,
  /** The command line without the program. */
  words: process.argv.slice(2),
  /** Prints to stdout; nobody may be there to read it. */
  print(text: string) {
    process.stdout.on('error', () => {});
    process.stdout.write(text);
  },
});

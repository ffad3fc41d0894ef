// Child of the tests of mappings: remembers `count` mappings of the given name, each for other columns.
import { Failure } from '../../../src/basics/failure.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';
import { rememberMapping } from '../../../src/storage/mappings.ts';

const [who, name, count] = process.argv.slice(2) as [string, string, string];
const platform = realPlatform();
try {
  for (let i = 0; i < Number(count); i++)
    await rememberMapping(platform, foldersOf(platform), {
      name,
      columns: ['Order', `${who} ${i}`],
      text: JSON.stringify({ name: `${who} ${i}` }),
    });
} catch (error) {
  process.stdout.write(error instanceof Failure ? `${error.code} ${error.exitCode}\n` : `${error}\n`);
  process.exitCode = error instanceof Failure ? error.exitCode : 1;
}

// Child of the profile tests: makes `count` profiles, one `profile set` each, all named after the first argument.
import { setProfile } from '../../../src/account/profiles.ts';
import { Failure } from '../../../src/basics/failure.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';

const [name, count] = process.argv.slice(2);
const platform = realPlatform();
try {
  for (let i = 0; i < Number(count); i++)
    await setProfile(platform, foldersOf(platform), `${name}-${i}`, [
      { name: 'client-id', value: `id-${name}-${i}` },
    ]);
} catch (error) {
  process.stdout.write(error instanceof Failure ? `${error.code} ${error.exitCode}\n` : `${error}\n`);
  process.exitCode = error instanceof Failure ? error.exitCode : 1;
}

// A command line on the real platform with a keychain of files, killed at its n-th step of disk or keychain:
// `node program FOLDER N WORDS...`; without a kill it says how many steps there were.
import { run } from '../../../src/main.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import type { Files } from '../../../src/platform/platform.ts';
import { folderKeychain } from '../../helpers/keychain.ts';

const [folder = '', at = '', ...words] = process.argv.slice(2);
let steps = 0;
const step = () => {
  if (++steps === Number(at)) process.kill(process.pid, 'SIGKILL');
};
const platform = realPlatform();
const counted = <K extends 'replace' | 'remove' | 'rename'>(name: K): Pick<Files, K> => {
  const work = platform.files[name] as (...values: unknown[]) => void;
  const counting = (...values: unknown[]) => {
    step();
    return work(...values);
  };
  return { [name]: counting } as unknown as Pick<Files, K>;
};
process.exitCode = await run(words, {
  ...platform,
  files: { ...platform.files, ...counted('replace'), ...counted('remove'), ...counted('rename') },
  keychain: folderKeychain(folder, step).open,
});
process.stderr.write(`steps ${steps}\n`);

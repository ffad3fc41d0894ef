// Child of the lock tests: `hold` takes the lock and holds it until it gets input on stdin; `count FILE N` adds N to a file.
import fs from 'node:fs';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';
import { takeLock } from '../../../src/storage/locks.ts';
import { openMachine } from '../../../src/storage/machine.ts';

const [task, file = '', times = '0'] = process.argv.slice(2);
const platform = realPlatform();
const folders = foldersOf(platform);
const store = openMachine(platform, folders);
const take = () => takeLock(platform, store, 'test', { purpose: 'a test', waitMs: 60_000 });
if (task === 'hold') {
  const lock = await take();
  process.on('SIGUSR2', () => {
    lock.release();
    store.close();
    clearInterval(alive);
  });
  const alive = setInterval(() => {}, 1000);
  process.stdout.write('held\n');
} else {
  for (let i = 0; i < Number(times); i++) {
    // Opens and closes the store each time, as commands do that need it briefly while it is also open elsewhere.
    const again = openMachine(platform, folders);
    const lock = await takeLock(platform, again, 'test', { purpose: 'a test', waitMs: 60_000 });
    const before = Number(fs.readFileSync(file, 'utf8'));
    await new Promise((resolve) => setImmediate(resolve));
    fs.writeFileSync(file, String(before + 1));
    lock.release();
    again.close();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  store.close();
}

// Holds the lock of an upload until it is killed.
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';
import { openLedgerStore } from '../../../src/storage/ledger.ts';
import { takeLock, uploadLock } from '../../../src/storage/locks.ts';

const platform = realPlatform();
const store = openLedgerStore(platform, foldersOf(platform));
await takeLock(platform, store, uploadLock({ key: 'target' }, null), {
  purpose: 'uploads',
  command: 'returns orders upload x.csv',
  waitMs: 0,
});
process.stdout.write('held\n');
setInterval(() => {}, 1000);

// Catches the index of RMAs up in small pieces, and says how far it is: to be killed, or to run beside another.
import { catchUpCalls } from '../../../src/calls/keep-index.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';
import { withRmaIndex } from '../../../src/storage/rma-index.ts';

const platform = realPlatform(process.env);
const folders = foldersOf(platform);
await withRmaIndex(platform, folders, (index) =>
  catchUpCalls(platform, folders, index, {
    piece: 20_000,
    onProgress: (done) => process.stdout.write(`${done}\n`),
  }),
);
process.stdout.write('end\n');

// Brings the index of RMAs up to date, and says how far it is: to be killed, or to run beside another.
import { indexRecord } from '../../../src/calls/record/index-record.ts';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { foldersOf } from '../../../src/storage/folders.ts';
import { withRmaIndex } from '../../../src/storage/rma-index.ts';

const platform = realPlatform(process.env);
const folders = foldersOf(platform);
await withRmaIndex(platform, folders, (index) =>
  indexRecord(platform, folders, index, (done) => void process.stdout.write(`${done}\n`)),
);
process.stdout.write('end\n');

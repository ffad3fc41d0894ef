// A child process that appends calls to the record of a state folder until it is stopped, and prints the ids that are on
// disk.
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { openCallLog } from '../../../src/storage/call-log.ts';
import type { CallRecord } from '../../../src/storage/calls.ts';

const state = process.argv[2] ?? '';
const log = openCallLog(realPlatform(), { state, config: state, machine: state });
let isOpen = true;
process.once('SIGTERM', () => {
  isOpen = false;
});

const about = {
  kind: 'rma',
  method: 'POST',
  target: '/rmas',
  headers: [],
  remote: '',
  encoding: 'utf8',
} as const;
const checked = {
  verdict: 'ok',
  findings: [],
  orders: [],
  status: null,
  anomaly: null,
  changes: [],
  ms: 0,
} as const;

for (let n = 0; isOpen; n++) {
  const goes = n % 2 === 0;
  const at = Date.now();
  const body = JSON.stringify({ n, filler: 'x'.repeat(1000) });
  const record: CallRecord = {
    ...{
      id: `${new Date(at).toISOString().slice(0, 10).replace(/-/g, '')}-${process.pid}-${n}`,
      at,
      ...about,
      ...checked,
    },
    ...{ body, bytes: body.length, truncated: false, rma: goes ? 'GOES' : 'STAYS' },
    response: { status: 200, by: 'receiver' },
  };
  await log.append(record);
  process.stdout.write(`${goes ? 'GOES' : 'STAYS'} ${record.id}\n`);
  if (n === 50) process.stdout.write('ready\n');
  await new Promise((resolve) => setTimeout(resolve, 1));
}
log.close();

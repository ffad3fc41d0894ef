// Delivers RMA messages with the sandbox's own queues and their record: node deliver.mjs URL CALLS FOLDER prints
// {"calls", "seconds", "attempts"}.
import { startSandbox } from '../../../dist/sandbox.js';
import { bodyOf } from './rma-body.mjs';

const [url, callsText, data] = process.argv.slice(2);
const calls = Number(callsText);
const sandbox = await startSandbox({ customerUrl: url, data });
const { deliveries } = sandbox.engine;
const begun = performance.now();
let delivered = 0;
let attempts = 0;
await new Promise((resolve) => {
  deliveries.subscribe((delivery) => {
    if (delivery.state !== 'delivered') return;
    attempts += delivery.attempts.length;
    if (++delivered === calls) resolve();
  });
  for (let n = 0; n < calls; n++) {
    const body = bodyOf(n);
    const rma = JSON.parse(body).rma_identifier;
    deliveries.send({ kind: 'rma', key: rma, rma, method: 'POST', path: '/rmas', body });
  }
});
const seconds = (performance.now() - begun) / 1000;
await sandbox.close();
process.stdout.write(`${JSON.stringify({ calls, seconds, attempts })}\n`);

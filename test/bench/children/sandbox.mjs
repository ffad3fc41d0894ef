// A sandbox in a process of its own, without a limit and without keeping bodies: says its url and lives until SIGINT.
import { startSandbox } from '../../../dist/sandbox.js';

const sandbox = await startSandbox({ rateLimit: 'off', keepBodies: false });
process.stdout.write(`${sandbox.url}\n`);
process.on('SIGINT', () => sandbox.close());

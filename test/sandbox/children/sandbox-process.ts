// A sandbox in a process of its own, to be killed: keeps its state in the folder that is the first argument, and prints its address.
import { startSandbox } from '../../../src/sandbox/index.ts';

const sandbox = await startSandbox({ data: process.argv[2]!, rateLimit: 'off' });
process.stdout.write(`${sandbox.url}\n`);

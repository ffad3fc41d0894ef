// The door of the program: the real host, one run, the exit code. The process ends by itself.
import { realHost } from '../host/host.ts';
import { keepHeapSmall } from '../host/small-heap.ts';
import { run } from '../main.ts';

keepHeapSmall();
process.exitCode = await run(process.argv.slice(2), realHost());

// The door of the program: the real host, one run, the exit code. The process ends by itself.
import { run } from './main.ts';
import { realPlatform } from './platform/node-platform.ts';
import { keepHeapSmall } from './platform/small-heap.ts';

const words = process.argv.slice(2);
// A listener answers thousands of short calls: a larger nursery halves what they cost.
if (!words.includes('listen')) keepHeapSmall();
process.exitCode = await run(words, realPlatform());

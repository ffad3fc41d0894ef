// npm run bench [-- [--update] [NAME]]: every figure of the tool, or the rows whose name contains NAME; --update writes
// docs/performance.md. BENCH_MINUTES is the time for all of it (12), BENCH_BEFORE the folder of a build to compare with.
import { startVitest } from 'vitest/node';

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--update');
if (names.length > 0 && names.length < words.length)
  throw new Error('--update needs every row: leave out the name');
if (names.length > 0) process.env.BENCH_ONLY = names.join(' ');
if (words.includes('--update')) process.env.BENCH_README = '1';
const vitest = await startVitest('test', [], { config: 'vitest.bench.config.ts', watch: false });
await vitest.close();

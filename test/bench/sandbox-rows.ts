// Deliveries of the sandbox, each attempt recorded, against a bare undici loop that posts the same messages.
import { type Bench, child } from './measure.ts';
import type { Row } from './runner.ts';

const FLOOR = 'undici, nothing recorded';

/** Messages a second: that of the process's own stopwatch, without its start. */
async function speedOf(bench: Bench, words: readonly string[]): Promise<number> {
  const { stdout } = await bench.run(words);
  const { calls, seconds, attempts = calls } = JSON.parse(stdout);
  if (calls !== bench.size || attempts !== calls) throw new Error(stdout);
  return calls / seconds;
}

const DELIVERIES: Row = {
  group: { work: 'deliveries of the sandbox, messages of 2.4 kB: speed', floor: FLOOR },
  name: 'deliveries to a local endpoint',
  weight: 6,
  unit: 'calls/s',
  rounds: 3,
  isNew: true,
  sizes: { trial: 2000, least: 5000, most: 40_000, of: 'messages' },
  async contest(bench) {
    const { url } = await bench.serve([child('receive-floor.mjs')]);
    const size = String(bench.size);
    return {
      tool: () => speedOf(bench, [child('deliver.mjs'), url, size, bench.home()]),
      floors: [
        {
          name: FLOOR,
          run: () => speedOf(bench, [child('deliver-floor.mjs'), url, size]),
          atLeast: 0.17,
          goal: 0.2,
        },
        { name: 'is promised', run: async () => 1000, goal: 1 },
      ],
    };
  },
};

export const SANDBOX_ROWS: readonly Row[] = [DELIVERIES];

// The runner of `npm run bench`, without a measurement: how large the work is, and what makes a run fail.
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';
import { BIN } from './measure.ts';
import { measureRow, planOf, type Row } from './runner.ts';
import { failuresOf, tableOf } from './table.ts';

const row: Row = {
  group: { work: 'work', floor: 'floor' },
  name: 'a row',
  weight: 1,
  unit: 'orders/s',
  rounds: 3,
  contest: async () => ({
    tool: async ({ name }) => (name === 'now' ? 300 : 100),
    floors: [
      { name: 'floor', run: async () => 200, atLeast: 1.5, goal: 1.5 },
      { name: 'better floor', run: async () => 400, atLeast: 0.8 },
      { name: 'best floor', run: async () => 600, atLeast: 0.45, goal: 1 },
    ],
  }),
};
const builds = [
  { name: 'now', bin: BIN },
  { name: 'before', bin: BIN },
] as const;
const measured = (share: number, of: Row = row) => measureRow(of, { builds, root: temporaryFolder(), share });

it('takes as many rounds as fit at the least size, then as much work as fits', () => {
  const sizes = { trial: 100, least: 1000, most: 50_000, of: 'orders' };
  // Five seconds to start, and one for each order.
  const trials = [20, 100].map((size) => ({ size, setUp: 0, round: 5 + size }));
  const plan = (left: number, of = trials) => planOf({ rounds: 3, sizes }, left, of);
  expect(plan(9020)).toEqual({ size: 3000, rounds: 3 });
  expect(plan(2020)).toEqual({ size: 1000, rounds: 2 });
  expect(plan(1000)).toEqual({ size: 900, rounds: 1 });
  expect(plan(0)).toEqual({ size: 0, rounds: 1 });
  expect(plan(1e9)).toEqual({ size: 50_000, rounds: 3 });
  // What is done once counts once.
  expect(
    plan(
      8000,
      trials.map((trial) => ({ ...trial, setUp: trial.size })),
    ),
  ).toEqual({ size: 1000, rounds: 3 });
  // A larger trial that was quicker.
  expect(
    plan(
      2000,
      trials.map((trial) => ({ ...trial, round: 100 })),
    ),
  ).toEqual({ size: 2000, rounds: 3 });
});

it('fails for a demand that was missed and not for a goal, with the whole table', async () => {
  const results = [await measured(60)];
  expect(failuresOf(results)).toEqual(['a row: 0.75 of better floor, at least 0.8']);
  expect(tableOf(results)).toBe(
    [
      'row    work  before        now           now/before           floor of the same run      before  ratio  demand',
      'a row  7 x   100 orders/s  300 orders/s  3.00 (3.00 to 3.00)  200 orders/s floor         0.50    1.50   at least 1.5, goal 1.5 reached',
      '                                                              400 orders/s better floor  0.25    0.75   at least 0.8  MISSED',
      '                                                              600 orders/s best floor    0.17    0.50   at least 0.45, goal 1 not reached',
    ].join('\n'),
  );
});

it('fails when three of four rounds miss, and of less than three rounds never', async () => {
  const failures = async (figures: readonly number[]) => {
    const left = [...figures];
    const contest: Row['contest'] = async () => ({
      tool: async () => left.shift()!,
      floors: [{ name: 'floor', run: async () => 100, atLeast: 2 }],
    });
    const result = await measureRow(
      { ...row, rounds: figures.length, contest },
      { builds: builds.slice(0, 1), root: temporaryFolder(), share: 60 },
    );
    return failuresOf([result]).length;
  };
  expect(await failures([150, 199, 190])).toBe(1);
  expect(await failures([150, 201, 190])).toBe(0);
  expect(await failures([150, 201, 190, 199])).toBe(1);
  expect(await failures([150, 150])).toBe(0);
});

it('fails when this build was worse than the one before by more than a twentieth in each of seven rounds', async () => {
  const failures = async (unit: 'orders/s' | 's', ratios: readonly number[]) => {
    const left = [...ratios];
    const contest: Row['contest'] = async () => ({
      tool: async ({ name }) => (name === 'now' ? left.shift()! : 1),
      floors: [],
    });
    return failuresOf([await measured(60, { ...row, unit, rounds: ratios.length, contest })]);
  };
  expect(await failures('orders/s', [0.94, 0.5, 0.93, 0.9, 0.92, 0.91, 0.94])).toEqual([
    'a row: 0.92 (0.50 to 0.94) of the build before',
  ]);
  expect(await failures('orders/s', [0.94, 0.5, 0.93, 0.9, 0.92, 0.96, 0.94])).toEqual([]);
  expect(await failures('s', [1.06, 1.5, 1.07, 1.1, 1.08, 1.09, 1.06])).toHaveLength(1);
  expect(await failures('s', [1.06, 1.5, 1.07, 1.1, 1.08, 0.9, 1.06])).toEqual([]);
});

it('says what it could not finish, and does not fail for it', async () => {
  const endless = async () => ({
    tool: async () => 1,
    floors: [{ name: 'floor', run: async () => 1 }],
  });
  const slow: Row = {
    ...row,
    contest: async (bench) => {
      await bench.run(['-e', 'setInterval(() => {}, 1000)']);
      return await endless();
    },
  };
  const large: Row = { ...row, sizes: { trial: 1, least: 1e12, most: 1e12, of: 'orders' } };
  const results = [await measured(0, slow), await measured(60, large)];
  expect(failuresOf(results)).toEqual([]);
  expect(results.map(({ note }) => note.split(':')[0])).toEqual(['not finished', 'not finished']);
  expect(tableOf(results)).toContain('a row  not finished: a command in 0 s');
});

it('fails for a row that breaks', async () => {
  const broken: Row = { ...row, contest: (bench) => bench.run([BIN, 'no-such-command']) as never };
  expect(failuresOf([await measured(60, broken)])[0]).toMatch(/^a row: failed: .* ended with 2/);
});

// Layout of `calls list`: dates when days differ, and one line for each call on a narrow terminal.
import { expect, test } from 'vitest';
import { makeListenView } from '../../../src/calls/text/received-text.ts';
import { widthOf } from '../../../src/cli/layout.ts';
import { rowTime } from '../../../src/page/words.ts';
import type { CallRecord } from '../../../src/storage/calls.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { callOf, idAt, NOON, presenterOf, recorded, returns } from '../support.ts';

test('lists show the date when days differ from each other or from today', async () => {
  const here = testPlatform();
  await recorded(here, [callOf({ at: NOON, id: idAt(NOON, 1) })]);
  const on = async (now: number) =>
    (await returns(here, ['calls', 'list'], { clock: fakeClock(now) })).stdout;
  expect(await on(NOON + 3_600_000)).toMatch(/^12:00:00 /m);
  expect(await on(NOON + 86_400_000)).toMatch(/^11-20 12:00 /m);
  const live = testPlatform({ clock: fakeClock(NOON, { auto: true }) });
  const view = makeListenView(live.platform, presenterOf(live));
  for (const at of [NOON, NOON + 86_400_000, NOON + 86_400_001])
    view.emit({ type: 'call', record: callOf({ at }) });
  await view.done();
  expect(live.stdout().match(/^(?:2026-.*|\d\d:\d\d)/gm)).toEqual(['12:00', '2026-11-21', '12:00', '12:00']);
  const local = new Date(2026, 10, 20, 9, 30).getTime();
  expect(rowTime(local, local + 1000)).toBe('09:30:00');
  expect(rowTime(local, local + 86_400_000)).toBe('20 Nov 09:30');
});

test('at 60 columns each call has one line: the time, which the id contains, is left out before any text is wrapped', async () => {
  const here = testPlatform();
  const call = (n: number, rest: Partial<CallRecord>) => callOf({ at: NOON, id: idAt(NOON, n), ...rest });
  await recorded(here, [
    call(1, {
      rma: 'RMA-7001',
      anomaly: 'duplicate',
      verdict: 'warning',
      response: { status: 503, by: 'receiver' },
    }),
    call(2, { rma: 'RMA-7002', kind: 'unknown', status: 'REFUNDED' }),
  ]);
  const { stdout } = await returns(here, ['calls', 'list'], {
    clock: fakeClock(NOON + 86_400_000),
    terminal: { stdout: true, columns: 60 },
  });
  const table = stdout.split('\n\n')[0]!.split('\n');
  expect(table).toHaveLength(3);
  expect(table.filter((line) => widthOf(line) > 60)).toEqual([]);
  expect(table[0]).toMatch(/id +RMA +stat\S* +verdict +anom\S* +answer/);
  expect(table[1]).toContain('503 open');
});

test('at any width two returns are told apart: their identifiers are cut in the middle', async () => {
  const here = testPlatform();
  const ids = ['a', 'b'].map((end) => `RMA-20261120-warehouse-north-${end}`);
  await recorded(
    here,
    ids.map((rma, n) => callOf({ at: NOON, id: idAt(NOON, n), rma, orders: [`ORDER-2026-11-20-0000${n}`] })),
  );
  for (const columns of [50, 60, 80]) {
    const { stdout } = await returns(here, ['calls', 'list'], { terminal: { stdout: true, columns } });
    expect(stdout).toMatch(/RM\S*…\S*-a /);
    expect(stdout).toMatch(/RM\S*…\S*-b /);
  }
});

// Layout of lists of calls: dates where days differ, and identifiers that stay apart on a narrow terminal.
import { expect, test } from 'vitest';
import { makeListenView } from '../../../src/calls/text/received-text.ts';
import { rowTime } from '../../../src/page/words.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { callOf, idAt, NOON, presenterOf, recorded, returns } from '../support.ts';

test('what arrives and the rows of the page show the date when the day changes', async () => {
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

test('at any width two returns are told apart: their identifiers are cut in the middle', async () => {
  const here = testPlatform();
  const ids = ['a', 'b'].map((end) => `RMA-20261120-warehouse-north-${end}`);
  await recorded(
    here,
    ids.map((rma, n) => callOf({ at: NOON, id: idAt(NOON, n), rma, orders: [`ORDER-2026-11-20-0000${n}`] })),
  );
  for (const columns of [60, 70]) {
    const { stdout } = await returns(here, ['calls', 'list'], { terminal: { stdout: true, columns } });
    expect(stdout).toMatch(/RM\S*…\S*-a /);
    expect(stdout).toMatch(/RM\S*…\S*-b /);
  }
});

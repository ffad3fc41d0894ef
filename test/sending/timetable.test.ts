// `--rate` by the time of the day: what holds when, in which zone, how long it takes, and that no permit goes beyond it.
import { describe, expect, it, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { Pacer } from '../../src/sending/pacer.ts';
import { limitAt, msWithin, parseTimetable } from '../../src/sending/rate-limit.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { fakeClock, temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const of = (text: string, zone = 'UTC') => ({ ...parseTimetable(text)!, zone });
const at = (text: string) => Date.parse(text);

describe('a timetable', () => {
  it.each([
    ['08:00,1000 22:00,5000', '2026-05-04T07:59:59Z', 5000],
    ['08:00,1000 22:00,5000', '2026-05-04T08:00:00Z', 1000],
    ['22:00,5000 08:00,1000', '2026-05-04T21:59:59Z', 1000],
    ['22:00,5000  8:00,1000', '2026-05-04T22:00:00Z', 5000],
    ['12:30,7', '2026-05-04T01:00:00Z', 7],
  ])('%s: at %s it is %d', (text, time, limit) => {
    expect(limitAt(of(text), at(time))).toBe(limit);
  });

  it('goes by the clocks of its zone, also when they are set', () => {
    const berlin = of('08:00,1000 22:00,5000', 'Europe/Berlin');
    // Summer time ends on 2026-10-25: 08:00 is 06:00 UTC before, 07:00 UTC from then on.
    expect(limitAt(berlin, at('2026-10-24T06:30:00Z'))).toBe(1000);
    expect(limitAt(berlin, at('2026-10-25T06:30:00Z'))).toBe(5000);
  });

  it.each(['08:00,0', '24:00,5', '08:60,5', '08:00', '08:00,5 08:00,6', '8,5', '08:00,5;09:00,6', ''])(
    '%j is none',
    (text) => {
      expect(parseTimetable(text)).toBeUndefined();
    },
  );

  it('says how long requests take, over its steps and over nights', () => {
    const table = of('08:00,1000 22:00,5000');
    // 4,800 a minute until 08:00, then 960 a minute.
    expect(msWithin(table, 4800 * 30, at('2026-05-04T07:00:00Z')) / 60_000).toBeCloseTo(30, 6);
    expect(msWithin(table, 4800 * 60 + 960, at('2026-05-04T07:00:00Z')) / 60_000).toBeCloseTo(61, 6);
    const days = 4800 * 600 + 960 * 840;
    expect(msWithin(table, days * 3, at('2026-05-04T07:12:13Z')) / 3_600_000).toBeCloseTo(72, 6);
  });

  it.each([
    // Four seconds to the step, 96 requests a second, then 9.6 a second.
    ['at 02:00 it is 03:00', 'Europe/Berlin', '03:00', '2026-03-29T00:59:56Z', 4],
    ['at 03:00 it is 02:00 once more', 'Europe/Berlin', '03:00', '2026-10-25T00:59:56Z', 3604],
    ['at 02:00 it is 02:30', 'Australia/Lord_Howe', '02:30', '2026-10-03T15:29:56Z', 4],
    ['a step inside the hour that is missing', 'Europe/Berlin', '02:30', '2026-03-29T00:59:56Z', 4],
    ['nothing changes', 'Europe/Berlin', '03:00', '2026-03-30T00:59:56Z', 4],
  ])('says how long requests take when %s', (_what, zone, step, from, seconds) => {
    const table = of(`00:00,6000 ${step},600`, zone);
    expect(msWithin(table, 96 * seconds + 96, at(from)) / 1000).toBeCloseTo(seconds + 10, 6);
  });
});

test('permits: no minute of a day goes beyond its limit, and each is used', async () => {
  const { platform, folders } = testPlatform();
  const machine = openMachine(platform, folders);
  const clock = fakeClock(at('2026-05-04T07:58:00Z'), { auto: true });
  const table = of('08:00,100 08:03,400 08:05,50');
  const pacer = new Pacer({
    ...{ clock, random: { unit: () => 0.5, hex: () => '' }, store: sharedStates(machine) },
    ...{ environment: 'production', limit: table, part: { name: 'rate x', whole: 5000 } },
  });
  const minutes = new Map<string, number>();
  while (clock.now() < at('2026-05-04T08:08:00Z')) {
    const permit = await pacer.acquire();
    const minute = new Date(clock.now()).toISOString().slice(11, 16);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    pacer.answered(permit!, { limited: false, accepted: true });
  }
  machine.close();
  const limits: Record<string, number> = { '07:58': 50, '07:59': 50, '08:05': 50, '08:06': 50, '08:07': 50 };
  for (const minute of ['08:00', '08:01', '08:02']) limits[minute] = 100;
  for (const minute of ['08:03', '08:04']) limits[minute] = 400;
  for (const [minute, limit] of Object.entries(limits)) {
    expect(minutes.get(minute), minute).toBeLessThanOrEqual(limit * 0.968);
    expect(minutes.get(minute), minute).toBeGreaterThanOrEqual(limit * 0.9 - 2);
  }
});

describe('orders upload --rate', () => {
  const upload = async (root: string, rate: string, env = {}) =>
    returns(
      ['orders', 'upload', 'o.json', '--rate', rate, '--json'],
      { root, env: { ...targetEnvironment(await sandboxFor()), ...env } },
      { 'o.json': sampleOrder() },
    );

  test('a timetable is kept to, in the zone of the profile', async () => {
    const root = temporaryFolder();
    const done = await upload(root, '00:00,1200 12:00,1200');
    expect(done.document()).toMatchObject({ exit_code: 0, rate: { limit_per_min: 1200 } });
    await returns(['profile', 'set', 'default', 'timezone=Europe/Berlin'], { root });
    const wrong = await returns(['profile', 'set', 'default', 'timezone=Berlin'], { root });
    expect(wrong.stderr).toContain('a time zone such as Europe/Berlin');
    const whoami = await returns(['whoami', '--json'], { root, env: { RETURNS_RATE: '08:00,10 9:00,20' } });
    expect(whoami.document()).toMatchObject({ rate: { set: '08:00,10 9:00,20' } });
  });

  test('a text that is no timetable, and a step above the limit, are refused', async () => {
    const root = temporaryFolder();
    expect((await upload(root, '08:00,x')).stdout).toContain('such as \\"08:00,1000 22:00,5000\\"');
    const far = await upload(root, '08:00,1000 22:00,5001', {
      ...{ RETURNS_ORDERS_URL: 'https://orders.example', RETURNS_AUTH_URL: 'https://auth.example' },
      RETURNS_ENVIRONMENT: 'production',
    });
    expect(far.document()).toMatchObject({ code: 'usage.rate', exit_code: 2 });
  });
});

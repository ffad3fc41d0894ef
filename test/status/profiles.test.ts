// The profile of `returns status`: in the next commands, and missing.
import { describe, expect, it } from 'vitest';
import { inTransit, withUnit } from '../../src/contract/sample-rma.ts';
import { withSameFlags } from '../../src/status/kinds.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { putRun, runId } from '../../src/storage/runs.ts';
import { returns } from '../calls/support.ts';
import { fakeClock, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { HISTORY_ENV } from './history.ts';
import { accept, HOUR, heard, NOW, OPTIONS, type StatusDocument } from './support.ts';

const ALONE = () => ({ clock: fakeClock(NOW) });
const status = (on: TestPlatform, ...words: string[]) => returns(on, ['status', ...words], ALONE());
const statusOf = async (on: TestPlatform, ...words: string[]) =>
  JSON.parse((await status(on, '--json', ...words)).stdout) as StatusDocument;

/** A run that was killed. */
function killed(on: TestPlatform, profile: string, targetKey: string, at: number): string {
  const store = openLedgerStore(on.platform, on.folders);
  const id = runId(at, '0a1b2c');
  putRun(store, {
    ...{ id, kind: 'orders upload', state: 'killed', user: 'u', hostname: 'h', profile, targetKey },
    ...{ environment: 'local', target: 't', shard: null, files: [], started: at, ended: null },
    ...{ command: `returns orders upload a.csv --profile ${profile}`, exitCode: null, orders: {} },
  });
  store.close();
  return id;
}

describe('the next commands', () => {
  it('are for the profile and the folders that were named', async () => {
    const on = testPlatform({ ...ALONE(), env: { ...HISTORY_ENV } });
    const { stdout } = await returns(
      on,
      ['profile', 'set', 'shop', 'orders-url=https://orders.example', 'client-id=shop'],
      OPTIONS(),
    );
    expect(stdout).toContain('shop');
    accept(on, 'SO-1001');
    await heard(on, [withUnit(inTransit)]);
    const state = ['--state-dir', on.folders.state];
    const { items } = await statusOf(on, '--profile', 'shop', ...state);
    const end = `--state-dir ${on.folders.state}`;
    expect(items.map(({ next }) => next)).toEqual([
      `returns orders refund SO-1001 --from 'orders of may.csv' --lines L1=1 --rma RMA-1 --profile shop ${end}`,
      `returns login --profile shop ${end}`,
    ]);
    expect((await statusOf(on, '--profile', 'shop')).items[0]!.next).toMatch(/ --profile shop$/);
  });

  it.each([
    ['returns orders show SO-1 --history', 'returns orders show SO-1 --history --profile a'],
    ['returns orders show --history -- -x', 'returns orders show --history --profile a -- -x'],
    ['returns orders upload a --profile=b', 'returns orders upload a --profile=b'],
    ['returns runs show R', 'returns runs show R'],
    ['returns runs list', 'returns runs list'],
    ['returns calls replay --open --since 30d', 'returns calls replay --open --since 30d'],
  ])('%s', (command, wanted) => {
    expect(withSameFlags(command, { profile: 'a' })).toBe(wanted);
    expect(withSameFlags(command, {})).toBe(command);
  });
});

describe('without a profile in use', () => {
  it('says which profiles have something, and --fail fails', async () => {
    const on = testPlatform(ALONE());
    killed(on, 'local', 'k1', NOW - HOUR);
    killed(on, 'gone', 'k2', NOW - 2 * HOUR);
    const { items } = await statusOf(on);
    expect(items).toEqual([
      {
        ...{ kind: 'no_profile', count: 2, oldest: '2026-11-20T10:00:00Z' },
        ...{ next: 'returns status --profile local', examples: ['gone', 'local'] },
      },
    ]);
    const { code, stdout } = await status(on, '--fail');
    expect(code).toBe(3);
    expect(stdout).not.toContain('Nothing needs you');
    expect(stdout).toContain('no profile in use: name one with --profile');
  });

  it('says nothing of what is older than the time that is looked at, or where nothing was sent', async () => {
    const on = testPlatform(ALONE());
    expect((await status(on, '--fail')).code).toBe(0);
    killed(on, 'local', 'k1', NOW - 48 * HOUR);
    expect((await status(on, '--fail', '--since', '1d')).code).toBe(0);
    expect((await status(on, '--fail')).code).toBe(3);
  });
});

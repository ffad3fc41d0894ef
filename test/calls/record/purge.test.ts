// `calls purge`: removes the selected calls, keeps all others byte for byte, and loses nothing that a receiver writes
// meanwhile.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callReader } from '../../../src/storage/call-log.ts';
import { removeCalls } from '../../../src/storage/remove-calls.ts';
import { fakeClock, type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { callOf, document, idAt, NOON, recorded, returns } from '../support.ts';

const DAY = 86_400_000;

/** Two calls of each of the last four days. */
const calls = [3, 2, 1, 0].flatMap((days) =>
  [0, 1].map((n) => {
    const at = NOON - days * DAY + n * 1000;
    return callOf({ at, id: idAt(at, n), rma: `RMA-${n}` });
  }),
);

async function idsOf({ platform, folders }: TestPlatform): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of callReader(platform, folders).read()) ids.push(id);
  return ids;
}

const content = (here: TestPlatform) =>
  Object.fromEntries(
    here
      .everyFile()
      .filter(({ path: file }) => file.startsWith('state/calls'))
      .map((file) => [path.basename(file.path), file.content]),
  );

describe('calls purge', () => {
  const setUp = async () => {
    const here = testPlatform();
    await recorded(here, calls);
    return here;
  };
  const purge = (here: TestPlatform, ...flags: string[]) =>
    document(here, ['calls', 'purge', ...flags], { clock: fakeClock(NOON, { auto: true }) });

  it('by date: whole days are removed; the other lines of a partly removed day stay unchanged', async () => {
    const here = await setUp();
    const before = content(here);
    const result = await purge(here, '--before', '2026-11-18T12:00:01Z', '--yes');
    expect(result).toMatchObject({ exit: 0, schema: 'calls-purge/1', state: 'purged', removed: 3, kept: 5 });
    expect(await idsOf(here)).toEqual(calls.slice(3).map(({ id }) => id));
    const after = content(here);
    expect(Object.keys(after)).toEqual(['2026-11-18.ndjson', '2026-11-19.ndjson', '2026-11-20.ndjson']);
    expect(before['2026-11-18.ndjson']!.endsWith(after['2026-11-18.ndjson']!)).toBe(true);
    expect(after['2026-11-20.ndjson']).toBe(before['2026-11-20.ndjson']);
    const { mode } = fs.statSync(path.join(here.folders.state, 'calls/2026-11-18.ndjson'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('by age, by RMA, by both, and all', async () => {
    const age = await setUp();
    expect(await purge(age, '--before', '1d', '--yes')).toMatchObject({ removed: 4, kept: 4 });
    const rma = await setUp();
    expect(await purge(rma, '--rma', 'RMA-1', '--yes')).toMatchObject({ removed: 4, kept: 4 });
    expect(await idsOf(rma)).toEqual(calls.filter((call) => call.rma === 'RMA-0').map(({ id }) => id));
    const both = await setUp();
    expect(await purge(both, '--rma', 'RMA-1', '--before', '1d', '--yes')).toMatchObject({
      removed: 2,
      kept: 6,
    });
    const all = await setUp();
    expect(await purge(all, '--all', '--yes')).toMatchObject({ removed: 8, kept: 0 });
    expect(content(all)).toEqual({});
    expect(await purge(all, '--all', '--yes')).toMatchObject({ exit: 0, state: 'nothing' });
  });

  it('lists what --dry-run would remove, and asks before it removes anything', async () => {
    const here = await setUp();
    const before = content(here);
    expect(await purge(here, '--all', '--dry-run')).toMatchObject({ state: 'planned', removed: 8 });
    expect(await purge(here, '--all')).toMatchObject({ exit: 2, code: 'usage.question' });
    expect(await purge(here)).toMatchObject({ exit: 2, code: 'usage.purge' });
    expect(await purge(here, '--all', '--rma', 'RMA-1')).toMatchObject({ exit: 2, code: 'usage.purge' });
    expect(content(here)).toEqual(before);
    const { stdout } = await returns(here, ['calls', 'purge', '--rma', 'RMA-0', '--dry-run']);
    expect(stdout).toBe('4 calls would be removed, 4 kept.\n');
  });

  it('leaves no removed data on the disk, and no partial purge after a crash', async () => {
    const here = await setUp();
    const left = path.join(here.folders.state, 'calls/2026-11-17.ndjson.purge.tmp');
    fs.writeFileSync(left, 'half of RMA-1');
    await purge(here, '--rma', 'RMA-1', '--yes');
    expect(JSON.stringify(content(here))).not.toContain('RMA-1"');
    expect(fs.existsSync(left)).toBe(false);
  });
});

it('carries over lines that a writer added to the old file before it saw the new one', async () => {
  const clock = fakeClock(NOON);
  const here = testPlatform({ clock });
  await recorded(here, calls.slice(-2));
  const file = path.join(here.folders.state, 'calls/2026-11-20.ndjson');
  const late = fs.openSync(file, 'a');
  const purging = removeCalls(here.platform, here.folders, ({ rma }) => rma === 'RMA-1');
  while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
  const line = (n: number) => `${JSON.stringify(callOf({ id: idAt(NOON, n), rma: `RMA-${n % 2}` }))}\n`;
  fs.writeSync(late, line(10) + line(11));
  fs.closeSync(late);
  await clock.advance(1000);
  expect(await purging).toEqual([{ day: '2026-11-20', removed: 2, kept: 2 }]);
  expect(await idsOf(here)).toEqual([calls.at(-2)!.id, idAt(NOON, 10)]);
});

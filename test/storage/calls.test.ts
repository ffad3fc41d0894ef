// The calls record: whole lines in one file per day, read in both directions, with incomplete lines and purged files.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../../src/platform/files.ts';
import type { FileWriter } from '../../src/platform/platform.ts';
import { callReader, openCallLog } from '../../src/storage/call-log.ts';
import { type CallRecord, makeCallIds } from '../../src/storage/calls.ts';
import { callOf } from '../calls/support.ts';
import { testPlatform } from '../helpers/platform.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

const recordAt = (at: number, id: string, body = '{}'): CallRecord =>
  callOf({ id, at, bytesOf: body, rma: null, orders: [], status: null });

async function idsOf(records: AsyncIterable<CallRecord>): Promise<string[]> {
  const ids: string[] = [];
  for await (const record of records) ids.push(record.id);
  return ids;
}

/** Three days of calls, with bodies of sizes around the size of a read chunk. */
async function threeDays() {
  const here = testPlatform();
  const log = openCallLog(here.platform, here.folders);
  const nextId = makeCallIds(here.platform.random);
  const all: CallRecord[] = [];
  for (let i = 0; i < 90; i++) {
    const at = NOON - DAY + Math.floor(i / 30) * DAY + i;
    all.push(recordAt(at, nextId(at), 'é'.repeat(i % 7 === 0 ? 150_000 : i * 50)));
  }
  await Promise.all(all.map((record) => log.append(record)));
  log.close();
  return { ...here, all, reader: callReader(here.platform, here.folders) };
}

describe('the calls record', () => {
  it('is read unchanged, in both directions, and by time', async () => {
    const { all, reader, folders } = await threeDays();
    const ids = all.map(({ id }) => id);
    const back: CallRecord[] = [];
    for await (const record of reader.read()) back.push(record);
    expect(back).toEqual(all);
    expect(await idsOf(reader.read({ reverse: true }))).toEqual([...ids].reverse());
    expect(await idsOf(reader.read({ from: all[10]!.at, to: all[40]!.at }))).toEqual(ids.slice(10, 41));
    expect(await idsOf(reader.read({ from: all[60]!.at, reverse: true }))).toEqual(ids.slice(60).reverse());
    const folder = path.join(folders.state, 'calls');
    expect(fs.readdirSync(folder)).toEqual(['2026-11-19.ndjson', '2026-11-20.ndjson', '2026-11-21.ndjson']);
    expect(fs.statSync(path.join(folder, '2026-11-20.ndjson')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is read for some texts alone', async () => {
    const { platform, folders } = testPlatform();
    const log = openCallLog(platform, folders);
    const names = ['R1', 'R2', 'R1', 'R3'];
    await Promise.all(
      names.map((rma, i) => log.append({ ...recordAt(NOON, `20261120-120000-00000${i}`), rma })),
    );
    log.close();
    const read = callReader(platform, folders).read({ holding: ['"R1"', '"R3"'], reverse: true });
    expect((await idsOf(read)).map((id) => id.at(-1))).toEqual(['3', '2', '0']);
  });

  it('finds a call by its id and by a prefix of it', async () => {
    const { all, reader } = await threeDays();
    expect(await reader.get(all[33]!.id)).toEqual(all[33]);
    expect(await reader.get(all[33]!.id.slice(0, -1))).toBeUndefined();
    expect(await reader.get('nonsense')).toBeUndefined();
    expect((await reader.find(all[70]!.id.slice(0, 20))).map(({ id }) => id)).toContain(all[70]!.id);
    expect(await reader.find('20261120')).toHaveLength(30);
    expect(await reader.find('2026')).toHaveLength(90);
    expect(await reader.find('"')).toEqual([]);
  });

  it('skips a line that a crash cut short, and continues after it', async () => {
    const { all, folders, platform, reader } = await threeDays();
    const file = path.join(folders.state, 'calls', '2026-11-21.ndjson');
    fs.truncateSync(file, fs.statSync(file).size - 20);
    const left = all.slice(0, -1).map(({ id }) => id);
    expect(await idsOf(reader.read())).toEqual(left);
    const log = openCallLog(platform, folders);
    await log.append(recordAt(NOON + DAY + 100, '20261121-120000-ffffff'));
    log.close();
    expect(await idsOf(reader.read())).toEqual([...left, '20261121-120000-ffffff']);
    expect(await idsOf(reader.read({ reverse: true }))).toEqual(
      [...left, '20261121-120000-ffffff'].reverse(),
    );
  });

  it('begins a new file when the day was purged while it was open', async () => {
    const { platform, folders } = testPlatform();
    const log = openCallLog(platform, folders);
    await log.append(recordAt(NOON, '20261120-120000-000001'));
    fs.rmSync(path.join(folders.state, 'calls', '2026-11-20.ndjson'));
    await log.append(recordAt(NOON, '20261120-120000-000002'));
    log.close();
    expect(await idsOf(callReader(platform, folders).read())).toEqual(['20261120-120000-000002']);
  });

  /** A log on a disk of which some operations are other ones. */
  const logOn = (changed: (writer: FileWriter) => Partial<FileWriter>) => {
    const create: typeof realFiles.create = (file, options) => {
      const writer = realFiles.create(file, options);
      return { ...writer, ...changed(writer) };
    };
    const { platform, folders } = testPlatform({ platform: { files: { ...realFiles, create } } });
    return { platform, folders, log: openCallLog(platform, folders) };
  };

  it('shares one sync between all calls that arrive while the previous sync runs', async () => {
    let syncs = 0;
    const { log } = logOn((writer) => ({
      datasync: () => {
        syncs++;
        return writer.datasync();
      },
    }));
    const first = log.append(recordAt(NOON, '20261120-120000-000000'));
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => log.append(recordAt(NOON, `20261120-120000-${100_000 + i}`))),
    );
    await first;
    expect(syncs).toBe(2);
    log.close();
  });

  it('fails only the calls that could not be written, and accepts later ones', async () => {
    let isFull = true;
    const { log, platform, folders } = logOn((writer) => ({
      write(bytes) {
        if (!isFull) return writer.write(bytes);
        writer.write(bytes.slice(0, 30));
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    }));
    await expect(log.append(recordAt(NOON, '20261120-120000-000001'))).rejects.toMatchObject({
      code: 'state.full',
      exitCode: 7,
    });
    isFull = false;
    await log.append(recordAt(NOON, '20261120-120000-000002'));
    log.close();
    expect(await idsOf(callReader(platform, folders).read())).toEqual(['20261120-120000-000002']);
  });

  it('makes ids that sort by arrival, also within one millisecond', () => {
    const { platform } = testPlatform();
    const nextId = makeCallIds(platform.random);
    const ids = Array.from({ length: 5000 }, (_, i) => nextId(NOON + Math.floor(i / 500)));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^20261120-120000-[0-9a-f]{6}$/);
  });
});

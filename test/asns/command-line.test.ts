// `asns check`, `create` and `update`: from argv to the request for the engine. Nothing is run.
import { describe, expect, it } from 'vitest';
import * as create from '../../src/asns/commands/create.ts';
import * as update from '../../src/asns/commands/update.ts';
import { readArgv } from '../helpers/command-line.ts';
import { testPlatform } from '../helpers/platform.ts';

async function createOf(line: string) {
  const argv = `asns create ${line}`.split(' ');
  const { context, args, options } = await readArgv(testPlatform(), create.FLAGS, argv);
  return create.requestOf(context, args[0]!, options);
}

async function updateOf(line: string) {
  const argv = `asns update ${line}`.split(' ');
  const { context, args, options, isGiven } = await readArgv(testPlatform(), update.FLAGS, argv);
  return update.requestOf(context, args as [string?, string?], options, isGiven);
}

const NO_LEVELS = { flags: [], profile: undefined };
const INTAKE = {
  ...{ format: 'auto', memory: 256e6, delimiter: undefined, encoding: undefined },
  ...{ timezone: undefined, decimal: undefined, dateFormat: undefined },
};

describe('asns create', () => {
  it('becomes a request with every default', async () => {
    expect(await createOf('asns.csv')).toEqual({
      source: {
        ...{ path: 'asns.csv', map: undefined, intake: INTAKE },
        ...{ version: undefined, strict: false, levels: NO_LEVELS },
      },
      limits: { maxRejects: undefined, failOn: 'any' },
      concurrency: undefined,
      maxOutageMs: 900_000,
      rejects: undefined,
      dryRun: false,
      lockWaitMs: 20_000,
    });
  });

  it('takes numbers, sizes, durations, words, switches and lists', async () => {
    const line =
      '- --format json --encoding utf-16le --memory 1MB --map wms.json --timezone UTC --decimal . --api-version 2 ' +
      '--strict --level asn.field.missing:carrier=note --concurrency 2 --max-outage 30s --max-rejects 5 ' +
      '--fail-on none --rejects bad.json --dry-run --lock-wait 0s';
    expect(await createOf(line)).toEqual({
      source: {
        ...{ path: '-', map: 'wms.json', version: 2, strict: true },
        intake: {
          ...INTAKE,
          ...{ format: 'json', encoding: 'utf-16le', memory: 1e6, timezone: 'UTC', decimal: '.' },
        },
        levels: { flags: ['asn.field.missing:carrier=note'], profile: undefined },
      },
      limits: { maxRejects: 5, failOn: 'none' },
      ...{ concurrency: 2, maxOutageMs: 30_000, rejects: 'bad.json', dryRun: true, lockWaitMs: 0 },
    });
  });

  it.each([
    ['asns.csv --api-version 3', 'usage.value', 'one of 1, 2'],
    ['asns.csv --concurrency 257', 'usage.value', '--concurrency'],
    ['asns.csv --lock-wait long', 'usage.value', '--lock-wait'],
    ['asns.csv --fail-on new', 'usage.value', 'one of any, none'],
    ['asns.csv --timezone UTC', 'usage.map', '--timezone'],
  ])('refuses %s', async (line, code, said) => {
    const failure = await createOf(line).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, exitCode: 2 });
    const { message, expected } = failure as { message: string; expected?: string };
    expect(`${message}\n${expected}`).toContain(said);
  });
});

describe('asns update', () => {
  it('becomes a request with every default', async () => {
    expect(await updateOf('ASN-1 --force --yes')).toEqual({
      subject: { number: 'ASN-1', program: undefined },
      ...{ edits: [], inEditor: false, select: undefined, source: undefined },
      ...{ version: undefined, levels: NO_LEVELS, force: true, dryRun: false },
      ...{ maxOutageMs: 900_000, lockWaitMs: 20_000 },
    });
  });

  it('takes changes of fields: the short forms first, then in the order of --set and --unset', async () => {
    const { edits, subject, version, dryRun } = await updateOf(
      'ASN-1 --set cartons[0].details[0].sku=R --unset cartons[0].details[0].condition --ship-date 2026-03-02 --status shipped --tracking-number 1Z --carrier UPS --program P --api-version 1 --dry-run',
    );
    expect(edits).toEqual([
      { flag: '--status', path: ['status'], value: 'shipped' },
      { flag: '--ship-date', path: ['ship_date'], value: '2026-03-02T00:00:00' },
      { flag: '--tracking-number', path: ['tracking_number'], value: '1Z' },
      { flag: '--carrier', path: ['carrier'], value: 'UPS' },
      { flag: '--set', path: ['cartons', 0, 'details', 0, 'sku'], value: 'R' },
      { flag: '--unset', path: ['cartons', 0, 'details', 0, 'condition'], value: undefined },
    ]);
    expect({ subject, version, dryRun }).toEqual({
      subject: { number: 'ASN-1', program: 'P' },
      ...{ version: 1, dryRun: true },
    });
  });

  it('accepts a file with the flags for reading it', async () => {
    const { source } = await updateOf('ASN-1 asn.json --format json --map m.json --memory 1MB --yes');
    expect(source).toMatchObject({
      path: 'asn.json',
      map: 'm.json',
      intake: { format: 'json', memory: 1e6 },
    });
  });

  it.each([
    ['--status shipped --yes', 'usage.missing'],
    ['ASN-1 --yes', 'usage.missing'],
    ['ASN-1 --status shipped', 'usage.question'],
    ['ASN-1 --select list.txt --status shipped --yes', 'usage.select'],
    ['ASN-1 asn.json --carrier UPS --yes', 'usage.file_and_flags'],
    ['ASN-1 --carrier UPS --memory 256MB --yes', 'usage.file'],
    ['ASN-1 --carrier UPS --format auto --yes', 'usage.file'],
    ['ASN-1 --set carrier --yes', 'usage.set'],
    ['ASN-1 --carrier UPS --set carrier=DHL --yes', 'usage.twice'],
  ])('refuses %s', async (line, code) => {
    await expect(updateOf(line)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

// `orders check`, `upload` and `refund`: from argv to the request for the engine. Nothing is run.
import { describe, expect, it } from 'vitest';
import * as check from '../../src/orders/commands/check.ts';
import * as refund from '../../src/orders/commands/refund.ts';
import * as upload from '../../src/orders/commands/upload.ts';
import { readArgv } from '../helpers/command-line.ts';
import { testPlatform } from '../helpers/platform.ts';

async function uploadOf(line: string, env: Record<string, string> = {}) {
  const argv = ['orders', 'upload', ...line.split(' ')];
  const { context, args, options } = await readArgv(testPlatform({ env }), upload.FLAGS, argv);
  return upload.requestOf(context, args, options);
}

async function checkOf(line: string) {
  const { context, args, options } = await readArgv(
    testPlatform(),
    check.FLAGS,
    `orders check ${line}`.split(' '),
  );
  return check.requestOf(context, args, options);
}

async function refundOf(line: string) {
  const argv = `orders refund SO-1 ${line}`.split(' ');
  const { context, args, options } = await readArgv(testPlatform(), refund.FLAGS, argv);
  return refund.requestOf(context, args[0]!, options);
}

const NO_FINDING_LEVELS = { flags: [], profile: undefined, agreed: undefined };
const READ_AS_IT_IS = {
  map: undefined,
  intake: {
    format: 'auto',
    memory: 256e6,
    joins: [],
    ...{ delimiter: undefined, encoding: undefined, timezone: undefined, decimal: undefined },
    ...{ dateFormat: undefined, minorUnits: undefined },
  },
  reading: {
    skipUnshipped: false,
    strict: false,
    levels: NO_FINDING_LEVELS,
    statusSpelling: 'Cancelled',
    ...{ currency: undefined, since: undefined, until: undefined, shard: undefined },
  },
  rejects: undefined,
  tell: expect.any(Function),
};

describe('orders upload', () => {
  it('becomes a request with every default', async () => {
    expect(await uploadOf('a.csv b.csv')).toMatchObject({
      input: { paths: ['a.csv', 'b.csv'], ...READ_AS_IT_IS },
      ...{ batchSize: 50, maxOutageMs: 900_000, maxDurationMs: undefined, failOn: 'any' },
      ...{ concurrency: undefined, maxRejects: undefined, canary: undefined },
      ...{ force: false, keepRefunds: false },
      ...{ expectOrders: undefined, minOrders: undefined, maxOrders: undefined },
      maxAgeMs: undefined,
      dryRun: false,
      lockWaitMs: 0,
    });
  });

  it('takes numbers, sizes, durations, shares, words, switches and lists', async () => {
    const line =
      'a.csv --batch-size 7 --concurrency 3 --max-rejects 2.5% --max-outage 2h --max-duration 4h --canary 20 ' +
      '--force --fail-on none --lock-wait 20m --dry-run --keep-refunds ' +
      '--expect-orders 5 --min-orders 1 --max-orders 9 --max-age 2h --rejects bad.csv --format ndjson ' +
      '--encoding latin1 --delimiter ; --memory 64MB --currency EUR --since 90d --until 2026-01-01 ' +
      '--shard 2/8 --skip-unshipped --strict --level order.field.missing:phone=note';
    expect(await uploadOf(line)).toMatchObject({
      input: {
        paths: ['a.csv'],
        map: undefined,
        intake: {
          ...READ_AS_IT_IS.intake,
          ...{ format: 'ndjson', encoding: 'latin1', delimiter: ';', memory: 64e6 },
        },
        reading: {
          ...{ currency: 'EUR', since: '90d', until: '2026-01-01' },
          ...{ shard: { index: 2, count: 8 }, skipUnshipped: true, strict: true },
          statusSpelling: 'Cancelled',
          levels: { ...NO_FINDING_LEVELS, flags: ['order.field.missing:phone=note'] },
        },
        rejects: 'bad.csv',
        tell: expect.any(Function),
      },
      ...{ batchSize: 7, concurrency: 3, maxRejects: { share: 0.025 } },
      ...{ maxOutageMs: 7_200_000, maxDurationMs: 14_400_000, canary: 20 },
      ...{ force: true, keepRefunds: true, failOn: 'none' },
      ...{ expectOrders: 5, minOrders: 1, maxOrders: 9, maxAgeMs: 7_200_000 },
      dryRun: true,
      lockWaitMs: 1_200_000,
    });
  });

  it('accepts the flags that add to --map', async () => {
    const { input } = await uploadOf(
      'a.csv --map shop.json --timezone Europe/London --decimal , --date-format D/M/YYYY --with oms=dump.csv',
    );
    expect(input).toMatchObject({
      map: 'shop.json',
      intake: { timezone: 'Europe/London', decimal: ',', dateFormat: 'D/M/YYYY' },
    });
    expect(input.intake.joins).toMatchObject([{ name: 'oms', path: 'dump.csv' }]);
  });

  it.each([
    ['--batch-size 0', 'usage.value', '--batch-size'],
    ['--max-outage soon', 'usage.value', '--max-outage'],
    ['--max-rejects 200%', 'usage.value', '--max-rejects'],
    ['--fail-on some', 'usage.value', 'one of any, new, none'],
    ['--decimal ;', 'usage.value', 'one of ., ,'],
    ['--shard auto/8', 'usage.missing', 'JOB_COMPLETION_INDEX'],
    ['--date-format D/M/YYYY', 'usage.map', '--date-format'],
    ['--with oms=dump.csv', 'usage.map', '--with'],
  ])('refuses %s', async (flags, code, said) => {
    const failure = await uploadOf(`a.csv ${flags}`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, exitCode: 2 });
    const { message, expected, hint } = failure as { message: string; expected?: string; hint: string };
    expect([message, expected, hint].join('\n')).toContain(said);
  });
});

describe('orders check', () => {
  it('becomes a request with every default, and plans with the batches of an upload', async () => {
    const { batchSize } = await uploadOf('a.csv');
    expect(await checkOf('a.csv')).toMatchObject({
      input: { paths: ['a.csv'], ...READ_AS_IT_IS },
      batchSize,
      ...{ limit: 100, failOn: 'any', force: false, maxRejects: undefined, keepRefunds: false },
      ...{ expectOrders: undefined, minOrders: undefined, maxOrders: undefined },
      maxAgeMs: undefined,
    });
  });

  it.each([
    ['--json --out -', 'usage.conflict'],
    ['--limit -1', 'usage.value'],
  ])('refuses %s', async (flags, code) => {
    await expect(checkOf(`a.csv ${flags}`)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

describe('orders refund', () => {
  it('becomes a request with every default', async () => {
    expect(await refundOf('--from a.csv --yes')).toEqual({
      input: { paths: ['a.csv'], ...READ_AS_IT_IS },
      orderId: 'SO-1',
      refund: {
        units: undefined,
        allowsCanceled: true,
        amountCents: undefined,
        rma: undefined,
        identifier: undefined,
      },
      dryRun: false,
      maxOutageMs: 900_000,
      lockWaitMs: 0,
    });
  });

  it.each([
    ['--dry-run', 'usage.missing'],
    ['--from a.csv', 'usage.question'],
    ['--from a.csv --yes --amount-cents 2.50', 'usage.value'],
  ])('refuses %s', async (flags, code) => {
    await expect(refundOf(flags)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

// The commands that act on a running sandbox: return, carrier, warehouse, cancel, rmas, clock, deliveries, assumptions.
import { describe, expect, test } from 'vitest';
import { sampleLine, sampleOrder } from '../../../src/contract/sample.ts';
import { run } from '../../../src/main.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { makeCli } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { sandboxWithClient } from '../client.ts';
import { makeRetailer, willing } from '../retailer.ts';

const TWO_LINES = { product_amount_cents: 10_000, tax_amount_cents: 800, total_amount_cents: 10_800 };

/** A sandbox on a manual clock with the orders SO-1 (L1) and SO-2 (L1 and L2), and a terminal of 80 columns. */
async function terminal(options: SandboxOptions = {}) {
  const clockStart = Date.UTC(2026, 2, 3, 10);
  const client = await sandboxWithClient({ clock: 'manual', clockStart, ...options });
  const items = [sampleLine(), sampleLine({ identifier: 'L2' })];
  const two = { identifier: 'SO-2', items, ...TWO_LINES };
  const posted = await client.orders([sampleOrder({ identifier: 'SO-1' }), sampleOrder(two)]);
  expect(posted.json).toEqual({ accepted: 2 });
  const box = testPlatform({ terminal: { stdout: true, stderr: true }, env: { NO_COLOR: '1' } });
  const say = async (...words: string[]) => {
    box.clear();
    const code = await run(['sandbox', ...words, '--url', client.url], box.platform);
    if (!words.includes('--json'))
      for (const line of box.stdout().split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    return { code, stdout: box.stdout(), stderr: box.stderr() };
  };
  const json = async (...words: string[]) => {
    const { code, stdout } = await say(...words, '--json');
    return { exit: code, ...(JSON.parse(stdout) as object) } as Record<string, unknown> & { exit: number };
  };
  return { ...client, say, json, box };
}

test('a return, step by step: each act shows the RMA and names the next command', async () => {
  const { url: customerUrl } = await willing();
  const { say, url } = await terminal({ customerUrl });
  const started = await say('return', 'SO-1', '--reason', 'Too small');
  expect(started.code).toBe(0);
  expect(started.stderr).toContain('next: returns sandbox clock advance 5s');
  const rma = /^(RMA-\S+) {2}CREATED {2}mail-back {2}order SO-1$/m.exec(started.stdout)![1]!;
  expect(started.stdout).toContain('2 units, estimated 54.00');
  expect(started.stdout).toMatch(/2 x {2}27\.00 {2}L1 {4}TEE-GRN-M {2}REFUND\n/);
  expect((await say('clock', 'advance', '5s')).stdout).toContain('2026-03-03T10:00:05Z  manual clock');
  const scanned = await say('carrier', rma, 'scan', '--lines', 'L1=2');
  expect(scanned.stdout).toMatch(/2 x .* TRANSIT +TRK-/);
  expect(scanned.stderr.replace(/[\s\\]+/g, ' ')).toContain(
    `next: returns sandbox carrier ${rma} deliver --url ${url}`,
  );
  const received = await say('warehouse', 'last', 'receive', '--lines', 'L1=1');
  expect(received.stdout).toMatch(/1 x .* RECEIVED .*\n.*1 x .* PENDING /);
  await say('warehouse', rma, 'receive');
  const whole = await say('rmas', 'last');
  expect(whole.stdout).toContain('messages         ');
  expect(whole.stdout).toMatch(/2026-03-03T10:00:00Z {2}The shopper returns 2 units/);
  expect(whole.stdout).toContain('assumed: return_window');
  expect(whole.stdout).toContain(`    returns sandbox warehouse ${rma} close --url ${url}`);
  expect((await say('rmas')).stdout).toMatch(
    /^RMA +order .*\nRMA-\S+ +SO-1 +2 +54\.00 +mail-back +CREATED · TRANSIT\n/,
  );
  expect(await say('cancel', rma)).toMatchObject({ code: 3, stdout: '' });
  expect((await say('rmas', '--order', 'SO-2')).stdout).toBe('No return was started yet.\n');
});

describe('an exchange', () => {
  test.each([
    ['--exchange TEE-GRN-L', 'EVEN_EXCHANGE EVEN_EXCHANGE EVEN_EXCHANGE EVEN_EXCHANGE'],
    ['--exchange L1=TEE-GRN-L', 'EVEN_EXCHANGE EVEN_EXCHANGE REFUND REFUND'],
    ['--exchange L2=TEE-RED-M --gift-card --lines L1=1 --lines L2=1', 'UNEVEN_EXCHANGE EVEN_EXCHANGE'],
  ])('%s: %s', async (flags, types) => {
    const retailer = await willing();
    const { json } = await terminal({ customerUrl: retailer.url });
    const { exit, items } = await json('return', 'SO-2', ...flags.split(' '));
    expect(exit).toBe(0);
    expect((items as { refund_type: string }[]).map((item) => item.refund_type).join(' ')).toBe(types);
  });

  test('shows the exchange order, placed at last', async () => {
    const retailer = await willing();
    const { say } = await terminal({ customerUrl: retailer.url });
    expect((await say('return', 'SO-1')).stdout).not.toContain('exchange order');
    const started = await say('return', 'SO-2', '--exchange', 'TEE-GRN-L');
    expect(started.stdout).toMatch(/^ {2}exchange order {3}asked$/m);
    await say('clock', 'run-until-idle');
    expect((await say('rmas', 'last')).stdout).toMatch(/^ {2}exchange order {3}EX-1 \(placed\)$/m);
  });
});

test('wrong command lines: exit 2, nothing happens', async () => {
  const { say, json } = await terminal();
  for (const [words, text] of [
    [['return', 'SO-1', '--lines', 'L1'], '--lines does not understand "L1"'],
    [['return', 'SO-1', '--lines', 'L1=1,L1=1'], '--lines'],
    [['return', 'SO-1', '--lines', 'L1=1', '--lines', 'L1=1'], 'each line once'],
    [['return', 'SO-1', '--method', 'mailback'], 'one of mail-back'],
    [['return', 'SO-1', '--giftee', 'a'], 'an e-mail address'],
    [['return', 'SO-1', '--exchange', 'A', '--exchange', 'B'], 'two variants for one line'],
    [['return', 'SO-1', '--exchange', 'A', '--gift-card'], '--exchange and --gift-card'],
    [['return', 'SO-1', '--exchange', 'L9=A'], 'one of L1'],
    [['carrier', 'last', 'scna'], 'Did you mean "scan"?'],
    [['warehouse', 'last', 'scan'], 'one of receive, not-received, close'],
    [['clock', 'advnce', '1h'], 'Did you mean "advance"?'],
    [['clock', 'advance'], 'advance needs a duration such as'],
    [['clock', 'advance', 'soon'], 'a duration such as'],
    [['deliveries', 'shwo', 'D-1'], 'Did you mean "show"?'],
    [['deliveries', 'list', 'D-1'], 'list takes nothing'],
    [['deliveries', '--state', 'lost'], 'one of waiting'],
    [['assumptions', '--set', 'return_window'], 'ID=VALUE'],
    [['assumptions', '--set', 'return_windo=1d'], 'Did you mean "return_window"?'],
    [['assumptions', '--set', 'return_window=long'], 'a duration such as 30d'],
  ] as const) {
    const { code, stdout, stderr } = await say(...words);
    expect({ code, stdout }, words.join(' ')).toEqual({ code: 2, stdout: '' });
    expect(stderr.replace(/\s+/g, ' ')).toContain(text);
    expect(await json('rmas')).toMatchObject({ rmas: [] });
  }
});

describe('what is not there', () => {
  test('is refused with a hint where to look', async () => {
    const { say } = await terminal();
    for (const [words, code, message, hint] of [
      [['return', 'SO-3'], 3, 'Did you mean "SO-1"?', 'returns sandbox seed'],
      [['rmas', 'RMA-0'], 3, 'There is no RMA "RMA-0"', 'returns sandbox rmas'],
      [['rmas', 'last'], 3, 'There is no RMA yet', 'returns sandbox return ORDER'],
      [['carrier', 'last', 'scan'], 3, 'There is no RMA yet', 'returns sandbox return ORDER'],
      [['cancel', 'RMA-0'], 3, 'There is no RMA', 'returns sandbox rmas'],
      [['deliveries', 'show', 'D-7'], 3, 'There is no delivery "D-7"', 'returns sandbox deliveries list'],
      [['deliveries', 'redeliver', 'last'], 3, 'There is no delivery', 'returns sandbox deliveries list'],
    ] as const) {
      const ended = await say(...words);
      expect(ended.code, words.join(' ')).toBe(code);
      expect(ended.stderr).toContain(message);
      expect(ended.stderr.replace(/\s+/g, ' ')).toContain(hint);
    }
  });

  test('no sandbox: exit 75 for each command, without an attempt to anything else', async () => {
    const box = testPlatform();
    for (const words of [['return', 'SO-1'], ['carrier', 'RMA-1', 'scan'], ['rmas']]) {
      box.clear();
      const to = (url: string) => run(['sandbox', ...words, '--url', url], box.platform);
      expect(await to('http://127.0.0.1:9'), words[0]).toBe(75);
      expect(box.stderr()).toContain('returns sandbox start');
      expect(await to('http://shop.example'), words[0]).toBe(2);
    }
  });
});

describe('deliveries', () => {
  test('a list that fits 80 columns, one with every attempt, and again', async () => {
    const retailer = await makeRetailer(() => ({ status: 422, body: 'no\u001b[2Jsuch RMA' }));
    const { say } = await terminal({ customerUrl: retailer.url });
    expect((await say('deliveries')).stdout).toBe('No message.\n');
    await say('return', 'SO-1');
    await say('clock', 'run-until-idle');
    const list = await say('deliveries');
    expect(list.stdout).toMatch(/^id +created +RMA +order +message +answer\nD-2 /);
    expect(list.stdout).toMatch(/D-1 +10:00:00 +RMA-\S+ +SO-1 +CREATED +422, given up\n/);
    expect(list.stdout).toContain('In all 2 given up.');
    expect(list.stderr).toContain('next: returns sandbox deliveries show D-2');
    const shown = await say('deliveries', 'show', 'D-1');
    expect(shown.stdout).toContain('given up');
    expect(shown.stdout).toMatch(/1 {2}2026-03-03T10:00:00Z {2}422 +\d/);
    expect(shown.stdout).toContain('no\\u{1b}[2Jsuch RMA');
    expect(shown.stdout).not.toContain('\u001b');
    expect(shown.stdout).toContain('      "rma_identifier": "RMA-');
    expect(shown.stderr).toContain('next: returns sandbox deliveries redeliver D-1');
    expect((await say('deliveries', 'redeliver', 'last')).code).toBe(0);
    await say('clock', 'run-until-idle');
    expect(retailer.heard).toHaveLength(3);
    expect((await say('rmas', 'last')).stdout).toMatch(/messages +2 given up/);
  });

  test('without an address messages wait, and the text says what to do', async () => {
    const { say } = await terminal();
    await say('return', 'SO-1');
    expect((await say('rmas', 'last')).stdout).toMatch(/messages +1 waiting/);
    expect((await say('deliveries')).stdout).toMatch(/start\s+it\s+with\s+--customer-url\s+URL/);
  });
});

test('assumptions: the list, and a change shows what it was', async () => {
  const { say } = await terminal();
  expect((await say('assumptions')).stdout).toMatch(/^return_window = 180d$/m);
  const changed = await say('assumptions', '--set', 'return_window=1h');
  expect(changed.stdout).toMatch(/^return_window = 1h \(at first 180d\)\n/);
  expect(changed.stdout).not.toContain('label_delay');
  const refused = await say('return', 'SO-1');
  expect(refused.code).toBe(3);
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain(
    'returns sandbox assumptions (its choices), then --set return_window=CHOICE',
  );
});

test('seed makes orders that can be returned, others with another seed', async () => {
  const { say, json } = await terminal();
  const seeded = await say('seed', '--orders', '3');
  expect(seeded.stdout).toMatch(/^Added 3 orders to http.*, for example SO-SEED-000001,/);
  expect(seeded.stderr).toMatch(/next: returns sandbox return SO-SEED-000001[\s\\]+--url/);
  // What the portal asks for.
  expect(seeded.stdout).toMatch(/SO-SEED-000001\s+has\s+the\s+e-mail\s+\S+@shop\.example\./);
  const other = await json('seed', '--orders', '3', '--seed', '2');
  expect(other).toMatchObject({ exit: 0, schema: 'sandbox-seed/1', orders: 3, seed: 2 });
  expect((await say('return', 'SO-SEED-000001')).code).toBe(0);
});

test('the real program: documents, exit codes and nothing but the result on stdout', async () => {
  const { url } = await terminal();
  const cli = makeCli();
  const started = await cli.json(['sandbox', 'return', 'SO-1', '--url', url]);
  expect(started).toMatchObject({ exit: 0, schema: 'sandbox-rma/1', stderr: '' });
  const refused = await cli.json(['sandbox', 'carrier', 'last', 'deliver', '--url', url]);
  expect(refused).toMatchObject({ exit: 3, schema: 'error/1' });
});

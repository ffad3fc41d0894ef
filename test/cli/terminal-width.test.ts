// A terminal that says it has 0 columns, at once or later (CI with `script`, docker exec): every command ends by itself, and
// nothing is drawn again and again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/commands.ts';
import { BIN, makeCli, REPOSITORY, until } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { generateOrders, ndjsonOf } from '../helpers/orders.ts';
import { hasPty, onTerminal, programOnTerminal } from '../helpers/pty.ts';
import { orderRequests, sandboxFor } from '../helpers/sandbox.ts';

const sample = (name: string) => path.join(REPOSITORY, 'samples', name);
const UP = '\u001b[1A';

/** Commands with a progress line, and their exit code. */
const DRAWING: readonly (readonly [words: readonly string[], code: number])[] = [
  [['orders', 'check', sample('orders.csv')], 3],
  [['orders', 'upload', sample('orders.csv'), '--yes'], 3],
  [['orders', 'map', sample('exports/shopify-orders.csv'), '--yes'], 0],
  [['asns', 'check', sample('asns.csv')], 3],
  [['asns', 'create', sample('asns.csv'), '--yes'], 3],
  [['reconcile', '--orders', sample('orders.csv')], 0],
  [['certify', '--orders', sample('orders.csv')], 3],
];

/** Columns of the terminal, and where stdout goes. */
const PLACES: readonly (readonly [columns: number, redirect: string])[] = [
  [0, '</dev/null'],
  [0, '</dev/null | cat'],
  [1, '</dev/null'],
];

/** In the short form one that checks and one that sends. */
const DRAWN = inForm({ short: DRAWING.slice(0, 2), long: DRAWING });

test.runIf(hasPty).each(DRAWN)('%j on a terminal without a width', async (words, code) => {
  const target = await sandboxFor();
  for (const [columns, redirect] of inForm({ short: PLACES.slice(0, 1), long: PLACES })) {
    const screen = onTerminal(makeCli({ target }), words, { columns, redirect });
    const ended = await screen.ended;
    if (!redirect.includes('|')) expect(ended, screen.text()).toBe(code);
    if (columns === 0) expect(screen.raw()).not.toContain(UP);
    expect(screen.text().length).toBeGreaterThan(100);
  }
});

itLong.runIf(hasPty)(
  'a width that becomes 0 while a line is drawn ends nothing and hangs nothing',
  async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    cli.file('orders.ndjson', ndjsonOf(generateOrders({ seed: 3, orders: 30 }).snapshots));
    const words = ['orders', 'upload', 'orders.ndjson', '--yes', '--batch-size', '1', '--rate', '1000'];
    const screen = programOnTerminal(
      cli,
      `sh -c 'tty > tty.txt; exec ${[process.execPath, BIN, ...words].join(' ')}'`,
    );
    await until(() => orderRequests(sandbox).length > 2, 'the upload to send');
    const tty = fs.readFileSync(path.join(cli.root, 'work/tty.txt'), 'utf8').trim();
    execFileSync('stty', ['-F', tty, 'cols', '0', 'rows', '0']);
    expect(await screen.ended, screen.text()).toBe(0);
    expect(sandbox.stats().orders.stored).toBe(30);
  },
);

/** Those that run until they are ended. */
const ENDLESS = ['listen', 'sandbox start'];
const ALL = COMMANDS.map(({ path: words }) => words).filter((words) => !ENDLESS.includes(words));

test.runIf(hasPty).each(inForm({ short: ['whoami'], share: ALL.filter((_, i) => i % 3 === 0), long: ALL }))(
  '`%s` ends on a terminal without a width',
  async (words) => {
    const screen = onTerminal(makeCli({ env: { EDITOR: 'true' } }), words.split(' '), {
      columns: 0,
      redirect: '</dev/null',
    });
    expect(await screen.ended, screen.text()).toBeLessThan(130);
    expect(screen.raw()).not.toContain(UP);
  },
);

test.runIf(hasPty).each(inForm({ short: ENDLESS.slice(0, 1), long: ENDLESS }))(
  '`%s` begins and ends on a terminal without a width',
  async (words) => {
    const ports = words === 'listen' ? ['--port', '0', '--no-inspect'] : ['--port', '0', '--pages-port', '0'];
    const screen = onTerminal(makeCli(), [...words.split(' '), ...ports], { columns: 0 });
    await screen.type('Ctrl-C', '\u0003');
    expect(await screen.ended, screen.text()).toBe(0);
  },
);

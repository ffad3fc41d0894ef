// `returns sandbox scenario`: what it prints, its exit codes, its files, and that the profile `local` finds its sandbox.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { SCENARIO_NAMES } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import { endpoint } from '../../calls/support.ts';
import { freePort, makeCli, targetAt } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { hasPty, KEY, onTerminal } from '../../helpers/pty.ts';
import { startRetailer } from '../../helpers/retailer.ts';
import type { RetailerFault } from '../../helpers/retailer-faults.ts';
import { returns } from '../../helpers/returns.ts';
import { plantedServer } from './planted.ts';

const scenario = (...words: string[]) => returns(['sandbox', 'scenario', ...words]);

describe('list and show', () => {
  test('list: every scenario with its title, in the order of the list', async () => {
    const { code, stdout } = await scenario('list');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe(
      'mail-back-single      Mail-back, full refund at the carrier scan, one line',
    );
    expect(stdout.match(/^\S+/gm)).toEqual([...SCENARIO_NAMES]);
  });

  test('show: what is given and every step', async () => {
    const { stdout } = await scenario('show', 'mail-back-single');
    expect(stdout).toContain('given: order mail-back-single-A, 54.00: line 1 2 x TEE-GRN-M at 25.00');
    expect(stdout).toContain('  4  advance by=10.0 s');
    expect(stdout).toContain('  8  -> refund rma=R amount_cents=5400');
  });

  test('show all --orders: orders that `orders check` takes', async () => {
    const { stdout } = await scenario('show', 'all', '--orders');
    const checked = await returns(
      ['orders', 'check', 'orders.ndjson', '--json'],
      {},
      { 'orders.ndjson': stdout },
    );
    expect(checked.code).toBe(0);
    expect(checked.document()).toMatchObject({ rows: { accounted: 51 }, orders: { pending: 51 } });
  });

  test('show --orders --seed: other identifiers', async () => {
    const { stdout } = await scenario('show', 'mail-back-single', '--orders', '--seed', '7');
    expect(JSON.parse(stdout)).toMatchObject({ identifier: 'mail-back-single-A-7' });
  });

  test('show --variants: what returns listen --variants reads', async () => {
    const { stdout } = await scenario('show', 'exchange-even', '--variants');
    expect(Object.keys(JSON.parse(stdout))).toEqual(['TEE-GRN']);
  });
});

describe('mistakes', () => {
  test.each<[string, string[], number, RegExp]>([
    ['an unknown act', ['play'], 2, /does not know "play"/],
    ['a misspelt scenario', ['show', 'mail-back-singel'], 2, /Did you mean "mail-back-single"/],
    ['run without a name', ['run'], 2, /run needs a NAME, a FILE or all/],
    ['run without an address', ['run', 'all'], 2, /--customer-url/],
    ['a flag of another act', ['list', '--port', '0'], 2, /list does not use --port/],
    [
      'an ability that is none',
      ['run', 'all', '--customer-url', 'http://127.0.0.1:1', '--retailer-can', 'variant'],
      2,
      /Did you mean "variants"/,
    ],
    ['a file that is not there', ['run', 'own.json', '--customer-url', 'http://127.0.0.1:1'], 6, /ENOENT/],
    [
      'nobody answers',
      ['run', 'mail-back-single', '--port', '0', '--wait', '2s', '--customer-url', 'http://127.0.0.1:1'],
      75,
      /Nobody answers at http:\/\/127\.0\.0\.1:1 \(refused\)/,
    ],
  ])('%s', async (_what, words, code, message) => {
    const ended = await scenario(...words);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(message);
  });
});

/** Runs scenarios against a retailer that knows their orders and finds the sandbox as the profile `local` does. */
async function played(words: readonly string[], fault?: RetailerFault, files: Record<string, string> = {}) {
  const here: TestPlatform = testPlatform();
  for (const [name, content] of Object.entries(files)) here.file(name, content);
  const given = testPlatform({ root: here.root });
  expect(await run(['sandbox', 'scenario', 'show', words[0]!, '--orders'], given.platform)).toBe(0);
  const orders = given.stdout().trimEnd().split('\n');
  const retailer = await startRetailer({ orders: orders.map((line) => JSON.parse(line)) });
  retailer.fault = fault;
  retailer.service = () => {
    const url = /sandbox of this run is at (\S+);/.exec(here.stderr())![1]!;
    return targetAt(url);
  };
  const line = [
    ...['sandbox', 'scenario', 'run', ...words, '--customer-url', retailer.url],
    ...['--port', '0', '--settle', '20ms', '--answer', '5s'],
  ];
  const code = await run(line, here.platform);
  return { code, here, stdout: here.stdout(), stderr: here.stderr() };
}

describe('run', () => {
  // By this, `returns status` knows that no service sent it.
  test('its messages name a scenario as their sender', async () => {
    const { url, received } = await endpoint(() => ({ status: 500, headers: {}, body: '' }));
    await scenario('run', 'mail-back-single', '--customer-url', url, '--port', '0', '--wait', '3s');
    const posted = received.filter(({ method }) => method === 'POST');
    expect(new Set(posted.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['returns-scenario']),
    );
  });

  test('a retailer that does it right: exit 0, progress on stderr, a summary that adds up', async () => {
    const { code, stdout, stderr } = await played(['mail-back-single']);
    expect(stderr).toMatch(/ok {4}mail-back-single {6}8 checks, /);
    expect([code, stdout]).toEqual([0, '1 scenario: 1 passed, 0 failed, 0 not tried\n']);
  });

  test('--json: the document of the plan', async () => {
    const { code, stdout } = await played(['mail-back-single', '--json']);
    const { schema, scenarios } = JSON.parse(stdout);
    expect([code, schema, scenarios.length]).toEqual([0, 'scenario-result/1', 1]);
    expect(Object.keys(scenarios[0])).toEqual(['name', 'passed', 'checks']);
    expect(scenarios[0].checks[0]).toEqual({
      kind: 'answered',
      what: 'step 3: messages of R are answered 2xx',
      passed: true,
      evidence: expect.stringMatching(/^1 message: D-\d+ RMA-\w+-1 CREATED: answered 200 in /),
      exchanges: [
        {
          ...{ at: expect.any(Number), ms: expect.any(Number), status: 200, fault: null },
          rma_status: 'CREATED',
          request: expect.stringMatching(/^POST \/rmas RMA-\w+-1 CREATED$/),
        },
      ],
    });
    // No name, address or e-mail of the shopper.
    expect(stdout).not.toMatch(/Shopper|shop\.example|Main Street/);
  });

  test('a retailer that never refunds: exit 8, the evidence, JUnit', async () => {
    const { code, here, stdout } = await played(
      ['./impatient.json', '--junit', 'scenarios.xml'],
      'never-refunds',
      {
        'impatient.json': fs
          .readFileSync('samples/scenarios/mail-back-single.json', 'utf8')
          .replace('"expect": "refund",', '"expect": "refund", "within": "300ms",'),
      },
    );
    expect(code).toBe(8);
    expect(stdout).toMatch(
      /^FAIL {2}Refund a unit when its package_tracking_status is TRANSIT.* \(refunds\.at-scan: /,
    );
    expect(stdout).toMatch(
      /the last snapshot of mail-back-single-A has no refund for it after [\d.]+ m?s; the last message was D-\d+/,
    );
    expect(stdout).toMatch(/1 scenario: 0 passed, 1 failed, 0 not tried\n$/);
    const xml = fs.readFileSync(path.join(here.work, 'scenarios.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="mail-back-single" tests="5" failures="1" skipped="1">');
    expect(xml).toContain('<failure message="step 8: a refund of 2 units (2 of line 1) arrives for R">');
  });

  test('--restart: the command is run, and what went wrong with it is said', async () => {
    const idle = await played(['restart', '--restart', 'echo restarted > restarted.txt']);
    expect(fs.readFileSync(path.join(idle.here.work, 'restarted.txt'), 'utf8')).toBe('restarted\n');
    // Whoever answers all the time was not restarted: what has to survive that is not shown.
    expect([idle.code, idle.stdout]).toEqual([
      0,
      expect.stringMatching(
        /nothing was restarted: your side answered all of \d+ requests.*0 failed, 1 not tried/s,
      ),
    ]);
    const bad = await played(['restart', '--restart', 'echo no such unit >&2; exit 3']);
    expect(bad.code).toBe(8);
    expect(bad.stdout).toContain('ended with exit code 3: no such unit');
    const none = await played(['restart']);
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining("--restart 'COMMAND'")]);
  });

  test('one cause is one line, at the top, with how many scenarios it explains', async () => {
    const { code, stdout } = await played(['all', '--retailer-can', 'refund-at-scan'], 'stale-snapshot');
    expect(code).toBe(8);
    expect(stdout.match(/^FAIL/gm)).toHaveLength(1);
    expect(stdout).toMatch(
      /^FAIL {2}Set updated_at of the order .* \(refunds\.newer: mail-back-single, also in \d+ others\)\n {6}mail-back-single, /,
    );
    expect(stdout.trimEnd()).toMatch(
      /not tried\. What was not tried: returns sandbox scenario run all .*--retailer-can all/,
    );
  });

  test('what was tried in part is not ok', async () => {
    const { code, stdout, stderr } = await played(['keep']);
    expect(stderr).toMatch(/part {2}keep {18}2 checks, 2 steps not tried/);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^not tried, whole or in part:\n {2}your side needs refund-keep \(--retailer-can\): keep\n1 scenario: 0 passed, 1 passed in part, 0 failed, 0 not tried\. What was not tried: returns sandbox scenario run keep .*--retailer-can all\n$/,
    );
  });

  const ASKED = [
    ['restarts', KEY.enter, 0, '1 scenario: 1 passed, 0 failed, 0 not tried'],
    ['presses Enter alone', KEY.enter, 0, 'nothing was restarted: your side answered all of'],
    ['leaves', KEY.ctrlC, 130, 'interrupted: the other scenarios were not played'],
  ] as const;
  test.skipIf(!hasPty).each(ASKED.slice(0, inForm({ short: 1, long: 3 })))(
    'on a terminal, a person who is asked to restart %s (needs script of util-linux)',
    async (deed, key, code, said) => {
      const server = await plantedServer([]);
      const port = await freePort();
      await server.startFor(`http://127.0.0.1:${port}`);
      const run = ['sandbox', 'scenario', 'run', 'restart', '--customer-url', server.url];
      const screen = onTerminal(makeCli(), [...run, '--port', `${port}`], { columns: 200 });
      await screen.shows('Restart your side now, then press Enter');
      if (deed === 'restarts') await server.restart();
      screen.child.stdin?.write(key);
      expect(await screen.ended).toBe(code);
      expect(screen.text()).toContain(said);
      expect(screen.text()).not.toContain('nothing was changed');
    },
  );
});

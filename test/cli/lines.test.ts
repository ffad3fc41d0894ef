// Lines on a terminal: width of East Asian characters, no wrap inside a word, plain ASCII without UTF-8.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/cli/layout.ts';
import { run } from '../../src/main.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { hasPty, onTerminal, withoutColour } from '../helpers/pty.ts';

const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');

describe('lines', () => {
  test.each([60, 80, 120])('nothing wraps inside a word at %d columns', async (columns) => {
    const cli = makeCli();
    const rows = Array.from({ length: 3 }, (_, i) => `{"identifier":"注文-${i}","status":"shipped"}`);
    const file = cli.file('orders.ndjson', `${rows.join('\n')}\n`);
    const lines: string[] = [];
    for (const words of [
      ['orders', 'check', file],
      ['orders', 'upload', '--help'],
      ['--help'],
      ['profile', 'set', '--help'],
      ['help', 'exit-codes'],
      ['help', 'environment'],
      ['whoami'],
      ['asns', 'show', 'X'],
      ['explain'],
      ['runs', 'list'],
      ['calls', 'list'],
      ['upload'],
    ]) {
      const { platform, stdout, stderr } = testPlatform({
        root: cli.root,
        terminal: { stdout: true, stderr: true, columns },
      });
      await run(words, platform);
      lines.push(
        ...withoutColour(`${stdout()}${stderr()}`)
          .split('\n')
          // What is redrawn begins again at the first column.
          .map((line) => line.replace(/.*(\r|\u001b\[1G)/, '').replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')),
      );
    }
    // What is longer is a single word, a path: the terminal would break anything else.
    const tooWide = lines.filter((line) => widthOf(line) > columns && /\S \S/.test(line.trim()));
    expect(tooWide).toEqual([]);
    // Folded at this width, not at the one of no terminal.
    expect(Math.max(...lines.map(widthOf))).toBeGreaterThan(Math.min(columns, 100) - 10);
  });

  test.runIf(hasPty)('the width is that of the terminal', async () => {
    const screen = onTerminal(makeCli(), ['orders', 'upload', '--help'], { columns: 60 });
    expect(await screen.ended).toBe(0);
    const widths = withoutColour(screen.raw()).split('\n').map(widthOf);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
  });

  test('signs are plain ASCII where the locale has no UTF-8', async () => {
    const cli = makeCli();
    const check = (env: Record<string, string>) => cli.run(['orders', 'check', ORDERS], { env });
    expect((await check({ LANG: 'en_US.UTF-8' })).stdout).toContain('SO…');
    expect((await check({})).stdout).toContain('SO…');
    for (const env of [
      { LANG: 'C' },
      { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' },
      { LC_CTYPE: 'de_DE.ISO-8859-1' },
    ]) {
      const { stdout, stderr } = await check(env);
      expect(stdout).toContain('SO...');
      expect(stdout + stderr).toMatch(/^[\n -~]*$/);
    }
  });

  test.runIf(hasPty)('questions as well', async () => {
    const cli = makeCli({ env: { RETURNS_CLIENT_ID: 'shop' } });
    const screen = onTerminal(cli, ['login'], { env: { LC_ALL: 'C' } });
    await screen.type('token endpoint', 'localhost:1\r');
    await screen.type('order intake', 'localhost:1\r');
    await screen.type('ASN endpoints', '\r');
    await screen.shows('Which environment');
    await screen.type('local', '\u0003');
    expect(await screen.ended).toBe(130);
    expect(screen.text()).toMatch(/^[\r\n -~]*$/);
  });
});

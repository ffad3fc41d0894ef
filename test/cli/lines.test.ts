// Lines on a terminal: width of East Asian characters, no wrap inside a word.
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/cli/presenter.ts';
import { run } from '../../src/main.ts';
import { makeCli } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { withoutColour } from '../helpers/pty.ts';

describe('lines', () => {
  test.each([80, 120])('nothing wraps inside a word at %d columns', async (columns) => {
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
    // What is longer is a single word, a path, or a command: the terminal would break anything else.
    const tooWide = lines.filter(
      (line) => widthOf(line) > columns && /\S \S/.test(line.trim()) && !/^ *(?:next: )?returns /.test(line),
    );
    expect(tooWide).toEqual([]);
    // Folded at this width, not at the one of no terminal.
    expect(Math.max(...lines.map(widthOf))).toBeGreaterThan(Math.min(columns, 100) - 10);
  });
});

// Words of a command line that were moved, are written otherwise, or stand for another command.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, GROUPS } from '../../src/commands.ts';
import { MOVED } from '../../src/program/moved.ts';
import { SETTING_NAMES } from '../../src/storage/profiles.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';

describe('words', () => {
  const cli = makeCli();
  const { version } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));

  test('returns version and -v print the version', async () => {
    for (const words of [['version'], ['-v'], ['--version'], ['version', '--quiet'], ['--no-color', '-v']])
      expect(await cli.run(words), words.join(' ')).toMatchObject({
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
      });
    expect(await cli.json(['version'])).toMatchObject({ schema: 'version/1', version });
  });

  test.each([
    ['upload x.csv', 'orders upload'],
    ['order upload x.csv', 'orders upload'],
    ['orders send x.csv', 'orders upload'],
    ['orders list', 'runs list'],
    ['asns cancel A-1', 'asns update ASN_NUMBER --status cancelled'],
    ['asn cancel A-1', 'asns update ASN_NUMBER --status cancelled'],
    ['runs ls', 'runs list'],
    ['run list', 'runs list'],
    ['calls rm', 'calls purge'],
    ['refund', 'orders refund'],
    ['webhook', 'listen'],
    ['orders listen', 'listen'],
    ['uplod', 'orders upload'],
  ])('returns %s: did you mean %s', async (line, meant) => {
    const ended = await cli.json<{ code: string; message: string }>(line.split(' '));
    expect(ended).toMatchObject({ exit: 2, code: 'usage.command.unknown' });
    expect(ended.message).toContain(`Did you mean ${meant}`);
  });

  test('every suggestion for a moved command leads to one that is there, and moves none that is', () => {
    const paths = COMMANDS.map((entry) => entry.path);
    for (const [words, meant] of Object.entries(MOVED)) {
      expect(paths, words).not.toContain(words);
      expect(GROUPS[words], words).toBeUndefined();
      if (!/^(the upload again|Ctrl-C)/.test(meant))
        expect(
          paths.some((name) => `${meant},`.replace(/[ ,].*$/, '') === name || meant.startsWith(name)),
          meant,
        ).toBe(true);
    }
  });

  test('help of profile set lists the settings', async () => {
    const { stdout } = await cli.run(['profile', 'set', '--help']);
    for (const name of SETTING_NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
  });
});

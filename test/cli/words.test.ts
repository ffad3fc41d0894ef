// Words of a command line that name no command, and the version.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/storage/profiles.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';

describe('words', () => {
  const cli = makeCli({ children: true });
  const { version } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));

  test('-v prints the version', async () => {
    for (const words of [['-v'], ['--version'], ['--no-color', '-v']])
      expect(await cli.run(words), words.join(' ')).toMatchObject({
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
      });
  });

  test.each([
    ['upload x.csv', 'orders upload'],
    ['uplod', 'orders upload'],
    ['order upload x.csv', 'orders upload'],
    ['orders uplaod x.csv', 'orders upload'],
    ['run list', 'runs list'],
    ['refund', 'orders refund'],
    ['orders listen', 'listen'],
  ])('returns %s: did you mean %s', async (line, meant) => {
    const ended = await cli.json<{ code: string; message: string }>(line.split(' '));
    expect(ended).toMatchObject({ exit: 2, code: 'usage.command.unknown' });
    expect(ended.message).toContain(`Did you mean ${meant}`);
  });

  test('help of profile set lists the settings', async () => {
    const { stdout } = await cli.run(['profile', 'set', '--help']);
    for (const name of SETTING_NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
  });
});

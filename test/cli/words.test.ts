// Words of a command line that name no command, and the version.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, SECTIONS } from '../../src/commands.ts';
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
    ['list', 'mappings list'],
    ['asn list', 'asns list'],
    ['listen --forward_to x', '--forward-to'],
  ])('returns %s: did you mean %s', async (line, meant) => {
    const ended = await cli.json<{ code: string; message: string }>(line.split(' '));
    const what = meant.startsWith('--') ? 'flag' : 'command';
    expect(ended).toMatchObject({ exit: 2, code: `usage.${what}.unknown` });
    expect(ended.message).toMatch(new RegExp(`Did you mean ${meant}[?,]`));
  });

  test('returns --help: every command stands once, below what it is for', async () => {
    const { stdout } = await cli.run(['--help']);
    const [, ...parts] = stdout.split(/^(?=[A-Z][\w ]*:$)/m);
    const sections = parts.map((part) => [
      part.split(':')[0]!,
      [...part.matchAll(/^ {2}([a-z]+) /gm)].map(([, word]) => word!),
    ]);
    expect(Object.fromEntries(sections.slice(1))).toEqual(SECTIONS);
    expect(sections.slice(1).map(([name]) => name)).toEqual([
      'Send',
      'Receive',
      'Try',
      'Watch',
      'Set up',
      'Look up',
    ]);
    const first = [...new Set(COMMANDS.map(({ path: words }) => words.split(' ')[0]))];
    expect(first).toEqual(Object.values(SECTIONS).flat());
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('help of profile set lists the settings', async () => {
    const { stdout } = await cli.run(['profile', 'set', '--help']);
    for (const name of SETTING_NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
  });
});

// What is offered at each place of a line, from the table that the build writes.
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands.ts';
import { answer, printedAnswer } from '../../src/completion/answer.ts';
import { completionWords } from '../../src/program/completion-words.ts';
import { testPlatform } from '../helpers/platform.ts';

const table = await completionWords(testPlatform().platform);
/** The words that are offered for the last of these. */
const offers = (...words: string[]): string[] =>
  answer(table, { words, index: words.length - 1 }).words.map(([word]) => word);

describe('commands', () => {
  it('are all offered, each once', () => {
    const reached = offers('').flatMap((first) => {
      const seconds = table.commands.some(({ path }) => path === first) ? [] : offers(first, '');
      return seconds.length === 0 ? [first] : seconds.map((second) => `${first} ${second}`);
    });
    const topics = COMMANDS.filter(({ path }) => path.startsWith('help ')).map(({ path }) => path);
    for (const { path } of COMMANDS) expect(reached).toContain(path);
    expect(offers('help', '')).toEqual(expect.arrayContaining(topics.map((path) => path.slice(5))));
    expect(new Set(reached).size).toBe(reached.length);
  });

  it('stand behind flags of every command and their values', () => {
    expect(offers('--profile', 'live', '--json', 'orders', 'up')).toEqual(['upload']);
    expect(offers('--profile=live', 'orders', 'up')).toEqual(['upload']);
  });

  it('are not made up: behind unknown words nothing is offered', () => {
    expect(offers('order', '')).toEqual([]);
    expect(offers('orders', 'nothing', '')).toEqual([]);
  });
});

describe('flags', () => {
  it('are those of the command and of every command', async () => {
    for (const { path, load } of COMMANDS) {
      const { flags = [] } = await load();
      const found = offers(...path.split(' '), '--');
      for (const { word } of flags) expect(found, path).toContain(word);
      expect(found).toEqual(expect.arrayContaining(['--json', '--profile', '--help']));
    }
  });

  it('end with --', () => {
    expect(offers('orders', 'upload', '--', '--dry')).toEqual([]);
  });

  it('are offered where a command takes nothing else', () => {
    expect(offers('whoami', '')).toContain('--json');
    expect(offers('runs', 'list', '')).toContain('--limit');
    expect(offers('asns', 'show', '')).toContain('--json');
    expect(offers('runs', 'show', '')).toEqual(['last']);
  });

  it('are not taken for the value of the flag before', () => {
    expect(offers('orders', 'upload', '--map', '--dry')).toEqual([]);
  });
});

describe('values', () => {
  it('are all that a flag takes, for each flag with choices', async () => {
    for (const { path, load } of COMMANDS)
      for (const { word, choices } of (await load()).flags ?? [])
        if (choices) {
          expect(offers(...path.split(' '), word, ''), `${path} ${word}`).toEqual(choices);
          expect(offers(...path.split(' '), `${word}=`)).toEqual(choices.map((each) => `${word}=${each}`));
        }
  });

  it('are files or folders as the shell has them', () => {
    const paths = (...words: string[]) => answer(table, { words, index: words.length - 1 }).paths;
    expect(paths('orders', 'check', '')).toEqual({ kind: 'files', before: '' });
    expect(paths('--ca=/etc')).toEqual({ kind: 'files', before: '--ca=' });
    expect(paths('--state-dir', 's')).toEqual({ kind: 'folders', before: '' });
    expect(paths('orders', 'show', '')).toBeUndefined();
  });

  it('of --customer-auth are the kinds', () => {
    expect(offers('certify', '--customer-auth', '')).toEqual(['basic:', 'header:', 'oauth:']);
    expect(offers('certify', '--area', 'mess')).toEqual(['messages']);
  });

  it('of a level are codes', () => {
    expect(offers('orders', 'check', '--level', 'order.total.unexp')).toEqual(['order.total.unexplained=']);
  });

  it('of a second argument', () => {
    expect(offers('sandbox', 'scenario', 'run', 'cancel-f')).toEqual(['cancel-full']);
    expect(offers('sandbox', 'carrier', 'last', 'sc')).toEqual(['scan']);
  });
});

describe('the printed answer', () => {
  it('begins with the paths that the shell adds', () => {
    const printed = (...argv: string[]) => printedAnswer(table, argv);
    expect(printed('zsh', '2', '--', 'runs', 'show', '')).toBe('words\nlast\tthe newest\n');
    expect(printed('fish', '0', '--', '--ca=x')).toBe('files --ca=\n');
  });

  it.each([[[]], [['zsh']], [['zsh', 'x', '--', '']], [['zsh', '5', '--', 'a']], [['zsh', '-1', '--']]])(
    'has no words when asked wrongly: %j',
    (argv) => {
      expect(printedAnswer(table, argv)).toBe('words\n');
    },
  );
});

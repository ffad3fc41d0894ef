// The real prompts on a terminal made of streams: answers, hidden secrets, and every way to cancel.
import type { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { makeAsk } from '../../src/cli/prompts.ts';
import { run } from '../../src/main.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { useAuthServer } from './support.ts';

const KEY = { enter: '\r', down: '\u001b[B', ctrlC: '\u0003', ctrlD: '\u0004', ctrlT: '\u0014' };

useAuthServer({ shop: 'canary-typed' });

function terminal() {
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  const onSignal = (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const world = testPlatform({ terminal: { stdin: true, stderr: true }, system: { onSignal } });
  const stdin = world.platform.terminal.streams.stdin as PassThrough;
  return {
    ...world,
    ask: makeAsk(world.platform),
    stdin,
    listeners,
    /** Waits until the question stands there, then types. */
    async type(question: string, keys: string) {
      await shows(world, question);
      stdin.write(keys);
    },
  };
}

async function shows(world: TestPlatform, question: string): Promise<void> {
  while (!world.stderr().includes(question)) await new Promise((resolve) => setImmediate(resolve));
}

test('text: trimmed, checked, asked again', async () => {
  const t = terminal();
  const answer = t.ask.text('Which one?', { check: (text) => (text === 'b' ? undefined : 'only b will do') });
  await t.type('Which one?', `a${KEY.enter}`);
  await t.type('only b will do', `\u007f b ${KEY.enter}`);
  expect(await answer).toBe('b');
  expect(t.stdout()).toBe('');
});

test('a secret is never shown, not even by Ctrl-T', async () => {
  const t = terminal();
  const answer = t.ask.secret('Client secret');
  await t.type('Client secret', 'canary-typed');
  t.stdin.write(KEY.ctrlT);
  t.stdin.write(KEY.enter);
  expect(await answer).toBe('canary-typed');
  expect(t.stderr() + t.stdout()).not.toContain('canary');
});

test('a choice and a confirmation', async () => {
  const t = terminal();
  const choices = [
    { value: 'a', text: 'the first' },
    { value: 'b', text: 'the second' },
  ] as const;
  const chosen = t.ask.choose('Which?', choices, 'a');
  await t.type('the second', KEY.down + KEY.enter);
  expect(await chosen).toBe('b');
  const sure = t.ask.confirm('Really?', false);
  await t.type('Really?', KEY.enter);
  expect(await sure).toBe(false);
});

const kinds = [
  ['text', (t: ReturnType<typeof terminal>) => t.ask.text('Q?')],
  ['secret', (t: ReturnType<typeof terminal>) => t.ask.secret('Q?')],
  ['choose', (t: ReturnType<typeof terminal>) => t.ask.choose('Q?', [{ value: 'a', text: 'a' }])],
  ['confirm', (t: ReturnType<typeof terminal>) => t.ask.confirm('Q?', true)],
] as const;

test.each(kinds)('%s: Ctrl-C is exit 130, Ctrl-D and a closed stdin exit 2', async (_name, put) => {
  const interrupted = terminal();
  const first = expect(put(interrupted)).rejects.toMatchObject({ exitCode: 130, code: 'interrupted' });
  await interrupted.type('Q?', KEY.ctrlC);
  await first;
  const left = terminal();
  const second = expect(put(left)).rejects.toMatchObject({ exitCode: 2, code: 'usage.question' });
  await left.type('Q?', KEY.ctrlD);
  await second;
  const closed = terminal();
  const third = expect(put(closed)).rejects.toMatchObject({ exitCode: 2, code: 'usage.question' });
  await shows(closed, 'Q?');
  closed.stdin.end();
  await third;
  const gone = terminal();
  gone.stdin.end();
  gone.stdin.resume();
  await new Promise((resolve) => gone.stdin.once('end', resolve));
  await expect(put(gone)).rejects.toMatchObject({ exitCode: 2, code: 'usage.question' });
});

// Where a command listens for signals, one does not end the process: the question has to end.
test.each(kinds)('%s: a signal ends it, also while the question is made ready', async (_name, put) => {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    for (const isShown of [true, false]) {
      const t = terminal();
      const ended = expect(put(t)).rejects.toMatchObject({ exitCode, code: 'interrupted' });
      if (isShown) await shows(t, 'Q?');
      for (const listener of [...t.listeners]) listener(signal);
      await ended;
      expect(t.listeners.size).toBe(0);
    }
});

test('--no-input asks nothing even on a terminal', async () => {
  const t = terminal();
  expect(await run(['login', '--no-input'], t.platform)).toBe(2);
  expect(t.stderr()).toContain('RETURNS_CLIENT_ID');
});

test('removing a profile asks on a terminal', async () => {
  const t = terminal();
  await run(['profile', 'set', 'p', 'rate=1'], t.platform);
  const code = run(['profile', 'remove', 'p'], t.platform);
  await t.type('Remove the profile p', `n${KEY.enter}`);
  expect(await code).toBe(0);
  t.clear();
  await run(['profile', 'list'], t.platform);
  expect(t.stdout()).toContain(' p');
  expect(await run(['profile', 'remove', 'p', '--yes'], t.platform)).toBe(0);
});

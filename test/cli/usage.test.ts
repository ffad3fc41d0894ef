// A wrong command line is exit 2, says what to do, and never repeats what may be a secret.
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

it.each([
  [['login', '--client-secret=hunter2-canary'], "'--client-secret'"],
  [['login', '--secret=hunter2-canary', '--json'], 'usage.flag.unknown'],
  [['token', 'hunter2-canary'], 'argument'],
])('%j is refused without repeating the value', async (argv, says) => {
  const t = testPlatform();
  expect(await run(argv, t.platform)).toBe(2);
  const said = t.stdout() + t.stderr();
  expect(said).toContain(says);
  expect(said).not.toContain('hunter2');
});

it('a group without its command names no other command, and `returns` alone the demo', async () => {
  const hintOf = async (...argv: string[]) => {
    const t = testPlatform();
    expect(await run(argv, t.platform)).toBe(2);
    return t.stderr().split('do this').at(-1)!.trim();
  };
  expect(await hintOf('mappings')).toBe('Choose one of the commands above');
  expect(await hintOf()).toBe('Choose one of the commands above; start with: returns demo');
});

it.each([
  ['--state-dir', '', 'runs', 'list'],
  ['orders', 'check', 'orders.csv', '--rejects='],
  ['orders', 'refund', 'SO-1', '--rma', '', '--yes'],
  ['listen', '--require-header', ''],
])('%j: an empty value, as of a variable that is not set, is no value', async (...argv) => {
  const t = testPlatform();
  expect(await run(argv, t.platform)).toBe(2);
  expect(t.stderr()).toMatch(/The value of --[a-z-]+ is empty.*variable/s);
  // Nothing was made in another folder.
  expect(fs.readdirSync(t.root, { recursive: true }).filter((name) => String(name).endsWith('.db'))).toEqual(
    [],
  );
});

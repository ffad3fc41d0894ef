// A wrong command line is exit 2, says what to do, and never repeats what may be a secret.
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

// A folder that cannot be used: the message names it, the hint what names another one, and the pace goes on in memory.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { openPace } from '../../src/storage/machine.ts';
import { REPOSITORY, targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');
/** A file in place of a folder: so it cannot be made, also by root. */
function blocked(variable: string, more: Record<string, string> = {}) {
  const here = testPlatform();
  const file = path.join(here.root, 'blocked');
  fs.writeFileSync(file, '');
  return testPlatform({ root: here.root, env: { ...more, [variable]: path.join(file, 'returns') } });
}

test.each(['RETURNS_PACE_DIR', 'RETURNS_CONFIG_DIR'])('%s cannot be used', async (variable) => {
  const here = blocked(variable, targetEnvironment(await sandboxFor()));
  expect(await run(['profile', 'set', 'x', 'client-id=a', '--json'], here.platform)).toBe(7);
  const { message, hint } = JSON.parse(here.stdout()) as { message: string; hint: string };
  expect(message).toContain(path.join(here.root, 'blocked'));
  expect(hint).toMatch(/--state-dir DIR, --config-dir DIR or, for the cache, .*XDG_CACHE_HOME/);
});

describe('the pace without a folder', () => {
  test('a command sends all the same, and warns once', async () => {
    const sandbox = await sandboxFor();
    const here = blocked('RETURNS_PACE_DIR', targetEnvironment(sandbox));
    expect(await run(['orders', 'upload', ORDERS, '--yes', '--quiet'], here.platform)).toBe(0);
    expect(sandbox.orders()).toHaveLength(3);
    expect(here.stderr().match(/The pace is counted for this process alone/g)).toHaveLength(1);
    expect(here.stderr().replace(/\s+/g, ' ')).toMatch(/Cannot use .*blocked.* XDG_CACHE_HOME/);
    const token = testPlatform({ root: here.root, env: here.platform.env as Record<string, string> });
    expect(await run(['token', '--refresh'], token.platform)).toBe(0);
  });

  test('all connections of a process count together; a folder that can be used later is used', () => {
    const here = blocked('RETURNS_PACE_DIR');
    const { platform, folders } = here;
    const said: string[] = [];
    const first = openPace(platform, folders);
    first.states.put('pace/x', '1');
    first.close();
    const warn = (text: string) => void said.push(text);
    expect(openPace(platform, folders, warn).states.get('pace/x')).toBe('1');
    expect(openPace(platform, folders, warn).states.get('pace/x')).toBe('1');
    expect(said).toHaveLength(1);
    fs.rmSync(path.join(here.root, 'blocked'));
    const onDisk = openPace(platform, folders, warn);
    expect(onDisk.states.get('pace/x')).toBeUndefined();
    onDisk.close();
    expect(said).toHaveLength(1);
  });
});

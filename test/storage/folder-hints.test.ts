// A folder that cannot be used: the hint names the setting of that folder and no other, and the pace goes on in memory.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskHint, type Failure, failureOf, stateFailure } from '../../src/basics/failure.ts';
import { run } from '../../src/main.ts';
import { networkFailure } from '../../src/platform/database-failure.ts';
import { withFolderHint } from '../../src/storage/folders.ts';
import { openMachine, openPace } from '../../src/storage/machine.ts';
import { REPOSITORY, targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const FOLDERS = { state: '/s/returns', config: '/c/returns', machine: '/k/returns' };
const SETTINGS = [
  '--state-dir DIR or RETURNS_STATE_DIR',
  '--config-dir DIR or RETURNS_CONFIG_DIR',
  'XDG_CACHE_HOME',
];
const [STATE, CONFIG, CACHE] = SETTINGS as [string, string, string];
const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');
const refused = (file: string, code: string) =>
  failureOf(Object.assign(new Error('x'), { code, path: file }));

describe.each(['EACCES', 'ENOSPC'])('%s', (code) => {
  test.each([
    ['/s/returns/ledger.db', FOLDERS, [STATE]],
    ['/s/returns', FOLDERS, [STATE]],
    ['/c/returns/secrets/default', FOLDERS, [CONFIG]],
    ['/k/returns/machine-1.db', FOLDERS, [CACHE]],
    // The folder above cannot be made.
    ['/k', FOLDERS, [CACHE]],
    ['/', FOLDERS, [STATE, CONFIG, CACHE]],
    ['/d/config/profiles.json', { state: '/d', config: '/d/config', machine: '/d/cache' }, [STATE, CONFIG]],
    ['/d/config/profiles.json', { state: '/d/config', config: '/d/config', machine: '/k' }, [STATE, CONFIG]],
    // Of --out or --rejects.
    ['/elsewhere/out.ndjson', FOLDERS, []],
    ['/s/returns-of-others/file', FOLDERS, []],
  ])('%s', (file, folders, wanted) => {
    const { hint, ...failure } = withFolderHint(refused(file, code), folders);
    expect(SETTINGS.filter((setting) => hint.includes(setting))).toEqual(wanted);
    expect(failure).toMatchObject({ exitCode: 7, code: code === 'ENOSPC' ? 'state.full' : 'state.unusable' });
  });
});

test('a network file system, and a file of a newer version: the folder in which they lie', () => {
  const hintOf = (failure: Failure) => withFolderHint(failure, FOLDERS).hint;
  expect(hintOf(networkFailure('/k/returns/machine.db', 'nfs'))).toContain(CACHE);
  expect(hintOf(networkFailure('/s/returns/ledger.db', 'nfs'))).toContain(STATE);
  const { platform, folders } = testPlatform();
  const machine = openMachine(platform, folders);
  machine.exec('PRAGMA user_version = 99');
  machine.close();
  let newer: unknown;
  try {
    openPace(platform, folders);
  } catch (error) {
    newer = error;
  }
  expect(newer).toMatchObject({ code: 'state.newer' });
  expect(withFolderHint(newer as Failure, folders).hint).toContain(CACHE);
});

test('other failures stay as they are', () => {
  const other = stateFailure('state.locked', 'x', { hint: diskHint('denied') });
  expect(withFolderHint(other, FOLDERS)).toBe(other);
});

/** A file in place of a folder: so it cannot be made, also by root. */
function blocked(variable: string, more: Record<string, string> = {}) {
  const here = testPlatform();
  const file = path.join(here.root, 'blocked');
  fs.writeFileSync(file, '');
  return testPlatform({ root: here.root, env: { ...more, [variable]: path.join(file, 'returns') } });
}

test.each([
  ['RETURNS_PACE_DIR', ['profile', 'set', 'x', 'client-id=a'], CACHE],
  ['RETURNS_CONFIG_DIR', ['profile', 'set', 'x', 'client-id=a'], CONFIG],
  ['RETURNS_STATE_DIR', ['orders', 'upload', ORDERS, '--yes'], STATE],
])('%s cannot be used', async (variable, line, wanted) => {
  const here = blocked(variable, targetEnvironment(await sandboxFor()));
  expect(await run([...line, '--json'], here.platform)).toBe(7);
  const { hint } = JSON.parse(here.stdout()) as { hint: string };
  expect(SETTINGS.filter((setting) => hint.includes(setting))).toEqual([wanted]);
});

test('the summary of a run that the disk ended names the folder, too', async () => {
  const here = testPlatform({ env: targetEnvironment(await sandboxFor()) });
  fs.mkdirSync(here.folders.state, { recursive: true });
  fs.writeFileSync(path.join(here.folders.state, 'rejects'), '');
  const line = ['orders', 'upload', path.join(REPOSITORY, 'samples/orders.csv'), '--yes', '--json'];
  expect(await run(line, here.platform)).toBe(7);
  const { run: id, error } = JSON.parse(here.stdout());
  expect(id).toBeTypeOf('string');
  expect(SETTINGS.filter((setting) => error.hint.includes(setting))).toEqual([STATE]);
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

// `returns config path`: the folders that flags, environment and defaults name, and that nothing is made by asking.
import path from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

async function asked(argv: readonly string[], env: Record<string, string | undefined> = {}) {
  const here = testPlatform({ env });
  const code = await run(['config', 'path', ...argv], here.platform);
  return { code, here, stdout: here.stdout() };
}

it('prints the folder of the profiles alone, for a script', async () => {
  const { code, here, stdout } = await asked([]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${here.folders.config}\n` });
  expect(here.everyFile()).toEqual([]);
});

it('does not break a long path into lines', async () => {
  const folder = `/${'long '.repeat(40)}end`;
  expect((await asked(['--config-dir', folder])).stdout).toBe(`${folder}\n`);
});

it('names every folder with --json, as flags and environment set them', async () => {
  const none = { RETURNS_CONFIG_DIR: undefined, RETURNS_STATE_DIR: undefined, RETURNS_PACE_DIR: undefined };
  const { here, stdout } = await asked(['--json', '--state-dir', 'kept'], {
    ...none,
    XDG_CONFIG_HOME: '/xdg',
  });
  const state = path.join(here.work, 'kept');
  expect(JSON.parse(stdout)).toEqual({
    schema: 'config-path/1',
    config: '/xdg/returns',
    state,
    cache: path.join(here.root, 'home/.cache/returns'),
    profiles_file: '/xdg/returns/profiles.json',
    secrets_folder: '/xdg/returns/secrets',
    tokens_folder: '/xdg/returns/tokens',
    mappings_folder: '/xdg/returns/mappings',
    ledger_file: path.join(state, 'ledger.db'),
    calls_folder: path.join(state, 'calls'),
    rejects_folder: path.join(state, 'rejects'),
  });
});

it('names the files that commands really use', async () => {
  const here = testPlatform();
  expect(await run(['profile', 'set', 'shop', 'rate=100'], here.platform)).toBe(0);
  here.clear();
  await run(['config', 'path', '--json'], here.platform);
  const { profiles_file: file } = JSON.parse(here.stdout());
  expect(here.everyFile().map((each) => each.path)).toContain(path.relative(here.root, file));
});

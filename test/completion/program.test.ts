// `returns completion` and what the scripts call, as child processes: what is loaded, what is read, that nothing is written.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { putRun } from '../../src/storage/runs.ts';
import { callOf, idAt } from '../calls/support.ts';
import { BIN, type Cli, makeCli, REPOSITORY } from '../helpers/cli.ts';
import { temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { CALL, filled, putAsns, RUN, runOf, UNSAFE } from './filled.ts';

const ask = (...words: string[]) => [
  ...['completion', 'words', 'zsh', String(words.length - 1), '--'],
  ...words,
];

/** The offered words; the first line says which paths the shell adds. */
async function offered(cli: Cli, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await cli.run(ask(...words));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('\t')[0]!);
}

/** The files of each folder with sizes and times. */
const seen = (cli: Cli): string[] =>
  cli.files().map((file) => `${file} ${fs.statSync(file).size} ${fs.statSync(file).mtimeMs}`);

describe('ids', () => {
  it('are found of every kind', async () => {
    const cli = await filled();
    expect(await offered(cli, 'profile', 'use', '')).toEqual(['local', 'staging', 'live']);
    expect(await offered(cli, 'runs', 'show', '2026')).toEqual([RUN]);
    expect(await offered(cli, 'calls', 'show', '')).toEqual(['last', CALL, '20261119-091459-000001']);
    expect(await offered(cli, 'asns', 'update', 'TO')).toEqual(['TO-2001', 'TO-2002']);
    expect(await offered(cli, 'mappings', 'remove', '')).toEqual(['our-shop']);
    expect(await offered(cli, 'orders', 'check', '--map=our')).toEqual(['--map=our-shop']);
    const all = await offered(cli, 'asns', 'show', '');
    expect(all).toContain('EX$(touch pwned)-1');
    for (const id of UNSAFE) expect(all).not.toContain(id);
    expect(all.join('')).not.toContain('CTL');
  });

  it('are of the folders that the line names', async () => {
    const [cli, other] = [await filled(), makeCli({ children: true })];
    expect(await offered(other, 'runs', 'show', '2')).toEqual([]);
    const state = path.join(cli.root, 'state');
    expect(await offered(other, `--state-dir=${state}`, 'runs', 'show', '2')).toEqual([RUN]);
    fs.symlinkSync(state, path.join(other.root, 'home', 'kept'));
    fs.mkdirSync(path.join(other.root, 'home'), { recursive: true });
    const atHome = await other.run(ask('--state-dir', '~/kept', 'runs', 'show', '2'));
    expect(atHome.stdout).toContain(RUN);
  });

  it('are those of an open ledger, too, whose log is not in the file yet', async () => {
    const cli = makeCli({ children: true });
    const { platform, folders } = testPlatform({ root: cli.root });
    const store = openLedgerStore(platform, folders);
    try {
      putRun(store, runOf(RUN));
      const before = seen(cli);
      expect(await offered(cli, 'runs', 'show', '2')).toEqual([RUN]);
      expect(seen(cli).map((line) => line.split(' ')[0])).toEqual(before.map((line) => line.split(' ')[0]));
    } finally {
      store.close();
    }
  });

  it('are few of many, with the last one, so that no shell takes too much for common to all', async () => {
    const cli = makeCli({ children: true });
    const { platform, folders } = testPlatform({ root: cli.root });
    const store = openLedgerStore(platform, folders);
    putAsns(
      store,
      Array.from({ length: 400 }, (_, i) => `N-${1000 + i}`),
    );
    store.transaction(() => {
      for (let i = 0; i < 400; i++) putRun(store, runOf(`20261120-${100000 + i}-aaaaaa`));
    });
    store.close();
    const asns = await offered(cli, 'asns', 'show', 'N-');
    expect(asns).toHaveLength(101);
    expect([asns[0], asns.at(-1)]).toEqual(['N-1000', 'N-1399']);
    const runs = await offered(cli, 'runs', 'show', '2026');
    expect([runs[0], runs.at(-1)]).toEqual(['20261120-100399-aaaaaa', '20261120-100000-aaaaaa']);
    expect(await offered(cli, 'asns', 'show', 'N-1241')).toEqual(['N-1241']);
  });

  it('of calls come from the end of the record, whose length does not matter', async () => {
    const cli = makeCli({ children: true });
    const folder = path.join(cli.root, 'state', 'calls');
    fs.mkdirSync(folder, { recursive: true });
    const file = path.join(folder, '2026-11-19.ndjson');
    const at = Date.UTC(2026, 10, 19, 9);
    const line = (n: number) => `${JSON.stringify(callOf({ id: idAt(at, n), at }))}\n`;
    fs.writeFileSync(file, line(0));
    // 8 GB that hold nothing: whoever read them would be long about it.
    fs.truncateSync(file, 8 * 1024 ** 3);
    fs.appendFileSync(file, `\n${line(1)}${line(2)}`);
    expect(await offered(cli, 'calls', 'show', '2026')).toEqual([idAt(at, 2), idAt(at, 1), idAt(at, 0)]);
    expect(await offered(cli, 'calls', 'show', '20261120')).toEqual([]);
  });
});

describe('a press of Tab', () => {
  it('writes nothing, on an empty machine and on a filled one', async () => {
    const [empty, full] = [makeCli({ children: true }), makeCli({ children: true })];
    const source = await filled();
    // As another process leaves it: the connection of this one is open until its memory is collected.
    for (const name of ['config/profiles.json', 'state/ledger.db', 'state/calls'])
      fs.cpSync(path.join(source.root, name), path.join(full.root, name), { recursive: true });
    for (const cli of [empty, full]) {
      const before = seen(cli);
      for (const command of ['runs show', 'calls show', 'asns show', 'profile use', 'orders show'])
        await offered(cli, ...command.split(' '), '');
      expect(seen(cli)).toEqual(before);
    }
    expect(await offered(full, 'runs', 'show', '')).toContain(RUN);
  });

  it('says nothing but words when what is kept is damaged', async () => {
    const cli = await filled();
    fs.writeFileSync(path.join(cli.root, 'state', 'ledger.db'), 'no database');
    fs.writeFileSync(path.join(cli.root, 'config', 'profiles.json'), '{');
    fs.writeFileSync(path.join(cli.root, 'state', 'calls', '2026-11-19.ndjson'), '\u0000\n{"id":\n');
    expect(await offered(cli, 'runs', 'show', '2')).toEqual([]);
    expect(await offered(cli, 'calls', 'show', '2')).toEqual([]);
    expect(await offered(cli, 'profile', 'use', '')).toEqual(['local']);
  });

  it('ends with 0 whatever it is asked', async () => {
    for (const args of [[], ['zsh'], ['bash', 'x', '--', 'a'], ['zsh', '0', '--'], ['--help'], ['--json']])
      expect(await makeCli({ children: true }).run(['completion', 'words', ...args])).toMatchObject({
        code: 0,
        stderr: '',
      });
  });

  /** The files that Node loaded, without its own. */
  async function loaded(...words: string[]): Promise<string[]> {
    const folder = temporaryFolder();
    const [hook, list] = [path.join(folder, 'hook.cjs'), path.join(folder, 'list.json')];
    fs.writeFileSync(
      hook,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
    );
    await makeCli({ children: true, env: { NODE_OPTIONS: `--require ${hook}` } }).run(ask(...words));
    const files = JSON.parse(fs.readFileSync(list, 'utf8')) as string[];
    return files.filter((file) => file !== hook).map((file) => path.relative(REPOSITORY, file));
  }

  it('loads nothing of the program, and the database for ids of the ledger only', async () => {
    const own = [path.relative(REPOSITORY, fs.realpathSync(BIN)), 'dist/completion/start.cjs'];
    expect(await loaded('orders', 'up')).toEqual(own);
    expect(await loaded('calls', 'show', '')).toEqual(own);
    const modules = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'dist/.modules.json'), 'utf8'));
    const inside: string[] = modules['dist/completion/start.cjs'];
    expect(inside).toContain('src/completion/answer.ts');
    expect(
      inside.filter((file) => /node_modules\/(?!jsonc-parser)|src\/(?:commands|main|cli|program)/.test(file)),
    ).toEqual([]);
  });
});

describe('returns completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints the script of %s', async (shell) => {
    const cli = makeCli({ children: true });
    const { code, stdout } = await cli.run(['completion', shell]);
    const file = path.join(
      REPOSITORY,
      'src/completion/scripts',
      `returns.${shell === 'powershell' ? 'ps1' : shell}`,
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: fs.readFileSync(file, 'utf8') });
    expect(await cli.json(['completion', shell])).toMatchObject({
      schema: 'completion/1',
      shell,
      script: stdout,
    });
    expect(stdout).toContain(`completion words ${shell} `);
  });

  it('names the shells that it knows', async () => {
    const { code, stderr } = await makeCli({ children: true }).run(['completion', 'zhs']);
    expect(code).toBe(2);
    expect(stderr).toContain('one of bash, zsh, fish, powershell');
    expect(stderr).toContain('Did you mean "zsh"?');
  });

  it('has a script for PowerShell that registers a completer and quotes what it offers (untested there)', () => {
    const text = fs.readFileSync(path.join(REPOSITORY, 'dist/completion/returns.ps1'), 'utf8');
    expect(text).toMatch(/^Register-ArgumentCompleter -Native -CommandName returns -ScriptBlock \{$/m);
    expect(text).toContain('[System.Management.Automation.CompletionResult]::new(');
    expect(text).not.toMatch(/Invoke-Expression(?!\n)/);
    for (const [open, close] of ['{}', '()', '[]'])
      expect(text.split(open!).length, open).toBe(text.split(close!).length);
  });
});

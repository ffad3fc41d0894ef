// `returns completion` and what the scripts call, as child processes: what is loaded, and that nothing is written.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, type Cli, makeCli, REPOSITORY } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';

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

describe('a press of Tab', () => {
  it('writes nothing, and offers the words that are the same on every machine', async () => {
    const cli = makeCli({ children: true });
    expect(await offered(cli, 'runs', 'show', '')).toEqual(['last']);
    expect(await offered(cli, 'profile', 'use', '')).toEqual(['local']);
    expect(await offered(cli, 'orders', 'check', '--map=shopify-o')).toEqual(['--map=shopify-orders']);
    expect(cli.files()).toEqual([]);
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

  it('loads nothing of the program and no database', async () => {
    const own = [path.relative(REPOSITORY, fs.realpathSync(BIN)), 'dist/completion/start.cjs'];
    expect(await loaded('orders', 'up')).toEqual(own);
    expect(await loaded('calls', 'show', '')).toEqual(own);
    const modules = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'dist/.modules.json'), 'utf8'));
    const inside: string[] = modules['dist/completion/start.cjs'];
    expect(inside).toContain('src/completion/answer.ts');
    expect(inside.filter((file) => /node_modules|src\/(?:commands|main|cli|program)/.test(file))).toEqual([]);
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

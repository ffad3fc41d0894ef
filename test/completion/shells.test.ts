// Real shells: a part of a command line, a press of Tab, and the line that stands there then.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { missing, openShell, SHELLS, type TestedShell } from './shells.ts';

/** What is typed, and what stands there after Tab. `returns` stands before both. */
const LINES: readonly (readonly [about: string, typed: string, completed: string])[] = [
  ['a group', 'or', 'orders'],
  ['a command', 'orders up', 'orders upload'],
  ['a command without a group', 'expl', 'explain'],
  ['a topic of help', 'help exit', 'help exit-codes'],
  ['a command after help', 'help orders up', 'help orders upload'],
  ['a flag', 'orders upload --dry', 'orders upload --dry-run'],
  ['a flag of every command before the command', '--verb', '--verbose'],
  ['no flag after --', 'asns show -- --js', 'asns show -- --js'],
  ['a value', 'orders upload --fail-on ne', 'orders upload --fail-on new'],
  ['a value after =', 'orders upload --fail-on=ne', 'orders upload --fail-on=new'],
  ['a value before the command', '--profile loc', '--profile local'],
  ['a word', 'calls list --verdict warn', 'calls list --verdict warning'],
  ['an area', 'certify --area mess', 'certify --area messages'],
  ['how to sign in', 'certify --customer-auth bas', 'certify --customer-auth basic:'],
  [
    'a code, whose level follows',
    'asns check --level order.total.unex',
    'asns check --level order.total.unexplained=',
  ],
  ['a profile', 'profile use loc', 'profile use local'],
  ['a setting of a profile', 'profile set live client-i', 'profile set live client-id='],
  ['the newest run', 'runs show la', 'runs show last'],
  ['the newest run after =', 'orders forget --run=la', 'orders forget --run=last'],
  ['what scenarios have in common', 'sandbox scenario run exc', 'sandbox scenario run exchange-'],
  ['a scenario', 'sandbox scenario run cancel-f', 'sandbox scenario run cancel-full'],
  ['a mapping of the package', 'mappings show woocommerce-r', 'mappings show woocommerce-rest'],
  ['a code', 'explain order.total.unex', 'explain order.total.unexplained'],
  ['a schema', 'schema mapp', 'schema mapping'],
  ['a sample', 'samples orders-c', 'samples orders-corrected.csv'],
  ['a message', 'trigger rma.trans', 'trigger rma.transit'],
  ['an act', 'sandbox clock run-u', 'sandbox clock run-until-idle'],
  ['a file', 'orders check exp', 'orders check export\\ file.csv'],
  ['a file as a value', 'listen --orders exp', 'listen --orders export\\ file.csv'],
  ['a file after =', 'listen --orders=exp', 'listen --orders=export\\ file.csv'],
  ['a file where a mapping may stand', 'orders check --map exp', 'orders check --map export\\ file.csv'],
  ['a folder', '--config-dir some', '--config-dir somewhere/'],
  ['a file behind >', 'samples orders.csv > exp', 'samples orders.csv > export\\ file.csv'],
];

/** Names of files: each would do something, or be something else, if it came to the shell without quotes. */
const STRANGE = [
  'SP ACE-1',
  "QUO'TE-1",
  'DQ"UOTE-1',
  'DO$HOME-1',
  'BS\\LASH-1',
  'CO:LON:1',
  'EQ=UAL-1',
  'ST*AR-1',
  'AM&P;|-1',
  'BA!NG-1',
  'PA(REN)-1',
  'UN\u00efCODE-1',
  'EX$(touch pwned)-1',
  'TI`touch pwned`-1',
];

/** A machine with a file and a folder. */
function filled() {
  const cli = makeCli({ children: true });
  cli.file('export file.csv', 'x');
  fs.mkdirSync(path.join(cli.root, 'work', 'somewhere'));
  return cli;
}

/** What a script of a shell does itself, for each shell; the words of the program once, by the shells in turn. */
const linesOf = (shell: TestedShell) =>
  LINES.filter(
    ([about], i) =>
      inForm({ short: false, share: false, long: true }) ||
      /file|folder|=|level|group|in common/.test(about) ||
      i % SHELLS.length === SHELLS.indexOf(shell),
  );

/** The words of a line as the shell itself reads them. */
function wordsIn(shell: TestedShell, line: string, cwd: string): string[] {
  const options = shell === 'zsh' ? ['-f'] : shell === 'fish' ? ['--no-config'] : [];
  const ran = spawnSync(shell, [...options, '-c', line.replace(/^returns/, "printf '%s\\0'")], {
    cwd,
    encoding: 'utf8',
    // Without it fish leaves a folder in /tmp.
    env: { ...process.env, XDG_RUNTIME_DIR: path.dirname(cwd) },
  });
  expect(ran.stderr).toBe('');
  return ran.stdout.split('\0').slice(0, -1);
}

/** What one shell shows in the short form; the others show there only that their script completes. */
const FIRST = 'bash';

for (const shell of SHELLS) {
  const itOnce = shell === FIRST ? it : itLong;
  const why = missing(shell);
  describe.skipIf(why)(why === undefined ? shell : `${shell} (${why})`, () => {
    it('completes what is typed', async () => {
      const { completed } = await openShell(shell, filled());
      for (const [about, typed, line] of linesOf(shell)) {
        const found = await completed(`returns ${typed}`);
        expect.soft(found.trimEnd(), about).toBe(`returns ${line}`);
      }
    });

    itOnce('completes a word in the middle of the line, up to the cursor', async () => {
      const { completed } = await openShell(shell, filled());
      const line = await completed('returns orders up x.csv', ' x.csv'.length);
      expect(line.replace(/ +/g, ' ')).toBe('returns orders upload x.csv');
    });

    itOnce('quotes names of files so that they are what they are, and runs nothing of them', async () => {
      const cli = filled();
      const work = path.join(cli.root, 'work');
      for (const name of STRANGE) cli.file(name, '');
      const { completed } = await openShell(shell, cli);
      for (const name of STRANGE) {
        const line = await completed(`returns asns check --map ${name.slice(0, 2)}`);
        expect.soft(wordsIn(shell, line, work), line).toEqual(['asns', 'check', '--map', name]);
      }
      expect(fs.readdirSync(work)).not.toContain('pwned');
    });

    itOnce('lists what fits', async () => {
      const { listed } = await openShell(shell, filled());
      const commands = await listed('returns orders ');
      for (const word of ['map', 'check', 'upload', 'show', 'refund', 'forget', 'template'])
        expect(commands).toContain(word);
    });
  });
}

itLong.skipIf(missing('zsh'))('zsh loads the script from a folder of functions, too', async () => {
  const cli = filled();
  const folder = path.join(cli.root, 'functions');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, '_returns'), (await cli.run(['completion', 'zsh'])).stdout);
  const rc = `compdef -d returns; unfunction _returns
fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D\n`.replace('\\n', '\n');
  const { completed } = await openShell('zsh', cli, {}, rc);
  for (let i = 0; i < 2; i++)
    expect((await completed('returns runs show la')).trimEnd()).toBe('returns runs show last');
});

describe.each(
  inForm<readonly TestedShell[]>({ short: [FIRST], long: SHELLS }).filter(
    (shell) => missing(shell) === undefined,
  ),
)('%s without the program', (shell) => {
  it('says nothing', async () => {
    const cli = filled();
    const { completed, screen } = await openShell(shell, cli);
    fs.rmSync(path.join(cli.root, `${shell}-home`, 'bin', 'returns'));
    // Nor did the program at the start of the shell, whose stderr is the terminal.
    expect(screen.text()).not.toContain('next:');
    const before = screen.text().length;
    expect(await completed('returns asns sho')).toBe('returns asns sho');
    expect(screen.text().slice(before)).not.toMatch(/not found|unknown|error/i);
  });
});

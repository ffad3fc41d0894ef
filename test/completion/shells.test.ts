// Real shells: a part of a command line, a press of Tab, and the line that stands there then.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inForm, itLong } from '../helpers/form.ts';
import { CALL, filled, RUN, STRANGE, UNSAFE } from './filled.ts';
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
  ['no flag that was given', 'orders upload --dry-run --dry', 'orders upload --dry-run --dry'],
  ['a flag again that may be repeated', 'asns update A --unset a --uns', 'asns update A --unset a --unset'],
  ['no flag after --', 'asns show -- --js', 'asns show -- --js'],
  ['a value', 'orders upload --fail-on ne', 'orders upload --fail-on new'],
  ['a value after =', 'orders upload --fail-on=ne', 'orders upload --fail-on=new'],
  ['a value before the command', '--profile stag', '--profile staging'],
  ['a word of a list', 'calls list --verdict error,warn', 'calls list --verdict error,warning'],
  ['an area', 'certify --area mess', 'certify --area messages'],
  ['an area of a list', 'certify --area messages,vari', 'certify --area messages,variants'],
  ['how to sign in', 'certify --customer-auth bas', 'certify --customer-auth basic:'],
  [
    'a file behind that',
    'certify --customer-auth basic:exp',
    'certify --customer-auth basic:export\\ file.csv',
  ],
  [
    'a code, whose level follows',
    'asns check --level order.total.unex',
    'asns check --level order.total.unexplained=',
  ],
  [
    'the level of a code',
    'asns check --level order.total.unexplained=wa',
    'asns check --level order.total.unexplained=warning',
  ],
  ['a profile', 'profile use stag', 'profile use staging'],
  ['a setting of a profile', 'profile set staging client-i', 'profile set staging client-id='],
  ['a run', 'runs show 2026', `runs show ${RUN}`],
  ['a run as a value', 'orders forget --run=2026', `orders forget --run=${RUN}`],
  ['a call', 'calls show 20261119-0915', `calls show ${CALL}`],
  ['an ASN', 'asns update TO-2001', 'asns update TO-2001'],
  ['what two ASNs have in common', 'asns show TO-', 'asns show TO-200'],
  ['a scenario', 'sandbox scenario run cancel-f', 'sandbox scenario run cancel-full'],
  ['a mapping of the package', 'mappings show woocommerce-r', 'mappings show woocommerce-rest'],
  ['a remembered mapping', 'orders check --map our', 'orders check --map our-shop'],
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

/** Ids between quotes. */
const QUOTED = STRANGE.filter(
  (id, i) => !id.includes('!') && inForm({ short: i % 3 === 0, share: i % 3 === 0, long: true }),
);

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
      const { completed } = await openShell(shell, await filled());
      for (const [about, typed, line] of linesOf(shell)) {
        const found = await completed(`returns ${typed}`);
        expect.soft(found.trimEnd(), about).toBe(`returns ${line}`);
      }
    });

    itOnce('completes a word in the middle of the line, up to the cursor', async () => {
      const { completed } = await openShell(shell, await filled());
      const line = await completed('returns orders up x.csv', ' x.csv'.length);
      expect(line.replace(/ +/g, ' ')).toBe('returns orders upload x.csv');
      // A flag that stands behind the cursor was given, too. fish says nothing of what stands there.
      if (shell === 'fish') return;
      expect(await completed('returns orders upload --dry --dry-run', ' --dry-run'.length)).toBe(
        'returns orders upload --dry --dry-run',
      );
    });

    itOnce('quotes ids so that they are what they are, and runs nothing of them', async () => {
      const cli = await filled();
      const work = path.join(cli.root, 'work');
      const { completed } = await openShell(shell, cli);
      for (const id of STRANGE) {
        const line = await completed(`returns asns show ${id.slice(0, 2)}`);
        expect.soft(wordsIn(shell, line, work), line).toEqual(['asns', 'show', id]);
      }
      for (const quote of inForm({ short: ['"'], long: ['"', "'"] }))
        for (const id of QUOTED) {
          const line = await completed(`returns asns show ${quote}${id.slice(0, 2)}`);
          const ended = line.trimEnd().endsWith(quote) ? line : `${line}${quote}`;
          expect.soft(wordsIn(shell, ended, work), line).toEqual(['asns', 'show', id]);
        }
      const escaped = await completed('returns asns show SP\\ AC');
      expect(wordsIn(shell, escaped, work)).toEqual(['asns', 'show', 'SP ACE-1']);
      // The word that names the folder is quoted, too.
      fs.renameSync(path.join(cli.root, 'state'), path.join(cli.root, 'its state'));
      const run = await completed("returns --state-dir '../its state' runs show 2026");
      expect(run.trimEnd()).toBe(`returns --state-dir '../its state' runs show ${RUN}`);
      fs.renameSync(path.join(cli.root, 'its state'), path.join(cli.root, 'state'));
      const colon = await completed('returns asns show CO:LON:');
      expect(wordsIn(shell, colon, work)).toEqual(['asns', 'show', 'CO:LON:1']);
      expect(fs.readdirSync(work).sort()).toEqual(['export file.csv', 'somewhere']);
    });

    itOnce('lists what fits, and nothing that controls the terminal', async () => {
      const { listed } = await openShell(shell, await filled());
      const commands = await listed('returns orders ');
      for (const word of ['map', 'check', 'upload', 'show', 'refund', 'forget', 'template'])
        expect(commands).toContain(word);
      const asns = await listed('returns asns show ');
      expect(asns).toContain('TO-2001');
      expect(asns).not.toContain('CTL');
      expect(asns).not.toContain('owned');
      expect(await listed('returns asns show CTL')).not.toMatch(/CTL-./);
      expect(UNSAFE.length).toBeGreaterThan(0);
    });
  });
}

itLong.skipIf(missing('zsh'))('zsh loads the script from a folder of functions, too', async () => {
  const cli = await filled();
  const folder = path.join(cli.root, 'functions');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, '_returns'), (await cli.run(['completion', 'zsh'])).stdout);
  const rc = `compdef -d returns; unfunction _returns
fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D\n`.replace('\\n', '\n');
  const { completed } = await openShell('zsh', cli, {}, rc);
  for (let i = 0; i < 2; i++)
    expect((await completed('returns runs show 2')).trimEnd()).toBe(`returns runs show ${RUN}`);
});

describe.each(
  inForm<readonly TestedShell[]>({ short: [FIRST], long: SHELLS }).filter(
    (shell) => missing(shell) === undefined,
  ),
)('%s without the program', (shell) => {
  it('says nothing', async () => {
    const cli = await filled();
    const { completed, screen } = await openShell(shell, cli);
    fs.rmSync(path.join(cli.root, `${shell}-home`, 'bin', 'returns'));
    // Nor did the program at the start of the shell, whose stderr is the terminal.
    expect(screen.text()).not.toContain('next:');
    const before = screen.text().length;
    expect(await completed('returns asns sho')).toBe('returns asns sho');
    expect(screen.text().slice(before)).not.toMatch(/not found|unknown|error/i);
  });
});

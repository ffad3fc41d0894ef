// `asns update --edit`: no text that the user wrote is lost, however the editor or the check ends.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cli } from '../helpers/cli.ts';
import { hasPty, onTerminal } from '../helpers/pty.ts';
import { asnOf, recorded } from './support.ts';

describe('--edit', () => {
  const drafts = (cli: Cli) => cli.files().filter((file) => file.includes('drafts/'));
  const LINE = ['asns', 'update', 'A-1', '--edit', '--yes'];
  const onScreen = (cli: Cli, EDITOR: string) => onTerminal(cli, LINE, { env: { EDITOR } });
  const BREAK = `sh -c 'printf "{ my work" >> "$1"' sh`;

  test.skipIf(!hasPty)('a text with errors is kept, and is a file for the next update', async () => {
    const { cli, stored } = await recorded(asnOf('A-1'));
    const first = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: BREAK } });
    await first.type('Open it again?', 'n\r');
    expect(await first.ended).toBe(2);
    const [file = ''] = drafts(cli);
    const full = path.resolve(cli.root, file);
    expect(first.text().replace(/\s+/g, '')).toContain(`Whatyoueditediskept:${full}`);
    expect(fs.statSync(full).mode & 0o777).toBe(0o600);
    const text = fs.readFileSync(full, 'utf8');
    expect(text).toContain('{ my work');
    fs.writeFileSync(full, text.replace('{ my work', '').replace('pending', 'shipped'));
    expect(await cli.run(['asns', 'update', 'A-1', full, '--yes'])).toMatchObject({ code: 0 });
    expect(stored('A-1')?.status).toBe('shipped');
  });

  test.skipIf(!hasPty)('the next edit starts from the record', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const first = onScreen(cli, BREAK);
    expect(await first.ended).toBe(6);
    const [file] = drafts(cli);
    expect(await onScreen(cli, `sh -c 'sed -i s/pending/shipped/ "$1"' sh`).ended).toBe(0);
    expect(drafts(cli)).toEqual([file]);
  });

  test.skipIf(!hasPty)('what the editor draws is not in the one document of --json', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const env = { EDITOR: `sh -c 'echo drawn; sed -i s/pending/shipped/ "$1"' sh` };
    const out = path.join(cli.root, 'out.json');
    const screen = onTerminal(cli, [...LINE, '--json'], { env, redirect: `>${out}` });
    expect(await screen.ended).toBe(0);
    expect(screen.text()).toContain('drawn');
    expect(JSON.parse(fs.readFileSync(out, 'utf8'))).toMatchObject({ exit_code: 0 });
  });

  test.each([['--json'], ['--no-input', '--dry-run']])(
    'without a terminal no editor is started: %s %s',
    async (...more) => {
      const { cli } = await recorded(asnOf('A-1'));
      const mark = path.join(cli.root, 'started');
      const { child, ended } = cli.start([...LINE, ...more], {
        ...{ open: true, env: { EDITOR: `touch ${mark}; false` } },
      });
      const { code, stdout, stderr } = await ended;
      child.stdin?.end();
      expect([code, fs.existsSync(mark), drafts(cli)]).toEqual([2, false, []]);
      const said = more.includes('--json') ? JSON.parse(stdout).message : stderr;
      expect(said).toContain('An editor needs a terminal');
    },
  );

  test.skipIf(!hasPty)(
    'an editor that ends with an error: what it saved is kept, and nothing where it saved nothing',
    async () => {
      const { cli } = await recorded(asnOf('A-1'));
      expect(await onScreen(cli, 'false').ended).toBe(2);
      expect(drafts(cli)).toEqual([]);
      const screen = onScreen(cli, `sh -c 'sed -i s/pending/shipped/ "$1"; exit 1' sh`);
      expect(await screen.ended).toBe(2);
      expect(screen.text()).toContain('What you edited is kept');
      expect(drafts(cli)).toHaveLength(1);
    },
  );
});

// `asns update --edit`: no text that the user wrote is lost, however the editor or the check ends.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cli } from '../helpers/cli.ts';
import { hasPty, onTerminal } from '../helpers/pty.ts';
import { asnOf, recorded } from './support.ts';

describe('--edit', () => {
  const drafts = (cli: Cli) => cli.files().filter((file) => file.includes('drafts/'));
  /** A child: the editor is the one that the environment of the process names. */
  const edited = (cli: Cli, EDITOR: string) =>
    cli.start(['asns', 'update', 'A-1', '--edit', '--yes'], { env: { EDITOR } }).ended;
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

  test('without a terminal the text is kept and its path printed; the next edit starts from the record', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const ended = await edited(cli, BREAK);
    expect(ended.code).toBe(6);
    const [file = ''] = drafts(cli);
    expect(ended.stderr).toContain(path.resolve(cli.root, file));
    const shipped = `sh -c 'sed -i s/pending/shipped/ "$1"' sh`;
    expect(await edited(cli, shipped)).toMatchObject({ code: 0 });
    expect(drafts(cli)).toEqual([file]);
  });

  test('an editor that ends with an error: what it saved is kept, and nothing where it saved nothing', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    expect(await edited(cli, 'false')).toMatchObject({ code: 2 });
    expect(drafts(cli)).toEqual([]);
    const ended = await edited(cli, `sh -c 'sed -i s/pending/shipped/ "$1"; exit 1' sh`);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('What you edited is kept') });
    expect(drafts(cli)).toHaveLength(1);
  });
});

// `asns update --edit`: no text that the user wrote is lost, however the editor or the check ends.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cli } from '../helpers/cli.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { asnOf, recorded } from './support.ts';

describe('--edit', () => {
  const drafts = (cli: Cli) => cli.files().filter((file) => file.includes('.edit.json'));
  /** A child: the editor is the one that the environment of the process names. */
  const edited = (cli: Cli, EDITOR: string) =>
    cli.start(['asns', 'update', 'A-1', '--edit', '--yes'], { env: { EDITOR } }).ended;
  const BREAK = `sh -c 'printf "{ my work" >> "$1"' sh`;

  test.skipIf(!hasPty)(
    'a text with errors is saved, offered again, and deleted when it is queued',
    async () => {
      const { cli, stored } = await recorded(asnOf('A-1'));
      const first = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: BREAK } });
      await first.type('Open it again?', 'n\r');
      expect(await first.ended).toBe(2);
      const [file = ''] = drafts(cli);
      const full = path.resolve(cli.root, file);
      expect(first.text().replace(/\s+/g, '')).toContain(`Whatyoueditediskept:${full}`);
      expect(fs.readFileSync(full, 'utf8')).toContain('{ my work');
      expect(fs.statSync(full).mode & 0o777).toBe(0o600);

      const mend = `sh -c 'sed -i -e "s/{ my work//" -e "s/pending/shipped/" "$1"' sh`;
      const second = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: mend } });
      await second.type('Go on with it?', KEY.enter);
      await second.shows('"pending" -> "shipped"');
      await second.type('Send this change', KEY.enter);
      expect(await second.ended).toBe(0);
      // Not sent, so the corrected text is still saved.
      expect(fs.readFileSync(full, 'utf8')).not.toContain('my work');

      const third = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: 'true' } });
      await third.type('Go on with it?', KEY.enter);
      await third.type('Send this change', 'y\r');
      expect(await third.ended, third.text()).toBe(0);
      expect(stored('A-1')?.status).toBe('shipped');
      expect(drafts(cli)).toEqual([]);
    },
  );

  test.skipIf(!hasPty)('a saved text that was declined is not lost when the editor is closed', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const first = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: BREAK } });
    await first.type('Open it again?', KEY.ctrlC);
    expect(await first.ended).toBe(130);
    const second = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: 'true' } });
    await second.type('Go on with it?', 'n\r');
    expect(await second.ended).toBe(0);
    expect(second.text()).not.toContain('What you edited is kept');
    expect(drafts(cli)).toHaveLength(1);
  });

  test('without a terminal the text is saved and its path printed; the next edit starts from the record', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const ended = await edited(cli, BREAK);
    expect(ended.code).toBe(6);
    const [file = ''] = drafts(cli);
    expect(ended.stderr).toContain(path.resolve(cli.root, file));
    const shipped = `sh -c 'sed -i s/pending/shipped/ "$1"' sh`;
    expect(await edited(cli, shipped)).toMatchObject({ code: 0 });
    expect(drafts(cli)).toEqual([]);
  });

  test('an editor that saves and then ends with an error loses nothing either', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const ended = await edited(cli, `sh -c 'sed -i s/pending/shipped/ "$1"; exit 1' sh`);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('What you edited is kept') });
    expect(drafts(cli)).toHaveLength(1);
  });
});

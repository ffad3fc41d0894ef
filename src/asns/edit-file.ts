// `--edit`: the ASN in the user's editor, from a private file that is gone afterwards; wrong answers may be mended there,
// and whatever was typed is handed over to be kept as soon as the editor is closed.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';

export interface Editing {
  /** What is wrong with the text, as sentences; none when it is good. */
  check(text: string): readonly string[];
  /** Shows what is wrong and asks whether to open it again; false gives up. Where nobody can be asked, it throws. */
  again(complaints: readonly string[]): Promise<boolean>;
  /** Told what the editor left behind where it changed the text, before anything is said about it. */
  keep(text: string): void;
}

/** The text as it was left. @throws Failure exit 2 when the editor fails or the person gives up */
export async function editText(
  platform: Platform,
  text: string,
  { check, again, keep }: Editing,
): Promise<string> {
  const folder = platform.files.temporaryFolder('returns-asn-');
  const file = path.join(folder, 'asn.json');
  try {
    platform.files.replace(file, text, 0o600);
    for (;;) {
      const ended = await platform.system.edit(file);
      const edited = platform.files.readText(file);
      if (edited !== text) keep(edited);
      if (!ended)
        throw usageFailure('asn.editor', 'The editor ended with an error; nothing was sent', {
          hint: 'Check VISUAL and EDITOR, or change fields with --set PATH=VALUE.',
        });
      const complaints = check(edited);
      if (complaints.length === 0) return edited.trim();
      if (!(await again(complaints)))
        throw usageFailure('asn.edit', 'The ASN was not mended; nothing was sent', {
          hint: 'Run the same command again: it goes on with the text that is kept.',
        });
    }
  } finally {
    platform.files.remove(folder);
  }
}

/** One line is nothing to edit: such a text is laid out first. */
export const laidOut = (text: string): string =>
  text.includes('\n') ? `${text}\n` : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

/** The edited text as it is sent: in one line when the recorded one was. */
export const asRecorded = (edited: string, recorded: string): string =>
  recorded.includes('\n') ? edited : JSON.stringify(JSON.parse(edited));

// `--edit`: opens the ASN in the user's editor, in a private file that is deleted afterwards. An invalid text
// can be corrected there. A changed text is saved as soon as the editor is closed.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';

export interface Editing {
  /** The problems of the text, as sentences; empty when it is valid. */
  check(text: string): readonly string[];
  /**
   * Shows the problems and asks whether to open the editor again; false gives up. Throws when prompts are not
   * possible.
   */
  again(complaints: readonly string[]): Promise<boolean>;
  /** Called with a changed text when the editor is closed, before it is checked. */
  save(text: string): void;
}

/** The edited text. @throws Failure exit 2 when the editor fails or the user gives up */
export async function editText(
  platform: Platform,
  text: string,
  { check, again, save }: Editing,
): Promise<string> {
  const folder = platform.files.temporaryFolder('returns-asn-');
  const file = path.join(folder, 'asn.json');
  try {
    platform.files.replace(file, text, 0o600);
    for (;;) {
      const ended = await platform.system.edit(file);
      const edited = platform.files.readText(file);
      if (edited !== text) save(edited);
      if (!ended)
        throw usageFailure('asn.editor', 'The editor ended with an error; nothing was sent', {
          hint: 'Check VISUAL and EDITOR, or change fields with --set PATH=VALUE.',
        });
      const complaints = check(edited);
      if (complaints.length === 0) return edited.trim();
      if (!(await again(complaints)))
        throw usageFailure('asn.edit', 'The ASN was not corrected; nothing was sent', {
          hint: 'Run the same command again: it goes on with the text that is kept.',
        });
    }
  } finally {
    platform.files.remove(folder);
  }
}

/** A text on a single line is hard to edit, so it is indented first. */
export const laidOut = (text: string): string =>
  text.includes('\n') ? `${text}\n` : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

/** The edited text as it is sent: on one line when the recorded text was. */
export const asRecorded = (edited: string, recorded: string): string =>
  recorded.includes('\n') ? edited : JSON.stringify(JSON.parse(edited));

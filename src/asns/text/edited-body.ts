// An ASN in the user's editor, checked before the editor is left: for `asns update --edit`, and for the answers of the form.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure, inputFailure, usageFailure } from '../../basics/failure.ts';
import { parseJsonInput } from '../../basics/json.ts';
import { escapeControls } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { editUntilRight } from '../../cli/edit-file.ts';
import type { AsnRecords } from '../../storage/asn-records.ts';
import { asnRecordOf } from '../recorded.ts';
import { applyEdits, type Edit } from '../update/edits.ts';
import { checkSameNumber, type NewBody, type PlanParts, refusalsOf } from '../update/plan-update.ts';
import type { AsnToUpdate } from '../update/update-rows.ts';

/** Writes an ASN to a file that `asns create` and `asns update` accept. @returns the file */
export function keepDraft(
  { platform: { files }, folders }: Pick<Context, 'platform' | 'folders'>,
  name: string,
  text: string,
): string {
  const file = path.join(folders.state, 'drafts', `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.json`);
  files.makeFolder(path.dirname(file));
  files.replace(file, text);
  return file;
}

export const draftText = (asn: unknown): string => `${JSON.stringify(asn, null, 2)}\n`;

/**
 * `onSaved` gets the file with the edited text, when it was changed. @throws Failure exit 2 when the editor fails or the user gives up,
 * 6 when nobody can be asked
 */
export async function editedAsn(
  context: Context,
  number: string,
  asn: unknown,
  check: (asn: unknown) => ReturnType<typeof refusalsOf>,
  onSaved: (file: string) => void,
): Promise<unknown> {
  const { files, random } = context.platform;
  const text = draftText(asn);
  const file = keepDraft(context, `${number.slice(0, 70)}-${random.hex(4)}`, text);
  let edited: unknown;
  try {
    await editUntilRight(context, file, 'the ASN', () => {
      edited = parseJsonInput(files.readText(file), { file });
      const complaints = check(edited).map(({ field, message }) => `${field ? `${field}: ` : ''}${message}`);
      if (complaints.length > 0)
        throw inputFailure('asn.edit', complaints.slice(0, 10).join(' '), {
          place: { file },
          hint: 'Correct the text that is kept, and send it as a file; nothing was sent.',
        });
    });
    return edited;
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.input || !context.globals.mayAsk) throw error;
    throw usageFailure('asn.edit', 'The ASN was not corrected; nothing was sent', {
      hint: 'Correct the text that is kept, and send it as a file.',
    });
  } finally {
    if (files.readText(file) === text) files.remove(file);
    else onSaved(file);
  }
}

export interface Editing {
  readonly subject: AsnToUpdate;
  readonly edits: readonly Edit[];
  readonly records: AsnRecords;
  readonly parts: PlanParts;
  onSaved(file: string): void;
}

/** The recorded body with the edits, then edited by the user. @throws as `editedAsn` */
export async function editedBody(context: Context, editing: Editing): Promise<NewBody> {
  const { subject, edits, records, parts, onSaved } = editing;
  const { last, number, program } = asnRecordOf(records, subject.number, subject.program);
  const key = { number, program };
  const check = (asn: unknown) => {
    checkSameNumber(asn, key);
    return refusalsOf(parts.checks(asn, parts.versionOf(asn), key));
  };
  const asn = await editedAsn(context, number, applyEdits(last.body, edits), check, onSaved);
  return { kind: 'whole', asn, key };
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} FILE`;

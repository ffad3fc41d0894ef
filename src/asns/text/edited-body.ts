// `asns update --edit`: the recorded ASN, edited by the user and checked before the editor is left.
import path from 'node:path';
import { Failure, inputFailure, usageFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { escapeControls } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import type { AsnKey, AsnRecords } from '../../storage/asn-records.ts';
import { asnRecordOf } from '../recorded.ts';
import { applyEdits, type Edit } from '../update/edits.ts';
import { checkSameNumber, type NewBody, type PlanParts, refusalsOf } from '../update/plan-update.ts';
import type { AsnToUpdate } from '../update/update-rows.ts';

export interface Editing {
  readonly subject: AsnToUpdate;
  readonly edits: readonly Edit[];
  readonly records: AsnRecords;
  readonly parts: PlanParts;
  /** Receives the file with the edited text, when it was changed. */
  onSaved(file: string): void;
}

/** The recorded body with the edits, then edited by the user. @throws Failure exit 2 when the editor fails or the user gives up */
export async function editedBody(context: Context, editing: Editing): Promise<NewBody> {
  const { subject, edits, records, parts, onSaved } = editing;
  const { last, number, program } = asnRecordOf(records, subject.number, subject.program);
  const key = { number, program };
  const { files, system, random } = context.platform;
  const text = `${JSON.stringify(applyEdits(last.body, edits), null, 2)}\n`;
  const name = `${number.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${random.hex(4)}.json`;
  const file = path.join(context.folders.state, 'drafts', name);
  let isKept = false;
  files.makeFolder(path.dirname(file));
  files.replace(file, text, 0o600);
  try {
    for (;;) {
      const ended = await system.edit(file);
      const edited = files.readText(file);
      isKept ||= edited !== text;
      if (isKept) onSaved(file);
      if (!ended)
        throw usageFailure('asn.editor', 'The editor ended with an error; nothing was sent', {
          hint: 'Check VISUAL and EDITOR, or change fields with --set PATH=VALUE.',
        });
      const complaints = complaintsOf(edited, key, parts);
      if (complaints.length === 0) return { kind: 'whole', asn: JSON.parse(edited) as unknown, key };
      if (!(await openAgain(context, complaints)))
        throw usageFailure('asn.edit', 'The ASN was not corrected; nothing was sent', {
          hint: 'Correct the text that is kept, and send it as a file.',
        });
    }
  } finally {
    if (!isKept) files.remove(file);
  }
}

/** Shows what is wrong and asks whether to open the editor again. @throws Failure exit 6 when prompts are not possible */
async function openAgain({ platform, globals, show }: Context, complaints: readonly string[]) {
  const width = platform.terminal.columns();
  show.warn('the ASN cannot be sent like this');
  for (const complaint of complaints.slice(0, 10))
    show.note(textBlock('  - ', clean(complaint), width).join('\n'));
  if (complaints.length > 10) show.note(`  and ${complaints.length - 10} more`);
  if (!globals.mayAsk)
    throw inputFailure('asn.edit', `The edited ASN cannot be sent: ${complaints[0]}`, {
      hint: 'Correct what the editor writes; nothing was sent.',
    });
  return await makeAsk(platform).confirm('Open it again?', true);
}

/** The problems of the text, as sentences; none when it is valid. */
function complaintsOf(text: string, key: AsnKey, parts: PlanParts): string[] {
  const { fault } = parseJsonStrictly(text);
  if (fault) {
    const { line, column } = lineAndColumn(text, fault.offset);
    return [`line ${line}, column ${column}: ${fault.message}`];
  }
  const asn = JSON.parse(text) as unknown;
  try {
    checkSameNumber(asn, key);
  } catch (error) {
    if (error instanceof Failure) return [error.message];
    throw error;
  }
  return refusalsOf(parts.checks(asn, parts.versionOf(asn), key)).map(
    ({ field, message }) => `${field ? `${field}: ` : ''}${message}`,
  );
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} FILE`;

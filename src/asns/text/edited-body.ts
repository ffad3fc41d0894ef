// `asns update --edit`: the recorded ASN, edited by the user and checked before the editor is left.
import path from 'node:path';
import { Failure, inputFailure, usageFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { escapeControls } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { wrap } from '../../cli/layout.ts';
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
  /** The key of the target. */
  readonly target: string;
  readonly records: AsnRecords;
  readonly parts: PlanParts;
  /** Receives the file that the edited text is kept in. */
  onSaved(file: string): void;
}

/** The recorded body with the edits, then edited by the user. @throws Failure exit 2 when the editor fails or the user gives up */
export async function editedBody(context: Context, editing: Editing): Promise<NewBody> {
  const { subject, edits, target, records, parts, onSaved } = editing;
  const { last, number, program } = asnRecordOf(records, subject.number, subject.program);
  const key = { number, program };
  const saved = savedEdit(context, target, key);
  const { files, system } = context.platform;
  const text = await startingText(context, editing, saved, laidOut(applyEdits(last.body, edits)));
  const folder = files.temporaryFolder('returns-asn-');
  const file = path.join(folder, 'asn.json');
  try {
    files.replace(file, text, 0o600);
    for (;;) {
      const ended = await system.edit(file);
      const edited = files.readText(file);
      if (edited !== text) {
        files.makeFolder(path.dirname(saved));
        files.replace(saved, edited, 0o600);
        onSaved(saved);
      }
      if (!ended)
        throw usageFailure('asn.editor', 'The editor ended with an error; nothing was sent', {
          hint: 'Check VISUAL and EDITOR, or change fields with --set PATH=VALUE.',
        });
      const complaints = complaintsOf(edited, key, parts);
      if (complaints.length === 0) return { kind: 'whole', text: asRecorded(edited.trim(), last.body), key };
      if (!(await openAgain(context, complaints)))
        throw usageFailure('asn.edit', 'The ASN was not corrected; nothing was sent', {
          hint: 'Run the same command again: it goes on with the text that is kept.',
        });
    }
  } finally {
    files.remove(folder);
  }
}

/** Offers the text of an earlier edit again. When prompts are not possible, the recorded text is used. */
async function startingText(
  { platform, globals, show }: Context,
  { edits, onSaved }: Editing,
  saved: string,
  recorded: string,
): Promise<string> {
  const before = platform.files.stat(saved)?.kind === 'file' ? platform.files.readText(saved) : undefined;
  if (before === undefined || before === recorded || !globals.mayAsk) return recorded;
  show.always(`An earlier edit of this ASN was not queued; its text is kept:\n  ${escapeControls(saved)}`);
  const whole = edits.length > 0 ? 'Go on with it (without the flags)?' : 'Go on with it?';
  if (!(await makeAsk(platform).confirm(whole, true))) return recorded;
  onSaved(saved);
  return before;
}

/** Shows what is wrong and asks whether to open the editor again. @throws Failure exit 6 when prompts are not possible */
async function openAgain({ platform, globals, show }: Context, complaints: readonly string[]) {
  const width = platform.terminal.columns() - 4;
  show.warn('the ASN cannot be sent like this');
  for (const complaint of complaints.slice(0, 10))
    show.note(
      wrap(clean(complaint), width)
        .map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`)
        .join('\n'),
    );
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

/** A text on a single line is hard to edit, so it is indented first. */
const laidOut = (text: string): string =>
  text.includes('\n') ? `${text}\n` : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

/** The edited text as it is sent: on one line when the recorded text was. */
const asRecorded = (edited: string, recorded: string): string =>
  recorded.includes('\n') ? edited : JSON.stringify(JSON.parse(edited));

/**
 * One file per ASN of a target. The name contains a digest, because different numbers can give the same file
 * name.
 */
function savedEdit({ platform, folders }: Context, target: string, key: AsnKey): string {
  const digest = platform.crypto.sha256(JSON.stringify([target, key.program, key.number])).slice(0, 8);
  const name = key.number.replace(/[^\w.-]+/g, '-').slice(0, 80);
  return path.join(folders.state, 'drafts', `${name}-${digest}.edit.json`);
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} --edit`;

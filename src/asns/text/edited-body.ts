// `asns update --edit`: the recorded ASN, edited by the user and checked before the editor is left.
import { Failure, inputFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import type { Context } from '../../cli/command.ts';
import { wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { asRecorded, editText, laidOut } from '../edit-file.ts';
import { applyEdits, type Edit } from '../edits.ts';
import { asnRecordOf, checkSameNumber, type NewBody, refusalsOf } from '../plan-update.ts';
import { offeredText, type SavedEdit, savedEdit } from '../saved-edit.ts';
import type { UpdateRun } from '../update-asns.ts';
import type { AsnToUpdate } from '../update-rows.ts';

/**
 * The recorded body with the edits, then edited by the user. `onSaved` receives the file that the edited text
 * is saved in.
 */
export function editedBody(
  { platform, folders, globals, show }: Context,
  subject: AsnToUpdate,
  edits: readonly Edit[],
  target: string,
  onSaved: (saved: SavedEdit) => void,
) {
  return async (...[records, parts]: Parameters<UpdateRun['body']>): Promise<NewBody> => {
    const { last, number, program } = asnRecordOf(records, subject.number, subject.program);
    const key = { number, program };
    const saved = savedEdit(platform, folders, target, key);
    const shown = await startingText(saved, laidOut(applyEdits(last.body, edits)));
    const text = await editText(platform, shown, {
      save(edited) {
        saved.save(edited);
        onSaved(saved);
      },
      check: (edited) => {
        const wrong = syntaxOf(edited) ?? identityOf(edited, key);
        if (wrong) return [wrong.message];
        const asn = JSON.parse(edited) as unknown;
        const wrongs = refusalsOf(parts.checks(asn, parts.versionOf(asn), key));
        return wrongs.map(({ field, message }) => `${field ? `${field}: ` : ''}${message}`);
      },
      async again(complaints) {
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
      },
    });
    return { kind: 'whole', text: asRecorded(text, last.body), key };
  };

  /** Offers the text of an earlier edit again. When prompts are not possible, the recorded text is used. */
  async function startingText(saved: SavedEdit, recorded: string): Promise<string> {
    const before = saved.read();
    if (before === undefined || before === recorded || !globals.mayAsk) return recorded;
    show.always(offeredText(saved.file));
    const whole = edits.length > 0 ? 'Go on with it (without the flags)?' : 'Go on with it?';
    if (!(await makeAsk(platform).confirm(whole, true))) return recorded;
    onSaved(saved);
    return before;
  }
}

function syntaxOf(text: string): { message: string } | undefined {
  const { fault } = parseJsonStrictly(text);
  if (!fault) return undefined;
  const { line, column } = lineAndColumn(text, fault.offset);
  return { message: `line ${line}, column ${column}: ${fault.message}` };
}

function identityOf(text: string, key: { number: string; program: string }): Failure | undefined {
  try {
    checkSameNumber(JSON.parse(text), key);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

// `asns update --edit`: the recorded ASN, edited by the user and checked before the editor is left.
import path from 'node:path';
import { Failure, inputFailure, usageFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { escapeControls } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AsnKey } from '../../storage/asn-records.ts';
import type { Folders } from '../../storage/folders.ts';
import { applyEdits, type Edit } from '../edits.ts';
import { asnRecordOf, checkSameNumber, type NewBody, refusalsOf } from '../plan-update.ts';
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

interface Editing {
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
async function editText(platform: Platform, text: string, { check, again, save }: Editing): Promise<string> {
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
const laidOut = (text: string): string =>
  text.includes('\n') ? `${text}\n` : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

/** The edited text as it is sent: on one line when the recorded text was. */
const asRecorded = (edited: string, recorded: string): string =>
  recorded.includes('\n') ? edited : JSON.stringify(JSON.parse(edited));

export interface SavedEdit {
  readonly file: string;
  /** Undefined when there is no file. */
  read(): string | undefined;
  save(text: string): void;
  forget(): void;
  /** Whether there is a text to continue with. */
  readonly isThere: boolean;
}

/**
 * One file per ASN of a target. The name contains a digest, because different numbers can give the same file
 * name.
 */
function savedEdit(platform: Platform, folders: Folders, target: string, key: AsnKey): SavedEdit {
  const digest = platform.crypto.sha256(JSON.stringify([target, key.program, key.number])).slice(0, 8);
  const name = key.number.replace(/[^\w.-]+/g, '-').slice(0, 80);
  const file = path.join(folders.state, 'drafts', `${name}-${digest}.edit.json`);
  const isThere = () => platform.files.stat(file)?.kind === 'file';
  return {
    file,
    read: () => (isThere() ? platform.files.readText(file) : undefined),
    save(text) {
      platform.files.makeFolder(path.dirname(file));
      platform.files.replace(file, text, 0o600);
    },
    forget() {
      if (isThere()) platform.files.remove(file);
    },
    get isThere() {
      return isThere();
    },
  };
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} --edit`;

/** Tells the user about an earlier edit when the ASN is edited again. */
const offeredText = (file: string): string =>
  `An earlier edit of this ASN was not queued; its text is kept:\n  ${escapeControls(file)}`;

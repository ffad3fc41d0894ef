// An ASN on a terminal: the guided form of `asns create`, which shows and saves it, and the editor of `asns update --edit`.
import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { Failure, inputFailure, usageFailure } from '../../basics/failure.ts';
import { parseJsonInput } from '../../basics/json.ts';
import { escapeControls, shellWord } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { editUntilRight, makeAsk } from '../../cli/prompts.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { validateAsn } from '../../contract/validate-asn.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AsnRecords } from '../../storage/asn-records.ts';
import { findingsAgainst, keyOf } from '../check-asn.ts';
import { AsnForm, type Draft, type FormContext } from '../form/asn-form.ts';
import { asnRecordOf, withRecords } from '../recorded.ts';
import { applyEdits, type Edit } from '../update/edits.ts';
import {
  type AsnToUpdate,
  checkSameNumber,
  type NewBody,
  type PlanParts,
  refusalsOf,
} from '../update/plan-update.ts';
import { bodyLines } from './update-text.ts';

/** @throws Failure exit 2 when prompts are not possible */
export function checkCanAsk({ globals }: Context): void {
  if (globals.mayAsk) return;
  throw usageFailure('usage.missing', 'Which ASNs are to be created? The form needs a terminal', {
    expected: 'FILE, or - for standard input',
    hint: 'Name a file with one or many ASNs (returns asns template prints one), or run the command on a terminal to be asked.',
  });
}

/**
 * `send`: false when the ASN was saved or discarded; `saved`: where it was saved.
 * @throws Failure exit 2 when the input ends, exit 130 on Ctrl-C; nothing was sent
 */
export async function askForAsn(context: Context, targetKey: string, levels: Levels | undefined) {
  const { platform, show } = context;
  const ask = makeAsk(platform);
  show.note(show.errPaint.dim('One ASN, question by question. Ctrl-C leaves without sending anything.'));
  const asn = await new AsnForm(ask, knownFrom(context, targetKey, levels)).fill();
  show.note([show.errPaint.bold(`ASN ${clean(numberOf(asn))}`), ...bodyLines(asn)].join('\n'));
  const what = await ask.choose('What now?', [
    { value: 'send', text: 'send it' },
    { value: 'save', text: 'save it as JSON, to complete it there; send nothing' },
    { value: 'leave', text: 'forget it' },
  ]);
  return { asn, send: what === 'send', saved: what === 'save' ? saveAnswers(context, asn) : null };
}

/** Gives the answers as standard input, so that they are processed like a file. */
export function answersAsInput(platform: Platform, asn: Draft): Platform {
  const text = JSON.stringify(asn);
  const stdin = async function* () {
    yield Buffer.from(text);
  };
  return {
    ...platform,
    terminal: Object.create(platform.terminal, { stdin: { value: stdin } }) as Platform['terminal'],
  };
}

/** Saves answers that were not queued to a file that the same command accepts, so that they are not lost. */
export function saveAnswers(context: Context, asn: Draft): string {
  const file = keepDraft(context, numberOf(asn), draftText(asn));
  context.show.note(`It was not queued. What you entered is kept: returns asns create ${shellWord(file)}`);
  return file;
}

const numberOf = (asn: Draft): string => String(asn['asn_number']);

function knownFrom(context: Context, targetKey: string, levels: Levels | undefined): FormContext {
  const look = <T>(at: (records: AsnRecords) => T) => withRecords(context, targetKey, at);
  const latest = look((records) => [...records.list()].sort((a, b) => b.last.at - a.last.at)[0]);
  return {
    last: latest && JSON.parse(latest.last.body),
    // The records are read anew for each question: nothing is open while the user answers.
    checks: (raw) => [
      ...validateAsn(raw, 2, { levels }),
      ...applyLevels(look((records) => findingsAgainst(records, keyOf(raw) ?? NO_KEY, raw)) ?? [], levels),
    ],
  };
}

/** The key of an ASN without a number: it matches no recorded ASN. */
const NO_KEY = { program: '', number: '' };

// An ASN in the user's editor, checked before the editor is left: for `asns update --edit`.

/** Writes an ASN to a file that `asns create` and `asns update` accept. @returns the file */
function keepDraft(
  { platform: { files }, folders }: Pick<Context, 'platform' | 'folders'>,
  name: string,
  text: string,
): string {
  const file = path.join(folders.state, 'drafts', `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.json`);
  files.makeFolder(path.dirname(file));
  files.replace(file, text);
  return file;
}

const draftText = (asn: unknown): string => `${JSON.stringify(asn, null, 2)}\n`;

interface Editing {
  readonly subject: AsnToUpdate;
  readonly edits: readonly Edit[];
  readonly records: AsnRecords;
  readonly parts: PlanParts;
  /** Gets the file with the edited text, when it was changed. */
  onSaved(file: string): void;
}

/**
 * The recorded body with the edits, then edited by the user. @throws Failure exit 2 when the editor fails or the user gives up,
 * 6 with --yes, which asks nothing
 */
export async function editedBody(context: Context, editing: Editing): Promise<NewBody> {
  const { subject, edits, records, parts, onSaved } = editing;
  const { files, random } = context.platform;
  const { last, number, program } = asnRecordOf(records, subject.number, subject.program);
  const key = { number, program };
  const text = draftText(applyEdits(last.body, edits));
  const file = keepDraft(context, `${number.slice(0, 70)}-${random.hex(4)}`, text);
  let asn: unknown;
  try {
    await editUntilRight(context, file, 'the ASN', () => {
      asn = parseJsonInput(files.readText(file), { file });
      checkSameNumber(asn, key);
      const complaints = refusalsOf(parts.checks(asn, parts.versionOf(asn), key));
      if (complaints.length === 0) return;
      const texts = complaints.map(({ field, message }) => `${field ? `${field}: ` : ''}${message}`);
      throw inputFailure('asn.edit', texts.slice(0, 10).join(' '), {
        place: { file },
        hint: 'Correct the text that is kept, and send it as a file; nothing was sent.',
      });
    });
    return { kind: 'whole', asn, key };
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.input || context.globals.yes) throw error;
    throw usageFailure('asn.edit', 'The ASN was not corrected; nothing was sent', {
      hint: 'Correct the text that is kept, and send it as a file.',
    });
  } finally {
    if (files.readText(file) === text) files.remove(file);
    else onSaved(file);
  }
}

/**
 * Tells the user where the edited text is when it was not queued. The path has its own line, so that it can
 * be copied.
 */
export const savedText = (file: string, number: string): string =>
  `It was not queued. What you edited is kept:\n  ${escapeControls(file)}\nTo go on with it: returns asns update ${number} FILE`;

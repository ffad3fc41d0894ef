// The guided form of `asns create`: asks for an ASN on a terminal, shows it, and saves it on request.
import { usageFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { validateAsn } from '../../contract/validate-asn.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AsnRecords } from '../../storage/asn-records.ts';
import { findingsAgainst } from '../check-asn.ts';
import { AsnForm, type Draft, type FormContext } from '../form/asn-form.ts';
import { keyOf } from '../input/input-index.ts';
import { withRecords } from '../recorded.ts';
import { refusalsOf } from '../update/plan-update.ts';
import { draftText, editedAsn, keepDraft } from './edited-body.ts';
import { bodyLines } from './recorded-text.ts';

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
  const known = knownFrom(context, targetKey, levels);
  let asn = await new AsnForm(ask, known).fill();
  for (;;) {
    show.note([show.errPaint.bold(`ASN ${clean(numberOf(asn))}`), ...bodyLines(asn)].join('\n'));
    const what = await ask.choose('What now?', [
      { value: 'send', text: 'send it' },
      { value: 'save', text: 'save it as JSON, send nothing' },
      { value: 'edit', text: 'correct it in an editor' },
      { value: 'leave', text: 'forget it' },
    ]);
    if (what === 'save') return { asn, send: false, saved: saveAnswers(context, asn) };
    if (what !== 'edit') return { asn, send: what === 'send', saved: null };
    const check = (edited: unknown) => refusalsOf(known.checks(edited));
    let file: string | undefined;
    const onSaved = (kept: string) => {
      file = kept;
    };
    try {
      asn = (await editedAsn(context, numberOf(asn), asn, check, onSaved)) as Draft;
    } catch (error) {
      saveAnswers(context, asn);
      throw error;
    }
    if (file) platform.files.remove(file);
  }
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

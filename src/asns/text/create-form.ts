// The guided form of `asns create`: asks for an ASN on a terminal, shows it, and saves it on request.
import path from 'node:path';
import { usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { Context } from '../../cli/command.ts';
import type { Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { type Ask, makeAsk } from '../../cli/prompts.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import { unitPlacesOf } from '../../contract/asn-units.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { validateAsn } from '../../contract/validate-asn.ts';
import type { Platform } from '../../platform/platform.ts';
import { asnSize } from '../asn-size.ts';
import { unitsElsewhere } from '../check-asn.ts';
import { asnForm, type Filled } from '../form/asn-form.ts';
import type { Draft, Form, FormContext, Question } from '../form/form-draft.ts';
import { keyOf } from '../input/input-index.ts';
import { withRecords } from '../recorded.ts';
import { howText } from './recorded-text.ts';

export interface AskedAsn {
  readonly asn: Draft;
  /** False when the ASN was saved or discarded. */
  readonly send: boolean;
  /** Path where it was saved, as the user typed it. */
  readonly saved: string | undefined;
}

/** @throws Failure exit 2 when prompts are not possible */
export function checkCanAsk({ globals }: Context): void {
  if (globals.mayAsk) return;
  throw usageFailure('usage.missing', 'Which ASNs are to be created? The form needs a terminal', {
    expected: 'FILE, or - for standard input',
    hint: 'Name a file with one or many ASNs (returns asns template prints one), or run the command on a terminal to be asked.',
  });
}

/** @throws Failure exit 2 when the input ends, exit 130 on Ctrl-C; nothing was sent */
export async function askForAsn(
  context: Context,
  targetKey: string,
  levels: Levels | undefined,
): Promise<AskedAsn> {
  const { platform, show } = context;
  const ask = makeAsk(platform);
  show.note(show.errPaint.dim('One ASN, question by question. Ctrl-C leaves without sending anything.'));
  const known = knownFrom(context, targetKey, levels);
  let answered = await askForm(asnForm(known), ask);
  let what = await askWhatNow(context, ask, answered.value);
  while (what === 'correct') {
    answered = await askForm(asnForm(known), ask, answered.given);
    what = await askWhatNow(context, ask, answered.value);
  }
  const { asn } = answered.value;
  if (what === 'leave' || what === 'send') return { asn, send: what === 'send', saved: undefined };
  const saved = await ask.text('File', {
    initial: nameOf(asn),
    check: (name) =>
      name === ''
        ? 'Name a file.'
        : platform.files.stat(path.resolve(platform.cwd, name))
          ? `${name} is there already; choose another name.`
          : undefined,
  });
  platform.files.replace(path.resolve(platform.cwd, saved), textOf(asn), 0o644);
  show.note(`Saved as ${quote(saved)}.`);
  return { asn, send: what === 'both', saved };
}

/** Shows every answer, and asks what to do with them. */
async function askWhatNow({ platform, show }: Context, ask: Ask, filled: Filled) {
  show.note(answersText(filled, show.errPaint, platform.terminal.columns()));
  return await ask.choose('What now?', [
    { value: 'send', text: 'send it' },
    { value: 'both', text: 'save it as JSON and send it' },
    { value: 'save', text: 'save it as JSON, send nothing' },
    { value: 'correct', text: 'go through the answers again' },
    { value: 'leave', text: 'forget it' },
  ]);
}

/** Answers with the keys of their questions, in the order of the form. */
type Answers = (readonly [key: string, answer: string])[];

/** Displays the questions of a form one by one and sends the answers back to it. `before`: earlier answers, which are the defaults. */
export async function askForm<T>(form: Form<T>, ask: Ask, before: Answers = []) {
  const left = [...before];
  const given: Answers = [];
  let step = form.next();
  while (!step.done) {
    const { key } = step.value;
    const at = left.findIndex(([of]) => of === key);
    const known = at < 0 ? undefined : left.splice(at, 1)[0]?.[1];
    const answer = await answerTo(step.value, ask, known);
    given.push([key, answer]);
    step = form.next(answer);
  }
  return { value: step.value, given };
}

/** Removes a value: an empty answer is the default. */
const NONE = '-';

/** `before`: the answer that was given before. */
async function answerTo(question: Question, ask: Ask, before: string | undefined): Promise<string> {
  const { message, kind } = question;
  if (kind === 'confirm') return (await ask.confirm(message, before === 'yes')) ? 'yes' : 'no';
  if (kind === 'choose') {
    const isOffered = question.choices.some(({ value }) => value === before);
    return await ask.choose(message, question.choices, isOffered ? before : undefined);
  }
  const initial = before || question.initial;
  const clear = before && question.optional ? NONE : undefined;
  const hint = clear ? ` (${clear} for none)` : question.optional ? ' (empty for none)' : '';
  const answer = await ask.text(`${message}${hint}:`, {
    check: (text) => (text === clear ? undefined : question.check(text)),
    ...(initial && { initial }),
  });
  return answer === clear ? '' : answer;
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
export function saveAnswers({ platform, folders, show }: Context, asn: Draft): void {
  const file = path.join(folders.state, 'drafts', nameOf(asn));
  platform.files.makeFolder(path.dirname(file));
  platform.files.replace(file, textOf(asn));
  show.note(`It was not queued. What you entered is kept: returns asns create ${shellWord(file)}`);
}

const nameOf = (asn: Draft): string => `${String(asn['asn_number']).replace(/[^\w.-]+/g, '-')}.json`;
const textOf = (asn: Draft): string => `${JSON.stringify(asn, null, 2)}\n`;

/** Reads everything in advance, so that no lock and no store is open while the user answers. */
function knownFrom(context: Context, targetKey: string, levels: Levels | undefined): FormContext {
  const records = withRecords(context, targetKey, (them) => [...them.list()]) ?? [];
  const all = records.sort((a, b) => b.last.at - a.last.at);
  const latest = all[0] && (JSON.parse(all[0].last.body) as unknown);
  const now = context.platform.clock.now();
  const owners = new Map(
    all.flatMap(({ program, number, last }) =>
      unitPlacesOf(JSON.parse(last.body)).map(({ bare }) => [bare, { program, number }] as const),
    ),
  );
  return {
    programs: [...new Set(all.map(({ program }) => program))].slice(0, 20),
    from: isObject(latest) ? latest['from'] : undefined,
    to: isObject(latest) ? latest['to'] : undefined,
    recorded(program, number) {
      const found = all.find((record) => record.program === program && record.number === number);
      return (
        found &&
        `${number} is recorded already: ${found.last.status}, ${howText(found.last, now)}. To change it: returns asns update ${number}`
      );
    },
    checks: (asn) => [
      ...validateAsn(asn, 2, { levels }),
      ...applyLevels(
        unitsElsewhere({ ownerOf: (unit) => owners.get(unit) }, keyOf(asn) ?? NO_KEY, asn),
        levels,
      ),
    ],
    sentence: describeAsnFinding,
  };
}

/** The key of an ASN without a number: it matches no recorded ASN. */
const NO_KEY = { program: '', number: '' };

/** Width of a label before its value. */
const LABEL_WIDTH = 38;

function answersText({ asn, answers }: Filled, paint: Paint, columns: number): string {
  const text = (name: string) => clean(String(asn[name] ?? ''));
  const size = asnSize(asn);
  const title = `ASN ${text('asn_number')}, program ${text('program_identifier')}, ${text('status')}`;
  const contents = `${plural(size.cartons, 'carton')}, ${plural(size.details, 'line')}, ${plural(size.items, 'item')}`;
  const labels = answers.map(({ label }) => short(clean(label), LABEL_WIDTH));
  const widest = Math.max(...labels.map((label) => label.length));
  const rows = answers.map((answer, i) => {
    const value = clean(answer.value);
    const start = `  ${labels[i]!.padEnd(widest)}  `;
    return `${start}${value === '' ? paint.dim('(none)') : short(value, Math.max(20, columns - start.length))}`;
  });
  return [paint.bold(title), `  ${paint.dim(contents)}`, ...rows].join('\n');
}

const short = (text: string, space: number) =>
  text.length > space ? `${text.slice(0, space - 3)}...` : text;

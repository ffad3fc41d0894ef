// Asks a person on the terminal: the open questions one by one, each with a way back, and any field or answer by its number or name.
import path from 'node:path';
import { meantText, quote, shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { Context } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { complaint, FIELDS, REFUNDS_APART } from '../map/ask/answers.ts';
import { lookText } from '../map/ask/asking.ts';
import { isConfirmation, NO } from '../map/ask/audit-questions.ts';
import { BACK, LATER, type Person } from '../map/ask/dialogue.ts';
import type { MapResult } from '../map/propose.ts';
import type { Answer, Answers, AskedQuestion } from '../map/types.ts';
import { columnsNamed, TAX_WORDS } from '../map/write/edits.ts';
import { judgeText, numbered, proposalText } from './map-text.ts';

/** What stands for the way back: a choice in a list, a sign where text is typed. */
const BACK_CHOICE = { value: ' back', text: '(back to the question before)', short: 'back' } as const;
const BACK_SIGN = '<';

/** `file`: the export. */
export const personOf = (context: Context, file: string): Person => new TerminalPerson(context, file);

type Choices = Parameters<ReturnType<typeof makeAsk>['choose']>[1];
type Chosen = string | typeof BACK;

class TerminalPerson implements Person {
  private readonly ask;

  constructor(
    private readonly context: Context,
    private readonly file: string,
  ) {
    this.ask = makeAsk(context.platform);
  }

  show(result: MapResult): void {
    const { show, platform } = this.context;
    const [paint, columns] = [show.errPaint, platform.terminal.columns()];
    show.always(proposalText(result, paint, columns));
    const judged = judgeText(result, paint, columns);
    if (judged !== '') show.always(`\n${judged}`);
  }

  tell(text: string): void {
    this.ask.tell(text);
  }

  async answer(question: AskedQuestion, canGoBack: boolean): ReturnType<Person['answer']> {
    const { text, choices, words, proposed, orders, id, answer: before } = question;
    const matter = `${text} [${plural(orders, 'order')}]`;
    const more = canGoBack ? [BACK_CHOICE] : [];
    if (words) return this.meanings(question, matter, more);
    if (choices.length === 0) return this.typed(question, matter, canGoBack);
    const first = typeof before === 'string' ? before : proposed;
    const nothing = first === null ? [NOTHING_LIKELY] : [];
    const own = id === 'amounts' ? [OWN_EQUATION] : [];
    const listedAll = [...nothing, ...listed(choices), ...own, ...more];
    const chosen = await this.choose(matter, listedAll, first ?? undefined);
    if (chosen === OWN_EQUATION.value)
      return this.ask.text('The equation, such as Price x Quantity + Shipping - Discount = Total:', {
        check: (given) => complaint(question, given) && 'Give columns with x, +, - and = between them.',
      });
    if (chosen === NO && isConfirmation(id)) return LATER;
    if (chosen !== 'placeholder:') return chosen;
    const domain = await this.ask.text('A domain of yours, where no mail goes astray:', {
      check: (given) =>
        complaint(question, `placeholder:${given}`) && 'Give a domain of yours, such as example.com.',
    });
    return `placeholder:${domain}`;
  }

  async change(result: MapResult): ReturnType<Person['change']> {
    const prompt = 'Enter writes the mapping. A number or a field (or field=column) changes it:';
    const given = await this.ask.text(prompt, {
      check: (text) => (text === '' ? undefined : wrongChange(result, text)),
    });
    if (given === '') return undefined;
    const [what, ...column] = given.split('=');
    const { field, question } = namedBy(result, what!.trim());
    if (question) {
      const changed = await this.answer(question, true);
      return typeof changed === 'symbol' ? BACK : { id: question.id, answer: changed };
    }
    const answered = column.length > 0 ? column.join('=').trim() : await this.columnFor(result, field!);
    return typeof answered === 'symbol' ? BACK : { id: idOf(result, field!), answer: answered };
  }

  keep(answers: Answers): string {
    const { platform, folders } = this.context;
    const folder = path.join(folders.state, 'answers');
    const kept = path.join(folder, `${path.basename(this.file)}.json`);
    platform.files.makeFolder(folder);
    platform.files.replace(kept, `${JSON.stringify(answers, null, 2)}\n`);
    return `Your answers are kept. Go on with the same command and --answers ${shellWord(kept)}`;
  }

  private async typed(question: AskedQuestion, matter: string, canGoBack: boolean) {
    const { proposed, id, answer: before } = question;
    const initial =
      (typeof before === 'string' ? before : proposed) ??
      (id === 'timezone' ? this.context.platform.env['TZ'] : undefined);
    const isBack = (given: string) => canGoBack && given === BACK_SIGN;
    const given = await this.ask.text(canGoBack ? `${matter} (${BACK_SIGN} goes back)` : matter, {
      ...(initial === undefined || complaint(question, initial) !== undefined ? {} : { initial }),
      check: (given) => (isBack(given) ? undefined : complaint(question, given)),
    });
    return isBack(given) ? BACK : given;
  }

  /** Each word of a status in its turn; back goes to the word before. */
  private async meanings(
    { words, choices, answer: before }: AskedQuestion,
    matter: string,
    more: Choices,
  ): Promise<Answer | typeof BACK> {
    this.ask.tell(matter);
    const meant: Record<string, string> = typeof before === 'object' ? { ...before } : {};
    const alike = alikeIn(words!);
    for (let i = 0; i < alike.length; ) {
      const { names, orders, proposed } = alike[i]!;
      const first = meant[names[0]!] ?? proposed;
      const back = i > 0 ? [BACK_CHOICE] : more;
      const chosen = await this.choose(
        `  ${names.join(' / ')} (${plural(orders, 'order')})`,
        [...listed(choices), ...back],
        first,
      );
      const isBack = typeof chosen === 'symbol';
      if (!isBack) for (const name of names) meant[name] = chosen;
      else if (i === 0) return BACK;
      i += isBack ? -1 : 1;
    }
    return meant;
  }

  private async columnFor({ fields, table, looks }: MapResult, field: string): Promise<Chosen> {
    const before = fields.find((one) => one.field === field)?.column;
    const columns = table.names.filter((name) => name !== '');
    const choices = columns.map((name) => {
      const look = looks.get(name);
      return { value: name, text: look ? `${name}  ${lookText(look)}` : name, short: name };
    });
    const others = [
      { value: CONSTANT, text: '(the same for all orders)' },
      { value: 'none', text: '(none of them)' },
      BACK_CHOICE,
    ];
    const first = columns.find((name) => name === before);
    const chosen = await this.choose(`Which column is ${field}?`, [...choices, ...others], first);
    if (chosen !== CONSTANT) return chosen;
    return `=${await this.ask.text(`${field} of all orders (an amount with its decimals, such as 4.90):`)}`;
  }

  private async choose(question: string, choices: Choices, initial?: string): Promise<Chosen> {
    for (;;) {
      const chosen = await this.ask.choose(question, choices, initial);
      if (chosen === BACK_CHOICE.value) return BACK;
      if (chosen !== NOTHING_LIKELY.value) return chosen;
      this.ask.tell('> Nothing is more likely here than the rest: move to what is right, then press Enter.');
    }
  }
}

/** Words that differ in capital letters only are one question. */
function alikeIn(words: NonNullable<AskedQuestion['words']>) {
  const alike = new Map<string, { readonly names: string[]; orders: number; readonly proposed: string }>();
  for (const { word, orders, proposed } of words) {
    const key = word.trim().toLowerCase();
    const known = alike.get(key) ?? { names: [], orders: 0, proposed };
    known.names.push(word);
    known.orders += orders;
    alike.set(key, known);
  }
  return [...alike.values()];
}

const CONSTANT = ' constant';
const OWN_EQUATION = { value: ' own', text: '(none of these: type it)', short: '' } as const;
const NOTHING_LIKELY = { value: ' nothing', text: '(choose one)', short: '' } as const;

/** A number of the screen, or the name of a field. */
function namedBy(
  result: MapResult,
  what: string,
): { readonly field?: string; readonly question?: AskedQuestion } {
  const chosen = /^\d+$/.test(what) ? numbered(result)[Number(what) - 1] : undefined;
  if (chosen?.kind === 'answer') return { question: chosen.question };
  const question = result.questions.find(({ id }) => id === what);
  if (question) return { question };
  const field = chosen?.field.field ?? FIELDS.find((field) => field === what);
  return field === undefined ? {} : { field };
}

function wrongChange(result: MapResult, text: string): string | undefined {
  const [what, ...column] = text.split('=');
  const { field, question } = namedBy(result, what!.trim());
  if (field === undefined && !question)
    return `Give a number from 1 to ${numbered(result).length}, a field, or nothing.${meantText(what!.trim(), FIELDS)}`;
  if (field === 'refunds' && !result.table.json) return `refunds ${REFUNDS_APART}`;
  const name = column.join('=').trim();
  if (column.length === 0 || name.startsWith('=') || name === 'none') return undefined;
  if (question) return `${quote(question.id)} is a question: give its number alone.`;
  const other = columnsNamed(field!, name).find((one) => !result.table.names.includes(one));
  return other === undefined || TAX_WORDS.includes(field!)
    ? undefined
    : `There is no column ${quote(other)}.${meantText(other, result.table.names)} A value for all orders begins with a second "=".`;
}

/** The number of the order tells the rows apart as well. */
const idOf = ({ found }: MapResult, field: string): string =>
  field === 'identifier' && found.size > 0 ? field : `field:${field}`;

const listed = (choices: AskedQuestion['choices']) =>
  choices.map(({ value, text }) => ({
    value,
    text: text === '' ? value : `${value.replace(/:$/, '')}: ${text}`,
    short: value.replace(/:$/, ''),
  }));

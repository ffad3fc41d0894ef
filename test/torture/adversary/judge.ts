// One export through `orders map` and `orders check`, answered in three ways, and each order beside the truth.
import fs from 'node:fs';
import path from 'node:path';
import { byEnter, type Question, truthful } from './answers.ts';
import { differences, type Sent, type Wrong } from './compare.ts';
import type { Export } from './exports.ts';
import { freshTool, type Ran } from './tool.ts';

export const WAYS = ['answers', 'enter', 'unattended'] as const;
export type Way = (typeof WAYS)[number];

export interface Silent extends Wrong {
  readonly order: string;
  /** What the column means that the proposal took, such as `decoy:ship by`. */
  readonly source: string;
}

export interface Verdict {
  readonly way: Way;
  readonly orders: number;
  readonly right: number;
  readonly refused: number;
  readonly stopped: number;
  readonly named: number;
  readonly wrong: number;
  /** One of each field and source, with how many orders. */
  readonly silent: readonly { readonly example: Silent; readonly orders: number }[];
  readonly questions: number;
  /** Questions whose right answer was not among the choices: id and text. */
  readonly unanswerable: readonly string[];
  /** Why nothing was sent, when it stopped. */
  readonly reason: string;
}

interface Proposal {
  readonly fields?: readonly { readonly field: string; readonly column: string }[];
  readonly questions?: readonly Question[];
}

interface Finding {
  readonly code: string;
  readonly count: number;
  readonly details?: readonly { readonly field: string | null; readonly count: number }[];
}

interface Checked {
  readonly exit_code?: number;
  readonly orders: { readonly refused: number; readonly skipped: number };
  readonly warnings: readonly Finding[];
}

const parsed = <T>(ran: Ran): T | undefined => {
  try {
    return JSON.parse(ran.stdout) as T;
  } catch {
    return undefined;
  }
};

/** Rounds of questions that a person has the patience for. */
const ROUNDS = 4;

interface Mapped {
  readonly proposal: Proposal | undefined;
  readonly ran: Ran;
  readonly mapping: string;
  readonly answers: string;
  readonly questions: number;
  readonly unanswerable: string[];
}

/** What a run of `orders map` wrote and said; the same answers are given only once. */
interface Once {
  readonly ran: Ran;
  readonly mapping: string;
}

/** An export and what was already found out about it. */
interface Case {
  readonly given: Export;
  readonly maps: Map<string, Once>;
  readonly checks: Map<string, { readonly ran: Ran; readonly out: string }>;
}

async function mapOnce({ given, maps }: Case, isUnattended: boolean, answers: string): Promise<Once> {
  const key = `${isUnattended} ${answers}`;
  const known = maps.get(key);
  if (known) return known;
  const tool = freshTool({ [given.file.name]: given.file.text, 'answers.json': answers });
  const flags = ['--json', '--no-input', '--out', 'map.json', ...(isUnattended ? ['--yes'] : [])];
  const more = answers === '' ? [] : ['--answers', 'answers.json'];
  const ran = await tool.run('orders', 'map', given.file.name, ...flags, ...more);
  const once = { ran, mapping: tool.read('map.json') };
  tool.close();
  maps.set(key, once);
  return once;
}

async function checkOnce({ given, checks }: Case, mapping: string): Promise<{ ran: Ran; out: string }> {
  const known = checks.get(mapping);
  if (known) return known;
  const tool = freshTool({ [given.file.name]: given.file.text, 'map.json': mapping });
  const args = [given.file.name, '--map', 'map.json', '--out', 'out.ndjson', '--json'];
  const ran = await tool.run('orders', 'check', ...args);
  const once = { ran, out: tool.read('out.ndjson') };
  tool.close();
  checks.set(mapping, once);
  return once;
}

async function mapped(one: Case, way: Way): Promise<Mapped> {
  const answered = new Map<string, Question>();
  const unanswerable: string[] = [];
  let answers = '';
  let once = await mapOnce(one, way === 'unattended', answers);
  let proposal = parsed<Proposal>(once.ran);
  for (let round = 0; way !== 'unattended' && round < ROUNDS && once.ran.code === 6; round++) {
    let isNew = false;
    const shown = proposal;
    const meaningOf = (field: string) => sourceOf(one.given, shown, field);
    for (const question of proposal?.questions ?? []) {
      if (answered.has(question.id)) continue;
      const usual = way === 'enter' ? byEnter(question) : undefined;
      const truth =
        usual === undefined ? truthful(one.given, question, meaningOf) : { answer: usual, isTyped: false };
      if (truth === undefined || truth.isTyped) unanswerable.push(`${question.id}: ${question.text}`);
      if (truth === undefined) continue;
      const id = ('id' in truth && truth.id) || question.id;
      isNew ||= !answered.has(id);
      answered.set(id, Object.assign({}, question, { id, answer: truth.answer }));
    }
    if (!isNew) break;
    answers = JSON.stringify({ schema: 'mapping-answers/1', questions: [...answered.values()] }, null, 1);
    once = await mapOnce(one, false, answers);
    const next = parsed<Proposal>(once.ran);
    if (next?.fields) proposal = next;
  }
  const { ran, mapping } = once;
  return { proposal, ran, mapping, answers, questions: answered.size, unanswerable };
}

/** Warnings that say what every order lacks, or what state it is in: they name no wrong value. */
const GENERAL = ['order.field.recommended', 'item.shipment.missing', 'order.unshipped'];

/** How many orders have a warning about this field. */
function warned(checked: Checked, field: string): number {
  const about = checked.warnings
    .filter(({ code }) => !GENERAL.includes(code))
    .flatMap(({ code, count, details = [] }) =>
      details.some((detail) => detail.field !== null)
        ? details.filter((detail) => detail.field === field).map((detail) => detail.count)
        : isAbout(code, field)
          ? [count]
          : [],
    );
  return Math.max(0, ...about);
}

/** A finding without a field is about what its code says. */
const isAbout = (code: string, field: string): boolean =>
  (field.endsWith('_cents') && /total|subtotal|amount|tax|refund|discount|money/.test(code)) ||
  (field === 'updated_at' && /updated/.test(code)) ||
  (/_at$|date/.test(field) && /date/.test(code)) ||
  (field.includes('email') && /email/.test(code)) ||
  (field.includes('sku') && /sku/.test(code));

const FIELD_OF: Readonly<Record<string, string>> = {
  'items[].product_amount_cents': 'item.unit_price_amount_cents',
};

function sourceOf(given: Export, proposal: Proposal | undefined, field: string): string {
  const name = FIELD_OF[field] ?? field.replace('items[].', 'item.');
  const column = proposal?.fields?.find((one) => one.field === name)?.column ?? '';
  if (column === '') return 'no column';
  const own = given.columns.find((one) => one.name === column);
  if (own) return own.meaning;
  const parts = given.columns.filter((one) => column.includes(one.name)).map(({ meaning }) => meaning);
  return parts.length > 0 ? parts.join('+') : column;
}

function verdictOf(
  given: Export,
  way: Way,
  map: Mapped,
  checked: Checked | undefined,
  out: string,
  reason: string,
): Verdict {
  const { orders } = given.shop;
  const { questions, unanswerable } = map;
  const base = {
    way,
    orders: orders.length,
    right: 0,
    refused: 0,
    stopped: 0,
    named: 0,
    wrong: 0,
    questions,
  };
  const rest = { unanswerable, reason, silent: [] };
  if (checked === undefined) return Object.assign(base, rest, { stopped: orders.length });
  const sent = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sent);
  const byNumber = new Map(sent.map((one) => [one.identifier, one]));
  const found = orders
    .filter(({ number }) => byNumber.has(number))
    .map((order) => ({ order, wrong: differences(given, order, byNumber.get(order.number)!) }));
  const left = new Map<string, number>();
  const silent = new Map<string, { example: Silent; orders: number }>();
  let [right, named, wrong] = [0, 0, 0];
  for (const { order, wrong: fields } of found) {
    const unnamed: Wrong[] = [];
    for (const one of new Map(fields.map((field) => [field.field, field])).values()) {
      const rest = left.get(one.field) ?? warned(checked, one.field);
      left.set(one.field, rest - 1);
      if (rest <= 0) unnamed.push(one);
    }
    if (fields.length === 0) right++;
    else if (unnamed.length === 0) named++;
    else wrong++;
    for (const one of unnamed) {
      const source = sourceOf(given, map.proposal, one.field);
      const key = `${one.field} <- ${source}`;
      const example = Object.assign({}, one, { order: order.number, source });
      silent.set(key, {
        example: silent.get(key)?.example ?? example,
        orders: (silent.get(key)?.orders ?? 0) + 1,
      });
    }
  }
  const missing = orders.length - found.length;
  // Orders under a number that is none of theirs are sent; those that are refused under it are refused.
  const isMisnamed = sent.length > found.length;
  const refused = isMisnamed ? Math.min(missing, checked.orders.refused + checked.orders.skipped) : missing;
  if (missing > refused) {
    const source = sourceOf(given, map.proposal, 'identifier');
    const example = {
      field: 'identifier',
      found: sent[0]?.identifier,
      right: orders[0]!.number,
      order: '',
      source,
    };
    silent.set('identifier', { example, orders: missing - refused });
    wrong += missing - refused;
  }
  return Object.assign(base, rest, { right, named, wrong, refused, silent: [...silent.values()] });
}

const firstLines = (ran: Ran) => {
  const message = parsed<{ message?: string }>(ran)?.message;
  return (message ?? ran.stderr).trim().split('\n').slice(0, 4).join(' / ').slice(0, 300);
};

async function judgedOnce(one: Case, way: Way, keep: string | undefined): Promise<Verdict> {
  const { given } = one;
  const map = await mapped(one, way);
  let [checked, reason, out]: [Checked | undefined, string, string] = [undefined, '', ''];
  if (map.ran.code === 0) {
    const check = await checkOnce(one, map.mapping);
    const document = parsed<Checked>(check.ran);
    if (check.ran.code !== 6 && document?.orders) checked = document;
    else reason = `check, exit ${check.ran.code}: ${firstLines(check.ran)}`;
    out = check.out;
    if (keep)
      write(keep, way, { 'check.json': check.ran.stdout, 'out.ndjson': out, 'map.json': map.mapping });
  } else reason = `map, exit ${map.ran.code}: ${firstLines(map.ran) || openOnes(map.proposal)}`;
  const verdict = verdictOf(given, way, map, checked, out, reason);
  if (keep) {
    const proposal = JSON.stringify(map.proposal, null, 1) ?? map.ran.stdout;
    const own = { [given.file.name]: given.file.text, 'proposal.json': proposal };
    const verdictText = JSON.stringify(verdict, null, 1);
    write(keep, way, Object.assign(own, { 'answers.json': map.answers, 'verdict.json': verdictText }));
  }
  return verdict;
}

function write(keep: string, way: Way, files: Readonly<Record<string, string>>): void {
  const folder = path.join(keep, way);
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    if (text !== '') fs.writeFileSync(path.join(folder, name), text);
}

const openOnes = (proposal: Proposal | undefined) =>
  `open questions: ${(proposal?.questions ?? [])
    .filter(({ answer }) => answer === null)
    .map(({ id }) => id)
    .join(', ')}`;

/** All three ways; with a folder, their files are kept there. */
export async function judged(given: Export, keep?: string): Promise<Verdict[]> {
  const one: Case = { given, maps: new Map(), checks: new Map() };
  const verdicts: Verdict[] = [];
  for (const way of WAYS) verdicts.push(await judgedOnce(one, way, keep));
  return verdicts;
}

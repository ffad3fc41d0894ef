// `orders map` from a file to a mapping: opens the table, proposes, asks until nothing is open, and writes the mapping. It knows
// neither prompts nor text; a caller without anybody to ask gets the open questions back.

import { isObject } from '../../basics/json.ts';
import { fieldsOf, ORDER_TABLE } from '../../input/message-table.ts';
import { spoolFolder } from '../../input/spool-place.ts';
import type { JoinFlag } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { inSession } from '../../runs/session.ts';
import type { Folders } from '../../storage/folders.ts';
import { checkAnswers, checkColumns, undoneChoices } from './ask/answers.ts';
import { assuming, dialogue, openQuestions, type Person } from './ask/dialogue.ts';
import { columnsOf, samplesOf } from './look/columns.ts';
import { joinTables } from './look/joined-table.ts';
import { recognise } from './look/mapping-for-header.ts';
import { openTable, type Table } from './look/table.ts';
import { type MapResult, type Proposal, Proposer } from './propose.ts';
import { type EmitReading, tryMapping } from './trial.ts';
import { type Answers, type FieldChoice, type MappingJson, withLimit } from './types.ts';
import type { Sureness } from './write/draft-fields.ts';
import { MORE_FIELDS, valueIn } from './write/edits.ts';

export interface MapRequest {
  readonly path: string;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly memory: number;
  readonly joins: readonly JoinFlag[];
  /** Name of a platform or of a shipped mapping. */
  readonly platform?: string | undefined;
  /** Answers given before; `file` is where they stand. */
  readonly answers: Answers;
  readonly answersFile?: string | undefined;
  /** Takes what most shops mean where that changes neither amounts nor dates nor units. */
  readonly assumes?: boolean;
}

/** Hears how far the reading is. `stop`: a reading has ended, or a question follows. */
interface Progress {
  readonly emit: EmitReading;
  stop(): void;
}

const INTERRUPTED = {
  message: 'Interrupted: nothing was written',
  hint: 'Run the same command again: it reads the file from the beginning.',
};

/** @throws Failure exit 6 when the file cannot be read as orders, 130 or 143 after a signal */
export async function mapExport(
  platform: Platform,
  folders: Folders,
  request: MapRequest,
  person: Person | undefined,
  progress: Progress,
): Promise<MapResult> {
  const stops = { onInterrupt: () => progress.stop(), interrupted: INTERRUPTED };
  return inSession(platform, folders, stops, async (session) => {
    const { memory, joins } = request;
    const opened: Table[] = [];
    const open = async (path: string, options: Partial<MapRequest>) => {
      const table = await openTable(platform, { ...options, path }, spoolFolder(folders), session.signal);
      opened.push(table);
      return table;
    };
    try {
      const main = await open(request.path, request);
      const seconds = [];
      for (const { name, path, on } of joins) seconds.push({ name, table: await open(path, {}), on });
      const recognised = recognise(platform, folders, {
        names: main.header,
        isJson: main.json !== undefined,
        wanted: request.platform,
      });
      // The mapping of a platform says itself how its files are joined.
      const { table, spec } = recognised
        ? { table: main, spec: {} }
        : await joinTables(main, seconds, memory);
      const answersFile = request.answersFile ?? '--answers';
      const joined = seconds.flatMap(({ name, table: { names } }) => names.map((one) => `${name}.${one}`));
      const columns = { names: [...table.names, ...joined], isJson: opened.some(({ json }) => json) };
      checkColumns(answersFile, columns, request.answers);
      const { delimiter, encoding } = table;
      const input = { path: request.path, delimiter, encoding, memory, joins };
      const rows = table.head();
      const looked = columnsOf(table.names, rows, table.json?.items);
      const samples = new Map(looked.map((column) => [column.name, samplesOf(column)]));
      const looks = new Map(looked.map((column) => [column.name, column]));
      const known = { recognised, rows, columns: looked, name: nameOf(request.path), joined: spec };
      const check = (mapping: MappingJson) =>
        tryMapping({ platform, folders, input, emit: progress.emit }, mapping);
      const proposer = new Proposer(table, check, known, progress.emit);
      const first = await look(request.answers);
      checkAnswers(answersFile, first.questions, request.answers);
      const result = request.assumes ? await assuming(first, look) : first;
      // What is asked only once the rest is assumed.
      checkAnswers(answersFile, result.questions, request.answers);
      if (!person || (request.assumes && openQuestions(result).length === 0)) return result;
      return await dialogue(person, result, look);

      async function look(given: Answers): Promise<MapResult> {
        try {
          const proposal = await proposer.propose(given);
          session.throwIfInterrupted();
          const undone = undoneChoices(proposal.questions, request.answers, columns.names);
          const mapping = undone.reduce(withLimit, proposal.mapping);
          const seen = { ...proposal, mapping, table, columns: main.header, samples, looks };
          return { ...seen, fields: fieldChoices(proposal, given), assumed: [], answers: given };
        } finally {
          progress.stop();
        }
      }
    } catch (error) {
      // After a signal that is the reason, whatever the reading ended with.
      session.throwIfInterrupted();
      throw error;
    } finally {
      for (const table of opened) table.close();
    }
  });
}

/** `shop-export` of `exports/shop-export.csv.gz`. */
const nameOf = (path: string): string =>
  path.replace(/^.*[/\\]/, '').replace(/\.[a-z]+(?:\.gz)?$/i, '') || 'export';

// For every field of the interface: where it comes from, how sure that is, and one value before and after.

function fieldChoices({ trial, mapping, found, recognised }: Proposal, answers: Answers): FieldChoice[] {
  const otherwise: Sureness = recognised
    ? { confidence: 'sure', why: 'known columns' }
    : { confidence: 'likely', why: 'from others' };
  const more = MORE_FIELDS.filter((name) => valueIn(mapping, name) !== undefined);
  // Refunds of a table have fields of their own.
  const isApart = (name: string) => name === 'refunds' && more.includes('refund.identifier');
  const shown = fieldsOf(ORDER_TABLE).filter(({ isShown, name }) => isShown && !isApart(name));
  return [...shown.map(({ name }) => name), ...more].map((name): FieldChoice => {
    const spec = valueIn(mapping, name);
    const column = sourceText(spec);
    const constant = isObject(spec) ? spec['constant'] : undefined;
    const always = Array.isArray(constant) ? 'none' : JSON.stringify(constant);
    const known = answers[`field:${name}`] === undefined ? found.get(name) : SAID;
    const { confidence, why }: Sureness =
      column === ''
        ? { confidence: 'none', why: `not in the file${always === undefined ? '' : `: always ${always}`}` }
        : (known ?? otherwise);
    return { field: name, column, confidence, why, example: trial?.examples.get(name) ?? ['', ''] };
  });
}

const SAID = { confidence: 'sure', why: 'your answer' } as const;

/** The columns of a value of a mapping, in a few words; empty when it has none. */
function sourceText(spec: unknown): string {
  if (typeof spec === 'string' || typeof spec === 'number') return String(spec);
  if (!isObject(spec)) return '';
  const list = (value: unknown, sign: string) =>
    (Array.isArray(value) ? value : [value]).map(sourceText).join(sign);
  for (const [key, sign, before = ''] of SIGNS) if (key in spec) return before + list(spec[key], sign);
  if ('constant' in spec) return '';
  if ('template' in spec) return String(spec['template']).replace(/[{}]/g, '');
  if ('generate' in spec)
    return spec['generate'] === 'refund' ? 'order, date, units and amount' : 'order and article';
  if (!Array.isArray(spec['cases'])) return '';
  const cases = spec['cases'] as readonly { readonly when: { readonly column?: string } }[];
  const columns = new Set(cases.flatMap(({ when }) => when.column ?? []));
  return [...columns].map((name) => `by ${name}`).join(', ');
}

const SIGNS: readonly (readonly [key: string, sign: string, before?: string])[] = [
  ['column', ', else '],
  ['divide', ' / '],
  ['multiply', ' x '],
  ['subtract', ' - '],
  ['sum', ' + '],
  ['share', '', 'share of '],
  ['latest', ', ', 'latest of '],
];

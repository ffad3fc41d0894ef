// `returns orders map`: recognises an export or works out its columns, asks what the data does not decide, and writes the
// mapping.
import path from 'node:path';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { canonicalJson } from '../../basics/json.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { parseSize, plural } from '../../basics/units.ts';
import { type Context, defineCommand, flag, type OptionsOf, PROGRESS_FLAG } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { rememberMapping } from '../../storage/mappings.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { readAnswers } from '../map/ask/answers.ts';
import { openQuestions } from '../map/ask/dialogue.ts';
import { mapExport } from '../map/map-export.ts';
import type { MapResult } from '../map/propose.ts';
import type { AskedQuestion } from '../map/types.ts';
import { formatMapping } from '../map/write/format-mapping.ts';
import { joinSpecs } from '../order-flags.ts';
import { openText, proposalText } from '../text/map-text.ts';
import { planText } from '../text/plan-text.ts';
import { makeUploadView } from '../text/summary-text.ts';

export const FLAGS = [
  flag('--out <file>', 'where the mapping goes', { otherwise: 'the config folder' }),
  flag('--platform <name>', 'the platform that wrote the export, when it is not recognised'),
  flag('--answers <file>', 'answers to the questions (JSON), for use without a terminal'),
  flag('--answers-template', 'only print the questions, as a file for --answers'),
  flag('--with <name=file>', 'a second file with columns of the order', { repeat: true }),
  flag('--on <column>', 'of the second file: what the order is called there', { repeat: true }),
  flag('--encoding <label>', 'of the export', { otherwise: 'utf-8, or found out' }),
  flag('--delimiter <char>', 'between the cells', { otherwise: 'found out' }),
  PROGRESS_FLAG,
  flag('--memory <size>', 'for orders whose rows stand apart', { initial: '256MB', parse: parseSize }),
];

export const command = defineCommand({
  args: '<file>',
  flags: FLAGS,
  more: 'Reads the whole file. Nothing is sent, and the file is not changed.',
  examples: [
    ['returns orders map export.csv', 'look at what was found, answer, and write the mapping'],
    ['returns orders map export.csv --out shop.json', 'keep the mapping in a file of yours'],
    ['returns orders map export.csv --answers-template > answers.json', 'see the questions, for a script'],
    ['returns orders map export.csv --answers answers.json --json', 'without a terminal'],
    [
      'returns orders map items.csv --with orders=orders.csv --on orders:order_id',
      'line items in one file, orders in another',
    ],
  ],
  run,
});

async function run(
  context: Context,
  [file]: readonly [string],
  options: OptionsOf<typeof FLAGS>,
): Promise<ExitCode> {
  const { platform, folders, globals, show } = context;
  const { answersTemplate, memory, encoding, delimiter } = options;
  const joins = joinSpecs(options.with, options.on);
  if ([file, ...joins.map(({ path }) => path)].includes('-'))
    throw usageFailure(
      'usage.map.stdin',
      'The export is read several times, so it cannot come from standard input',
      {
        hint: 'Save it to a file first, and name that: cat > export.csv, then returns orders map export.csv',
      },
    );
  const { out } = options;
  const writes = !answersTemplate && (out !== undefined || !globals.json);
  if (writes && out !== undefined) checkFree(context, out);
  const answers = options.answers === undefined ? {} : readAnswers(platform, options.answers);
  const asks = globals.mayAsk && !answersTemplate && !globals.json;
  const { personOf } = asks ? await import('../text/map-person.ts') : { personOf: undefined };
  const result = await mapExport(
    platform,
    folders,
    {
      path: file,
      encoding,
      delimiter,
      memory,
      answers,
      assumes: globals.yes,
      answersFile: options.answers,
      joins,
      platform: options.platform,
    },
    personOf?.(context, file),
    await makeUploadView(platform, show, options.progress),
  );
  if (answersTemplate) {
    const questions = result.questions.map(({ proposed: _, ...question }) => question);
    await show.raw(`${JSON.stringify({ schema: 'mapping-answers/1', questions }, null, 2)}\n`);
    return EXIT.done;
  }
  const open = openQuestions(result);
  if (globals.json) {
    if (open.length === 0 && writes) await write(context, result, file, out);
    await show.result(documentOf(result, open), () => '');
    return open.length > 0 ? EXIT.input : EXIT.done;
  }
  const columns = platform.terminal.columns();
  if (open.length > 0) {
    await show.text(proposalText(result, show.outPaint, columns));
    show.always(`\n${openText(open, columns)}\n`);
    throw openFailure(file, open);
  }
  if (!asks) await show.text(proposalText(result, show.outPaint, columns));
  await show.text(`\n${planText(result.trial!.plan, show.outPaint, columns)}`);
  const kept = await write(context, result, file, out);
  await show.text(keptText(kept));
  show.next(`returns orders check ${shellWord(file)} --map ${kept.name}`);
  return EXIT.done;
}

/** @throws Failure exit 2 when the file is there already */
function checkFree({ platform }: Context, out: string): void {
  if (platform.files.stat(path.resolve(platform.cwd, out)) === undefined) return;
  throw usageFailure('usage.out.taken', `${out} is there already`, {
    hint: 'Give the mapping another name with --out, or remove that file first.',
  });
}

/** Writes the mapping to one place, and remembers which for the next export with the same columns. */
async function write(
  { platform, folders }: Context,
  { mapping, columns, recognised }: MapResult,
  file: string,
  out: string | undefined,
) {
  const text = formatMapping(mapping);
  // What was remembered for just these columns stays where it is.
  const place = out ?? recognised?.file;
  const isSame = place !== out && canonicalJson(mapping) === canonicalJson(recognised?.mapping);
  if (place !== undefined && !isSame) {
    const written = openOutFile(platform, place);
    try {
      written.write(text);
      written.finish();
    } catch (error) {
      written.abandon();
      throw error;
    }
  }
  const name = String(mapping['name'] ?? path.basename(file));
  const at = place === undefined ? undefined : path.resolve(platform.cwd, place);
  return rememberMapping(platform, folders, { name, columns, text, file: at });
}

const keptText = ({ name, file, before }: Awaited<ReturnType<typeof rememberMapping>>): string =>
  [
    '',
    `Mapping ${name}: ${clean(file)}`,
    'The next export with these columns is read with it.',
    ...(before === undefined ? [] : [`${clean(before)} is no longer used for them.`]),
    `To look at it: returns mappings show ${name}; to change it: returns mappings edit ${name}`,
    '',
  ].join('\n');

function documentOf(
  { recognised, survey, fields, questions, mapping, trial, table }: MapResult,
  open: readonly AskedQuestion[],
) {
  const counted = trial?.summary.input ?? survey;
  return {
    schema: 'mapping-proposal/1',
    platform: { name: recognised?.platform ?? recognised?.name ?? '', share: recognised?.share ?? 0 },
    file: {
      path: table.name,
      bytes: table.bytes,
      encoding: table.encoding ?? 'utf-8',
      delimiter: table.delimiter ?? null,
      rows: counted?.rows ?? 0,
      orders: counted?.orders ?? 0,
    },
    fields,
    questions,
    // A mapping that rests on what nobody has said must not be used.
    mapping: open.length > 0 ? {} : mapping,
    refused: trial?.summary.orders.refused ?? 0,
  };
}

function openFailure(file: string, open: readonly AskedQuestion[]) {
  return inputFailure(
    'input.map.questions',
    `${plural(open.length, 'question')} about ${quote(file)} cannot be decided from the data`,
    {
      expected: `answers to ${open.map(({ id }) => id).join(', ')}`,
      hint: `Run it on a terminal, or: returns orders map ${shellWord(file)} --answers-template > answers.json, fill it in, and add --answers answers.json.${open.some(({ unattended }) => unattended !== null) ? ' With --yes, what changes no amounts, dates or units is assumed.' : ''}`,
    },
  );
}

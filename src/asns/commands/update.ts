// `returns asns update`: changes one or several ASNs that were queued, by flags, from a file or in an editor.
import { knownTarget } from '../../account/known-target.ts';
import { changeText, givenLevels, LEVEL_FLAG, levelsIn } from '../../account/level-flags.ts';
import { resolveTarget } from '../../account/settings.ts';
import { usageFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import {
  type ArgsOf,
  type Context,
  defineCommand,
  flag,
  type IsGiven,
  type OptionsOf,
} from '../../cli/command.ts';
import { checkConfirmable, checkEditable, makeAsk } from '../../cli/prompts.ts';
import { changedLevels } from '../../contract/levels.ts';
import { MAX_OUTAGE_FLAG, RATE_FLAG } from '../../runs/sending-flags.ts';
import { mappingRow } from '../../runs/session.ts';
import { sendNoticeText } from '../../runs/text/run-view.ts';
import { ASN_FILE_FLAGS, ASN_LOCK_FLAG, apiVersionFlag, asnSource } from '../asn-flags.ts';
import { editedBody, savedText } from '../text/create-form.ts';
import { shownRow, updateDocument, updateEndText, updatePlanText } from '../text/update-text.ts';
import { checkEdits, edit, parseSet, parseUnset } from '../update/edits.ts';
import type { AsnToUpdate, UpdateRow } from '../update/plan-update.ts';
import { readNumbers, runUpdate, wholeShape } from '../update/update-asns.ts';

/** The short forms of `--set`. */
const FIELD_FLAGS = [
  flag('--status <status>', 'pending, shipped, delivered or cancelled (blocks receiving)'),
  flag('--ship-date <date>', 'a day such as 2026-03-02; sent as 2026-03-02T00:00:00'),
  flag('--tracking-number <number>', 'tracking number or bill of lading'),
  flag('--carrier <carrier>', 'who carries it'),
];

const ARGS = '[asn-number] [file]';
export const FLAGS = [
  ...FIELD_FLAGS,
  flag('--set <path=value>', 'any field, of a line as well: cartons[0].details[1].status=cancelled', {
    repeat: true,
    parse: parseSet,
  }),
  flag('--unset <path>', 'takes an optional field out', { repeat: true, parse: parseUnset }),
  flag('--edit', 'change the recorded ASN in $EDITOR; it is checked again'),
  flag('--program <program>', 'where the number is recorded for several programs'),
  flag('--select <file>', 'many ASNs: one number a line, or CSV with asn_number (- is stdin)'),
  apiVersionFlag('1 or 2'),
  LEVEL_FLAG,
  ...ASN_FILE_FLAGS,
  flag('--dry-run', 'show what would change and stop'),
  flag('--force', 'send it although nothing changes; off a terminal with --yes only'),
  RATE_FLAG,
  MAX_OUTAGE_FLAG,
  ASN_LOCK_FLAG,
];

export const command = defineCommand({
  args: ARGS,
  flags: FLAGS,
  examples: [
    ['returns asns update ASN-1001 --status shipped --tracking-number 1Z0001', 'shows the change and asks'],
    ['returns asns update ASN-1001 --set cartons[0].details[0].sku=00123 --yes', 'in a script'],
    ['returns asns update ASN-1001 --set cartons[0].details[0].status=cancelled', 'one line of it'],
    ['returns asns update ASN-1001 asn.json --dry-run', 'the whole shape from a file; sends nothing'],
    ['returns asns update --select numbers.txt --status cancelled', 'many at once, one question'],
  ],
  run,
});

/**
 * Turns arguments into a request for the engine, and chooses how the new body is made. @throws Failure exit 2
 */
export function requestOf(
  context: Context,
  [number, file]: ArgsOf<typeof ARGS>,
  options: OptionsOf<typeof FLAGS>,
  isGiven: IsGiven<typeof FLAGS>,
) {
  const { select, edit: inEditor, program, apiVersion: version, force, dryRun } = options;
  const edits = checkEdits([...shortEdits(options), ...options.set, ...options.unset]);
  const usage = (code: string, message: string, hint: string) => usageFailure(code, message, { hint });
  if (number === undefined && select === undefined)
    throw usage(
      'usage.missing',
      'Which ASN is to be changed?',
      'Name its number, or many with --select FILE.',
    );
  if (select !== undefined && (number !== undefined || inEditor))
    throw usage(
      'usage.select',
      '--select names the ASNs: it goes with flags, not with a number, a file or --edit',
      'Write for example: returns asns update --select numbers.txt --status shipped',
    );
  if (file !== undefined && (edits.length > 0 || inEditor))
    throw usage(
      'usage.file_and_flags',
      'A file holds the whole shape: it does not go with flags that change single fields',
      'Change the file, or omit it to change the recorded ASN.',
    );
  if (file === undefined && edits.length === 0 && !inEditor && !force)
    throw usage(
      'usage.missing',
      'What is to be changed?',
      'Name a FILE with the whole shape, or --status, --ship-date, --tracking-number, --carrier, --set, --unset or --edit.',
    );
  const reading = ASN_FILE_FLAGS.find(({ name }) => isGiven(name));
  if (reading && file === undefined)
    throw usage(
      'usage.file',
      `${reading.word} says how a file is read, and no file is named`,
      'Name it: returns asns update ASN_NUMBER FILE',
    );
  if (inEditor) checkEditable(context, 'name what changes: --set PATH=VALUE');
  if (!dryRun) checkConfirmable(context, 'A change');
  return {
    ...{ edits, inEditor, select, version, force, dryRun },
    subject: { number: number ?? '', program },
    source: file === undefined ? undefined : asnSource(context, file, { ...options, strict: false }),
    levels: givenLevels(context, options),
    maxOutageMs: options.maxOutage,
    lockWaitMs: options.lockWait,
  };
}

const shortEdits = (options: OptionsOf<typeof FIELD_FLAGS>) =>
  FIELD_FLAGS.flatMap(({ word, name }) => {
    const value = options[name];
    return value === undefined ? [] : [edit(word, [word.slice(2).replaceAll('-', '_')], value)];
  });

async function run(
  context: Context,
  args: ArgsOf<typeof ARGS>,
  options: OptionsOf<typeof FLAGS>,
  isGiven: IsGiven<typeof FLAGS>,
) {
  const { platform, folders, show, globals, argv } = context;
  const { inEditor, select, edits, source, subject, ...request } = requestOf(context, args, options, isGiven);
  const { dryRun } = request;
  const settings = { ...globals, rate: options.rate };
  const known = dryRun ? knownTarget(platform, folders, globals) : undefined;
  const target = known ?? (await resolveTarget(platform, folders, settings, { needs: ['base'] }));
  const list = select === undefined ? undefined : await readNumbers(platform, select);
  const subjects: readonly AsnToUpdate[] = list?.numbers.map((one) => ({
    ...one,
    program: one.program ?? subject.program,
  })) ?? [subject];
  const whole = source && (await wholeShape(platform, folders, source, subject));
  const levels = await levelsIn(request.levels, whole?.input.mapping);
  for (const change of changedLevels(levels)) show.note(`Level ${changeText(change)}`);
  const destination = {
    environment: target.environment,
    profile: target.profile,
    address: 'addresses' in target ? target.addresses.base : target.address,
  };
  const now = platform.clock.now();
  /** The file that keeps what was edited. */
  let saved: string | undefined;
  let shown = false;
  /** The plan before anything was sent, with --yes. */
  let planned: string | undefined;
  const planText = (rows: readonly UpdateRow[], paint = show.errPaint) => {
    return updatePlanText(rows, destination, { paint, now });
  };
  try {
    const result = await runUpdate(platform, folders, {
      ...request,
      target,
      subjects,
      many: list !== undefined,
      async body(records, parts) {
        if (whole) return whole.body;
        const onSaved = (file: string) => {
          saved = file;
        };
        if (inEditor) return await editedBody(context, { subject, edits, records, parts, onSaved });
        return { kind: 'edits', edits };
      },
      levels,
      mapping: mappingRow(whole?.input.mapping),
      files: whole?.input.files ?? (list ? [list.file] : []),
      argv,
      warn: (text) => show.warn(text),
      async confirm(rows) {
        if (globals.yes) {
          planned = planText(rows, show.outPaint);
          return true;
        }
        show.note(planText(rows));
        shown = true;
        const open = rows.filter(({ fate }) => fate === 'open').length;
        const what = list ? `these changes of ${plural(open, 'ASN')}` : 'this change';
        return await makeAsk(platform).confirm(`Send ${what} to ${target.environment}?`, false);
      },
      stale: (row) => show.note(planText([row])),
      notice: (notice) => show.note(sendNoticeText(notice, 'ASN')),
      onWait: (pid) => show.note(`Waiting for another process that sends ASNs (pid ${pid}) ...`),
    });
    if (saved && (result.state === 'queued' || result.state === 'unchanged')) {
      platform.files.remove(saved);
      saved = undefined;
    }
    if (result.failure && !list) throw result.failure;
    const about = { levels, many: list !== undefined, now };
    const ended = { ...result, rows: result.rows.map((row) => shownRow(row, whole?.asn.placeOf)) };
    await show.result(updateDocument(ended, destination, about), () => {
      const end = updateEndText(ended, show.outPaint);
      const rebased = result.rows.some((row) => row.rebased);
      const again = rebased ? `${rebasedText}\n` : '';
      if (shown) return `${again}${end}`;
      const plan = (rebased ? undefined : planned) ?? planText(result.rows, show.outPaint);
      return `${plan}\n${again}${end}`;
    });
    if (result.state === 'planned' && dryRun) show.next('the same command without --dry-run');
    if (result.state === 'queued')
      show.next(list ? 'returns asns list' : `returns asns show ${shellWord(subject.number)} --history`);
    return result.exitCode;
  } finally {
    if (saved) show.always(savedText(saved, shellWord(subject.number)));
    whole?.input.close();
  }
}

const rebasedText = 'Another process changed the record meanwhile: the flags were applied to its newer body.';

// `returns asns update`: changes an announced shipment, by flags, from a file or in an editor; one, or many at once.
import { knownTarget } from '../../account/known-target.ts';
import { givenLevels } from '../../account/level-flags.ts';
import { resolveTarget } from '../../account/settings.ts';
import { shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type CommandSpec, type Context, numberFlag, switchFlag, textFlag } from '../../cli/command.ts';
import { changeText } from '../../cli/level-text.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { userAgent } from '../../cli/version.ts';
import { ASN_CATALOG, describeFinding } from '../../contract/asn-catalog.ts';
import { changedLevels } from '../../contract/levels.ts';
import { levelsIn } from '../../input/mapped-levels.ts';
import { readNumbers } from '../input/asn-numbers.ts';
import { type KeptEdit, keptText } from '../kept-edit.ts';
import { asnFieldOf, meaningOf } from '../meaning.ts';
import { type ShownRefusal, updateEndText, updatesEndText } from '../text/result-text.ts';
import { updateDocument, warningsOfAll } from '../text/update-document.ts';
import { updatePlanText, updatesPlanText } from '../text/update-text.ts';
import { updateJourney } from '../update-asns.ts';
import type { UpdateResult } from '../update-parts.ts';
import type { Subject, UpdateRow } from '../update-rows.ts';
import { warningsOf } from '../update-warnings.ts';
import { checkedWish, UPDATE_FLAGS } from './update-flags.ts';
import { editedBody, type WholeShape, wholeShape } from './update-input.ts';

export const command: CommandSpec = {
  args: '[asn-number] [file]',
  flags: UPDATE_FLAGS,
  examples: [
    ['returns asns update ASN-1001 --status shipped --tracking-number 1Z0001', 'shows the change and asks'],
    ['returns asns update ASN-1001 --set cartons[0].details[0].sku=00123 --yes', 'in a script'],
    ['returns asns update ASN-1001 --set cartons[0].details[0].status=cancelled', 'one line of it'],
    ['returns asns update ASN-1001 asn.json --dry-run', 'the whole shape from a file; sends nothing'],
    ['returns asns update --select numbers.txt --status cancelled', 'many at once, one question'],
  ],
  async run(context, [number, file], flags) {
    const { host, folders, show, globals, argv } = context;
    const wish = checkedWish(context, number, file, flags);
    const rate = textFlag(flags, 'rate');
    const settings = { ...globals, ...(rate === undefined ? {} : { rate }) };
    const dryRun = switchFlag(flags, 'dryRun');
    const known = dryRun ? knownTarget(host, folders, globals) : undefined;
    const target = known ?? (await resolveTarget(host, folders, settings, { needs: ['base'] }));
    const list = wish.select === undefined ? undefined : await readNumbers(host, wish.select);
    const subjects: readonly Subject[] = list?.numbers.map((one) => ({
      ...one,
      program: one.program ?? wish.program,
    })) ?? [{ number: number ?? '', program: wish.program }];
    const whole = file === undefined ? undefined : await wholeShape(context, file, subjects[0]!, flags);
    const levels = levelsIn(givenLevels(context, flags), whole?.input.mapping);
    for (const change of changedLevels(levels)) show.note(`Level ${changeText(change)}`);
    const destination = {
      environment: target.environment,
      profile: target.profile,
      address: 'addresses' in target ? target.addresses.base : target.address,
    };
    const now = host.clock.now();
    let kept: KeptEdit | undefined;
    let shown = false;
    /** With --yes: as it stood before anything was sent. */
    let planned: string | undefined;
    const planText = (rows: readonly UpdateRow[], paint = show.errPaint) => {
      const style = { paint, columns: host.terminal.columns(), now };
      const [only] = rows;
      if (list || !only?.planned) return updatesPlanText(rows, warningsOfAll(rows), destination, style);
      return updatePlanText(only.planned, warningsOf(only.planned, describeFinding), destination, style);
    };
    try {
      const result = await updateJourney(host, folders, {
        target,
        subjects,
        many: list !== undefined,
        async body(records, parts) {
          if (whole) return whole.body;
          if (switchFlag(flags, 'edit'))
            return await editedBody(context, subjects[0]!, wish.edits, target.key, (edit) => {
              kept = edit;
            })(records, parts);
          return { kind: 'edits', edits: wish.edits };
        },
        version: wish.version,
        levels,
        force: switchFlag(flags, 'force'),
        files: whole?.input.files ?? (list ? [list.file] : []),
        dryRun,
        maxOutageMs: numberFlag(flags, 'maxOutage') ?? 15 * 60_000,
        lockWaitMs: numberFlag(flags, 'lockWait') ?? 20_000,
        argv,
        agent: userAgent,
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
          return await makeAsk(host).confirm(`Send ${what} to ${target.environment}?`, false);
        },
        stale: (row) => show.note(planText([row])),
        onWait: (pid) => show.note(`Waiting for another process that sends ASNs (pid ${pid}) ...`),
      });
      if (result.state === 'queued' || result.state === 'unchanged') kept?.forget();
      if (result.failure && !list) throw result.failure;
      const refusalsOf = (row: UpdateRow) => shownRefusals(row, whole);
      const document = updateDocument(
        { ...result, levels },
        destination,
        list !== undefined,
        now,
        refusalsOf,
      );
      await show.result(document, () => {
        const style = { paint: show.outPaint, columns: host.terminal.columns() };
        const refusals = result.rows.flatMap(refusalsOf);
        const rows = result.rows.map((row) => ({ ...row, refusals: refusalsOf(row) }));
        const end = list
          ? updatesEndText({ ...result, rows }, style)
          : updateEndText(result, refusals, style);
        const rebased = result.rows.some((row) => row.rebased);
        const again = rebased ? `${rebasedText}\n` : '';
        if (shown) return `${again}${end}`;
        const plan = (rebased ? undefined : planned) ?? planText(result.rows, show.outPaint);
        return `${plan}\n${again}${end}`;
      });
      sayNext(context, result, number, dryRun);
      return result.exitCode;
    } finally {
      if (kept?.isThere) show.always(keptText(kept.file, shellWord(number ?? '')));
      whole?.input.close();
    }
  },
};

const rebasedText = 'Another process changed the record meanwhile: the flags were applied to its newer body.';

/** Our own findings in the words of their rules, the service's answers with what they mean. */
function shownRefusals({ refusals, subject }: UpdateRow, whole: WholeShape | undefined): ShownRefusal[] {
  return refusals.map(({ status, code, field: named, message }) => {
    const field = asnFieldOf(named);
    const { file, line, column } = whole?.asn.placeOf(field) ?? {};
    const place = file === undefined ? null : { file, line, column: column ?? null };
    if (status === 0) return { status, code, field, message, hint: '', place };
    const { sentence, hint } = meaningOf({ status, code, field, message }, 'update', subject.number);
    return { status, code, field, message: sentence, hint, place };
  });
}

function sayNext(
  { show }: Context,
  { state, rows }: UpdateResult,
  number: string | undefined,
  dryRun: boolean,
): void {
  if (state === 'planned' && dryRun) show.next('the same command without --dry-run');
  if (state === 'queued')
    show.next(
      number === undefined ? 'returns asns list' : `returns asns show ${shellWord(number)} --history`,
    );
  const code = rows.flatMap(({ refusals }) => refusals).find(({ code: one }) => ASN_CATALOG.has(one))?.code;
  if (state === 'refused' && code !== undefined) show.next(`returns explain ${code}`);
}

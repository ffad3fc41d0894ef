// What `asns update` is asked to change: flags as edits, a whole shape from a file, or a text from the editor.
import { Failure, inputFailure, type Place, usageFailure } from '../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { wrap } from '../../cli/columns.ts';
import { type Context, type FlagValues, listFlag, textFlag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { openAsnSource } from '../asn-input.ts';
import { asRecorded, editText, laidOut } from '../edit-file.ts';
import { applyEdits, checkEdits, type Edit, edit, parseSet, parseUnset } from '../edits.ts';
import type { AsnInput, ReadAsn } from '../input/types.ts';
import { type KeptEdit, keptEdit, offeredText } from '../kept-edit.ts';
import { checkSameNumber, type NewBody, recordOf } from '../plan-update.ts';
import type { UpdateJourney } from '../update-parts.ts';
import type { Subject } from '../update-rows.ts';
import { asnSource } from './asn-flags.ts';

/** The short forms of `--set`. */
const SHORT = [
  ['status', 'status', '--status'],
  ['shipDate', 'ship_date', '--ship-date'],
  ['trackingNumber', 'tracking_number', '--tracking-number'],
  ['carrier', 'carrier', '--carrier'],
] as const;

/** @throws Failure exit 2 */
export function editsOf(flags: FlagValues): readonly Edit[] {
  const short = SHORT.flatMap(([name, field, flag]) => {
    const value = textFlag(flags, name);
    return value === undefined ? [] : [edit(flag, [field], value)];
  });
  return checkEdits([
    ...short,
    ...listFlag(flags, 'set').map(parseSet),
    ...listFlag(flags, 'unset').map(parseUnset),
  ]);
}

/** A whole shape from a file, and where its fields stand there; the caller closes the input. */
export interface WholeShape {
  readonly asn: ReadAsn;
  readonly input: AsnInput;
  readonly body: NewBody;
}

/** The ASN of that number in a file. @throws Failure exit 2 when it holds another one, exit 6 when it cannot be read */
export async function wholeShape(
  context: Context,
  file: string,
  subject: Subject,
  flags: FlagValues,
): Promise<WholeShape> {
  const input = await openAsnSource(context.host, context.folders, asnSource(context, [file], flags));
  try {
    const all: ReadAsn[] = [];
    const meant: ReadAsn[] = [];
    for await (const asn of input.read()) {
      if (all.length < 2) all.push(asn);
      if (isObject(asn.raw) && asn.raw['asn_number'] === subject.number && isOf(asn.raw, subject))
        meant.push(asn);
    }
    if (meant.length > 1)
      throw usageFailure(
        'asn.twice',
        `${quote(file)} holds ASN ${quote(subject.number)} ${meant.length} times`,
        {
          place: { file, line: meant[1]!.line },
          hint: 'Name the program with --program, or leave one of them in the file.',
        },
      );
    const asn = meant[0] ?? (all.length === 1 ? all[0]! : undefined);
    if (!asn)
      throw usageFailure('asn.number.mismatch', `${quote(file)} holds no ASN ${quote(subject.number)}`, {
        place: { file },
        hint: 'Check number and file: path and body name the same ASN.',
      });
    checkSameNumber(asn.raw, {
      number: subject.number,
      ...(subject.program === undefined ? {} : { program: subject.program }),
    });
    const program = isObject(asn.raw) ? asn.raw['program_identifier'] : undefined;
    const key = { number: subject.number, program: typeof program === 'string' ? program : '' };
    const text = JSON.stringify(asn.raw);
    return { asn, input, body: { kind: 'whole', text, key, findings: asn.findings } };
  } catch (error) {
    input.close();
    throw error;
  }
}

const isOf = (asn: Record<string, unknown>, { program }: Subject) =>
  program === undefined || asn['program_identifier'] === program;

/** The recorded body with the edits, then as the person leaves it in the editor; `onKept` hears where what was
 * typed is kept. */
export function editedBody(
  { host, folders, globals, show }: Context,
  subject: Subject,
  edits: readonly Edit[],
  target: string,
  onKept: (kept: KeptEdit) => void,
) {
  return async (...[records, parts]: Parameters<UpdateJourney['body']>): Promise<NewBody> => {
    const { last, number, program } = recordOf(records, subject.number, subject.program);
    const key = { number, program };
    const kept = keptEdit(host, folders, target, key);
    const shown = await startingText(kept, laidOut(applyEdits(last.body, edits)));
    const text = await editText(host, shown, {
      keep(edited) {
        kept.keep(edited);
        onKept(kept);
      },
      check: (edited) => {
        const wrong = syntaxOf(edited) ?? identityOf(edited, key);
        if (wrong) return [wrong.message];
        const asn = JSON.parse(edited) as unknown;
        return parts
          .judge(asn, parts.versionOf(asn), key)
          .filter(({ severity }) => severity === 'error')
          .map((finding) => `${finding.path ? `${finding.path}: ` : ''}${parts.sentence(finding)}`);
      },
      async again(complaints) {
        const width = host.terminal.columns() - 4;
        show.warn('the ASN cannot be sent like this');
        for (const complaint of complaints.slice(0, 10))
          show.note(
            wrap(clean(complaint), width)
              .map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`)
              .join('\n'),
          );
        if (complaints.length > 10) show.note(`  and ${complaints.length - 10} more`);
        if (!globals.input)
          throw inputFailure('asn.edit', `The edited ASN cannot be sent: ${complaints[0]}`, {
            hint: 'Mend what the editor writes; nothing was sent.',
          });
        return await makeAsk(host).confirm('Open it again?', true);
      },
    });
    return { kind: 'whole', text: asRecorded(text, last.body), key };
  };

  /** What an earlier edit left is offered again; where nobody can be asked, the record is what counts. */
  async function startingText(kept: KeptEdit, recorded: string): Promise<string> {
    const before = kept.read();
    if (before === undefined || before === recorded || !globals.input) return recorded;
    show.always(offeredText(kept.file));
    const whole = edits.length > 0 ? 'Go on with it (without the flags)?' : 'Go on with it?';
    if (!(await makeAsk(host).confirm(whole, true))) return recorded;
    onKept(kept);
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

/** `file:line` of a field of the whole shape. */
export const placeIn = (whole: WholeShape | undefined, field: string): Place | undefined =>
  whole?.asn.placeOf(field);

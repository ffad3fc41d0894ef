// Shows agreements: the answered ones with who and since when, the open ones in short.
import { plural } from '../../basics/units.ts';
import { labelled, type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { AgreementsOfProfile } from '../agreements.ts';
import type { Agreement } from '../open-questions.ts';

/** One `answers` element of `agreements/1`. */
export const agreementMembers = ({
  id,
  question,
  interface: source,
  choices,
  initial,
  answer,
}: Agreement) => ({
  ...{ id, question, interface: source, choices },
  /** What is done while there is no answer; null where nothing is. */
  initial: initial ?? null,
  ...{ value: answer?.value ?? null, by: answer?.by ?? null, since: answer?.since ?? null },
});

/** @param isWhole each with its choices and its source, because it was asked for by name */
export function agreementsText(
  { profile, file }: Pick<AgreementsOfProfile, 'profile' | 'file'>,
  agreements: readonly Agreement[],
  isWhole: boolean,
  paint: Paint,
  width: number,
): string {
  if (isWhole) return agreements.map((one) => wholeLines(one, paint, width).join('\n')).join('\n\n');
  const answered = agreements.filter(({ answer }) => answer);
  const open = agreements.filter(({ answer }) => !answer);
  return [
    paint.dim(`profile ${profile}, in ${clean(file)}`),
    '',
    paint.bold(`Agreed (${answered.length})`),
    ...(answered.length === 0 ? [paint.dim('  nothing yet')] : []),
    ...answered.flatMap((one) => answerLines(one, paint, width)),
    '',
    paint.bold(`Open (${open.length})`),
    ...open.flatMap(({ id, question, initial }) => {
      const meanwhile = initial === undefined ? '' : ` = ${clean(initial)} ${paint.dim('meanwhile')}`;
      return [`  ${id}${meanwhile}`, ...textBlock('    ', question, width, paint.dim)];
    }),
  ].join('\n');
}

function answerLines({ id, question, answer }: Agreement, paint: Paint, width: number): string[] {
  const { value, by, since } = answer!;
  const whence = [by === null ? [] : `by ${by}`, since === null ? [] : `since ${since}`].flat().join(', ');
  return [
    `  ${paint.bold(id)} = ${paint.green(clean(value))}${whence === '' ? '' : paint.dim(`  ${clean(whence)}`)}`,
    ...textBlock('    ', question, width, paint.dim),
  ];
}

function wholeLines(agreement: Agreement, paint: Paint, width: number): string[] {
  const { id, question, interface: source, choices, initial, answer } = agreement;
  const lines = answer
    ? answerLines(agreement, paint, width)
    : [`  ${paint.bold(id)}  ${paint.yellow('open')}`];
  return [
    ...(answer ? lines : [...lines, ...textBlock('    ', question, width, paint.dim)]),
    labelled('choices', choices.join(', '), paint),
    ...(initial === undefined ? [] : [labelled('meanwhile', clean(initial), paint)]),
    ...textBlock(labelled('interface', '', paint), source, width),
  ];
}

export const openText = (agreements: readonly Agreement[]): string =>
  plural(agreements.filter(({ answer }) => !answer).length, 'open question');

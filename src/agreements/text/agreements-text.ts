// Shows agreements: the answered ones with who and since when, the open ones in short.
import { plural } from '../../basics/units.ts';
import { clean, labelled, type Paint, textBlock } from '../../cli/presenter.ts';
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
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const shown = (one: Agreement) => linesOf(one, isWhole, paint, width);
  if (isWhole) return agreements.map((one) => shown(one).join('\n')).join('\n\n');
  const answered = agreements.filter(({ answer }) => answer);
  const open = agreements.filter(({ answer }) => !answer);
  return [
    paint.dim(`profile ${profile}, in ${clean(file)}`),
    '',
    paint.bold(`Agreed (${answered.length})`),
    ...(answered.length === 0 ? [paint.dim('  nothing yet')] : []),
    ...answered.flatMap(shown),
    '',
    paint.bold(`Open (${open.length})`),
    ...open.flatMap(shown),
  ].join('\n');
}

function linesOf(agreement: Agreement, isWhole: boolean, paint: Paint, width: number): string[] {
  const { id, question, interface: source, choices, initial, answer } = agreement;
  const value = answer?.value ?? initial;
  const { by, since } = answer ?? { by: null, since: null };
  const whence = [by === null ? [] : `by ${by}`, since === null ? [] : `since ${since}`].flat().join(', ');
  const is =
    value === undefined ? '' : ` = ${clean(value)}  ${paint.dim(answer ? clean(whence) : 'meanwhile')}`;
  return [
    `  ${paint.bold(id)}${is}`.trimEnd(),
    ...textBlock('    ', question, width, paint.dim),
    ...(isWhole
      ? [
          labelled('choices', choices.join(', '), paint),
          ...textBlock(labelled('interface', '', paint), source, width),
        ]
      : []),
  ];
}

export const openText = (agreements: readonly Agreement[]): string =>
  plural(agreements.filter(({ answer }) => !answer).length, 'open question');

// The result of an update of ASNs as text for users. Answer 202 is reported as queued, not as done.
import { formatCount } from '../../basics/units.ts';
import { labelled, NUMBER, wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { UpdateResult } from '../update-asns.ts';
import { reasonLines, type UpdateStyle } from './update-text.ts';

type UpdateEnd = Pick<UpdateResult, 'state' | 'run' | 'rows' | 'counts' | 'failure'>;

/** One refusal with its place in the input, and what to do about it. */
export interface ShownRefusal {
  readonly status: number;
  readonly code: string;
  readonly field: string;
  readonly message: string;
  /** Place in the input; null when the body was not read from an input. */
  readonly place: {
    readonly file: string;
    readonly line: number | undefined;
    readonly column: number | null;
  } | null;
  readonly hint: string;
}

type Style = Pick<UpdateStyle, 'paint' | 'columns'>;

export function updateEndText(
  end: UpdateEnd,
  refusals: readonly ShownRefusal[],
  { paint, columns }: Style,
): string {
  const run = end.run === null ? '' : `\n${paint.dim(`  run ${end.run}`)}`;
  switch (end.state) {
    case 'queued':
      return `${paint.green.bold('Queued')} (202): the service takes the change in on its own time.${run}`;
    case 'unchanged':
      return 'Nothing to change: it is recorded just so. Nothing was sent (--force sends it all the same).';
    case 'planned':
      return 'Nothing was sent.';
    case 'interrupted':
      return 'Interrupted before the answer came: run the same command again.';
    default:
      return refusals.flatMap((refusal) => refusalLines(refusal, { paint, columns })).join('\n');
  }
}

function refusalLines(refusal: ShownRefusal, { paint, columns }: Style): string[] {
  const { status, code, field, message, place, hint } = refusal;
  const who = status === 0 ? 'Not sent' : `Refused (${status})`;
  const sentence = `${field ? `${clean(field)}: ` : ''}${clean(message)}`;
  return [
    `${paint.red.bold(who)}  ${clean(code)}${place ? paint.dim(`  ${clean(spotText(place))}`) : ''}`,
    ...wrap(sentence, columns - 2).map((line) => `  ${line}`),
    ...wrap(clean(hint), columns - 12).map(
      (line, i) => `  ${i === 0 ? paint.bold('do this') : '       '}   ${line}`,
    ),
  ];
}

const spotText = ({ file, line, column }: NonNullable<ShownRefusal['place']>): string =>
  [file, line, column].filter((part) => part !== undefined && part !== null).join(':');

const TITLES: Readonly<Record<string, string>> = {
  queued: 'Queued',
  unchanged: 'Nothing to change',
  planned: 'Nothing was sent',
  refused: 'Queued, but not all',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

export function updatesEndText(end: UpdateEnd, { paint, columns }: Style): string {
  const { counts, state } = end;
  const color = state === 'queued' || state === 'unchanged' ? paint.green.bold : paint.yellow.bold;
  const title = state === 'refused' && counts.queued === 0 ? 'Nothing was queued' : (TITLES[state] ?? state);
  const lines = [`${color(title)}${end.run === null ? '' : paint.dim(`  run ${end.run}`)}`];
  const row = (name: string, value: number, more = '') => {
    if (value > 0)
      lines.push(
        labelled(name, `${formatCount(value).padStart(NUMBER)}  ${paint.dim(more)}`.trimEnd(), paint),
      );
  };
  row('queued', counts.queued, 'taken in by the service on its own time (202)');
  row('unchanged', counts.unchanged, 'nothing was sent for these');
  row('pending', counts.pending, state === 'planned' ? 'to be sent' : 'run the same command again to go on');
  row('refused', counts.refused);
  const refused = end.rows.filter(({ fate }) => fate === 'refused');
  lines.push(...reasonLines(refused, { paint, columns }));
  if (end.failure) {
    for (const text of wrap(clean(end.failure.message), columns - 2)) lines.push(`  ${paint.red(text)}`);
    for (const text of wrap(clean(end.failure.hint), columns - 2)) lines.push(`  ${text}`);
  }
  return lines.join('\n');
}

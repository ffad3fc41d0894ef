// The result of `asns adopt` as text for users, and the records that a file would replace.
import { formatCount, plural } from '../../basics/units.ts';
import { labelled, NUMBER, wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { diffAsns } from '../diff.ts';
import type { AdoptRow } from '../plan-adopt.ts';
import { diffText } from './diff-text.ts';
import type { UpdateStyle } from './update-text.ts';
import { howText } from './words.ts';

/** Number of rows that are listed; the rest is summed up. */
const MOST = 10;

export interface Adopted {
  readonly run: string | null;
  readonly counts: Readonly<
    Record<'read' | 'adopted' | 'replaced' | 'unchanged' | 'kept' | 'refused', number>
  >;
  readonly refused: readonly AdoptRow[];
}

export function adoptText({ run, counts, refused }: Adopted, { paint, columns }: UpdateStyle): string {
  const lines = [
    `${paint.bold(run === null ? 'Nothing was recorded' : 'Recorded, nothing was sent')}${run === null ? '' : paint.dim(`  run ${run}`)}`,
  ];
  const row = (name: string, value: number, more = '') => {
    if (value > 0 || name === 'read')
      lines.push(
        labelled(name, `${formatCount(value).padStart(NUMBER)}  ${paint.dim(more)}`.trimEnd(), paint),
      );
  };
  row('read', counts.read);
  row('adopted', counts.adopted);
  row('replaced', counts.replaced, 'the former body is kept in the history');
  row('unchanged', counts.unchanged, 'recorded with the same content');
  row('kept', counts.kept, 'the record may be newer; --yes replaces it');
  row('refused', counts.refused, 'for these reasons:');
  const indent = ' '.repeat(NUMBER + 2);
  for (const { number, file, line, refusals } of refused.slice(0, MOST)) {
    lines.push(
      `${indent}${paint.red(clean(number) || '(no number)')}  ${paint.dim(`${clean(file)}:${line}`)}`,
    );
    for (const { code, field, message } of refusals.slice(0, MOST))
      lines.push(
        ...wrap(
          `${clean(code)}  ${field ? `${clean(field)}: ` : ''}${clean(message)}`,
          columns - NUMBER - 4,
        ).map((text) => `${indent}  ${text}`),
      );
  }
  if (refused.length > MOST)
    lines.push(`${indent}and ${plural(refused.length - MOST, 'more ASN')} (all with --json)`);
  return lines.join('\n');
}

export function replacedText(rows: readonly AdoptRow[], { paint, columns, now }: UpdateStyle): string {
  const lines = rows
    .slice(0, 5)
    .flatMap(({ number, program, recorded, queued }) => [
      `${paint.bold(clean(number))}  program ${clean(program)}  ${paint.dim(recorded ? howText(recorded, now) : '')}`,
      ...diffText(diffAsns(JSON.parse(recorded?.body ?? '{}'), JSON.parse(queued.body)), paint, columns),
    ]);
  if (rows.length > 5) lines.push(`and ${plural(rows.length - 5, 'more ASN')}`);
  return lines.join('\n');
}

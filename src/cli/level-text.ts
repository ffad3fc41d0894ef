// Shows changed levels in plans and checks: key, level, source, and the number of findings that each changed.
import { formatCount } from '../basics/units.ts';
import type { LevelChange, LevelRow } from '../contract/levels.ts';
import { labelled, NUMBER, type Paint, textBlock } from './columns.ts';
import { clean } from './presenter.ts';

export function levelLines(rows: readonly LevelRow[], paint: Paint, width: number): string[] {
  if (rows.length === 0) return [];
  const lines = [labelled('levels', paint.dim('findings that count otherwise than by default:'), paint)];
  const indent = ' '.repeat(NUMBER + 2);
  for (const row of rows) {
    lines.push(`${formatCount(row.findings).padStart(NUMBER)}  ${clean(changeText(row))}`);
    if (row.except.length > 0) lines.push(...textBlock(indent, exceptText(row), width, paint.dim));
  }
  return lines;
}

/** `order.status.unknown: warning, not error (--level)` */
export const changeText = ({ key, level, initial, from }: LevelChange): string =>
  level === initial ? `${key}: ${level} (${from})` : `${key}: ${level}, not ${initial} (${from})`;

const exceptText = ({ except, initial }: LevelChange): string =>
  clean(`It stays ${initial} for ${except.join(', ')}.`);

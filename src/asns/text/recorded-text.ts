// What several texts say of an ASN: its changes, one line per field, its body, its age, how it was recorded.
import { escapeControls } from '../../basics/text.ts';
import { formatDuration, plural } from '../../basics/units.ts';
import type { Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnQueued } from '../../storage/asn-records.ts';
import type { AsnChange } from '../diff.ts';
import { SENT_AT } from '../update/plan-update.ts';

/** Number of changes that are listed; the rest is summed up. */
const MOST_CHANGES = 40;

export function diffText(
  all: readonly AsnChange[],
  paint: Paint,
  more: (change: AsnChange) => string = () => '',
): string[] {
  const changes = all.filter((change) => !isTimeOfSending(change));
  const shown = changes.slice(0, MOST_CHANGES);
  const widest = Math.min(34, Math.max(0, ...shown.map(({ path }) => clean(path).length)));
  const lines = shown.map((change) => `${changeLine(change, widest, paint)}${more(change)}`);
  if (changes.length > MOST_CHANGES)
    lines.push(`    and ${plural(changes.length - MOST_CHANGES, 'more change')} (all with --json)`);
  // Every update changes the time of sending, so it is shown last and dim.
  const sent = all.find(isTimeOfSending);
  if (sent) lines.push(paint.dim(`    ${SENT_AT}  ${shortJson(sent.after)} (renewed)${more(sent)}`));
  return lines;
}

/** Whether a change is only the time of sending, which every update changes. */
export const isTimeOfSending = ({ kind, path }: AsnChange): boolean => kind === 'changed' && path === SENT_AT;

const SIGNS = { changed: '~', added: '+', removed: '-', moved: '>' } as const;

function changeLine(change: AsnChange, widest: number, paint: Paint): string {
  const { kind } = change;
  const color = { changed: paint.yellow, added: paint.green, removed: paint.red, moved: paint.cyan }[kind];
  const [before, after] = [shortJson(change.before), shortJson(change.after)];
  const value = {
    changed: `${before} -> ${after}`,
    added: after,
    removed: before,
    moved: `was ${clean(String(change.before))}`,
  }[kind];
  return `  ${color(SIGNS[kind])} ${clean(change.path).padEnd(widest)}  ${value}`;
}

/** A value on one line: texts in quotes, objects and lists as JSON, long values cut. */
function shortJson(value: unknown): string {
  const text = escapeControls(JSON.stringify(value) ?? 'null');
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

// What several texts say of an ASN: its body, its age, how it was recorded.

/** `just now`, `5 min 10 s ago`, `2 h 10 min ago`. A time in the future, after the clock was set back, gives `just now`. */
export const ageText = (ms: number): string => (ms < 60_000 ? 'just now' : `${formatDuration(ms)} ago`);

/** `created 2 h 10 min ago`. */
export const howText = ({ how, at }: AsnQueued, now: number): string => `${how}d ${ageText(now - at)}`;

/** `updated by run 2026...`. */
export const runText = ({ how, run }: AsnQueued): string => `${how}d by run ${clean(run)}`;

/** Number of lines of the body; the rest is only counted. */
const MOST = 400;

export function bodyLines(asn: unknown): string[] {
  const lines = JSON.stringify(asn, null, 2).split('\n');
  const shown = lines.slice(0, MOST).map((line) => clean(`    ${line}`));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `    and ${plural(more, 'more line')}: --json`] : shown;
}

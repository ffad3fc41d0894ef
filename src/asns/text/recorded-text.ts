// What several texts say of an ASN: its body, its age, how it was recorded.
import { formatDuration, plural } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnQueued } from '../../storage/asn-records.ts';

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

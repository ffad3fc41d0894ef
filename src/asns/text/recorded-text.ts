// Words about recorded ASNs that several texts share: age, how it was recorded, key.
import { formatDuration, plural } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnQueued } from '../../storage/asn-records.ts';

const DAY = 86_400_000;

/**
 * `just now`, `5 min 10 s ago`, `3 days ago`. A time in the future, after the clock was set back, gives `just
 * now`.
 */
export function ageText(ms: number): string {
  if (ms < 60_000) return 'just now';
  if (ms >= 2 * DAY) return `${plural(Math.floor(ms / DAY), 'day')} ago`;
  return `${formatDuration(ms >= 3_600_000 ? Math.floor(ms / 60_000) * 60_000 : Math.floor(ms / 1000) * 1000)} ago`.replace(
    '.0 s',
    ' s',
  );
}

const HOW: Readonly<Record<AsnQueued['how'], string>> = {
  create: 'created',
  update: 'updated',
};

/** `created 2 h 10 min ago`. */
export const howText = ({ how, at }: AsnQueued, now: number): string => `${HOW[how]} ${ageText(now - at)}`;

/** `updated by run 2026...`. */
export const runText = ({ how, run }: AsnQueued): string => `${HOW[how]} by run ${clean(run)}`;

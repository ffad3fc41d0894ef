// Words about recorded ASNs that several texts share: age, how it was recorded, key.
import { formatDuration } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { AsnQueued } from '../../storage/asn-records.ts';

/** `just now`, `5 min 10 s ago`, `2 h 10 min ago`. A time in the future, after the clock was set back, gives `just now`. */
export const ageText = (ms: number): string => (ms < 60_000 ? 'just now' : `${formatDuration(ms)} ago`);

const HOW: Readonly<Record<AsnQueued['how'], string>> = {
  create: 'created',
  update: 'updated',
};

/** `created 2 h 10 min ago`. */
export const howText = ({ how, at }: AsnQueued, now: number): string => `${HOW[how]} ${ageText(now - at)}`;

/** `updated by run 2026...`. */
export const runText = ({ how, run }: AsnQueued): string => `${HOW[how]} by run ${clean(run)}`;

// Which versions of Node and SQLite this program runs on, and whether they still get what is mended.
import type { Versions } from '../platform/probe-types.ts';
import { checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';

/** The last day of security fixes, by major version of Node (nodejs/Release). */
const LAST_FIXES: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
};

/** Older ones may lose a write when the log is begun anew while others write. */
const SQLITE = [3, 51, 3] as const;

/** `now`: ms since the epoch. */
export const versionChecks = ({ node, sqlite }: Versions, now: number): readonly DoctorCheck[] =>
  checksOf({ 'versions.node': [nodeFinding(node, now)], 'versions.sqlite': [sqliteFinding(sqlite)] });

function nodeFinding(version: string, now: number): Finding {
  const last = LAST_FIXES[Number.parseInt(version, 10)];
  if (last === undefined || now < Date.parse(last) + 86_400_000) return good(`Node.js ${version}`);
  return doubtful(
    `Node.js ${version} gets no security fixes since ${last}`,
    'Install a newer Node.js with long-term support (nodejs.org); returns works on it as it is.',
  );
}

function sqliteFinding(version: string): Finding {
  const parts = version.split('.').map(Number);
  const at = SQLITE.findIndex((wanted, i) => parts[i] !== wanted);
  if (at === -1 || (parts[at] ?? 0) > SQLITE[at]!) return good(`SQLite ${version}`);
  return doubtful(
    `SQLite ${version} is older than ${SQLITE.join('.')}, which mends a fault of its log with several writers`,
    'Install returns-cli again, so that its package @photostructure/sqlite is a newer one.',
  );
}

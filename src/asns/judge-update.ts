// How an update is judged: every rule of the interface, and unit identifiers against all other ASNs that are recorded.
import type { AsnVersion } from '../contract/asn.ts';
import { describeFinding } from '../contract/asn-catalog.ts';
import { judgeAsn } from '../contract/judge-asn.ts';
import { applyLevels, type Levels } from '../contract/levels.ts';
import type { Host } from '../platform/platform.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import { unitsElsewhere, versionOf } from './judge.ts';
import type { PlanParts } from './plan-update.ts';

export function planParts(
  host: Host,
  records: AsnRecords,
  wish: {
    readonly version: AsnVersion | undefined;
    readonly force: boolean;
    readonly levels: Levels | undefined;
  },
): PlanParts {
  return {
    records,
    crypto: host.crypto,
    force: wish.force,
    now: () => host.clock.now(),
    versionOf: (asn) => versionOf(asn, wish.version),
    judge: (asn, version, key) => [
      ...judgeAsn(asn, version, wish),
      ...applyLevels(unitsElsewhere(records, key, asn), wish.levels),
    ],
    levels: wish.levels,
    sentence: describeFinding,
  };
}

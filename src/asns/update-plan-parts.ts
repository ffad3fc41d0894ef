// How an update is checked: all rules of the interface, and unit identifiers against all other recorded ASNs.

import { describeAsnFinding } from '../contract/asn-catalog.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import { applyLevels, type Levels } from '../contract/levels.ts';
import { validateAsn } from '../contract/validate-asn.ts';
import type { Platform } from '../platform/platform.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import { unitsElsewhere, versionOf } from './check-asn.ts';
import type { PlanParts } from './plan-update.ts';

export function planParts(
  platform: Platform,
  records: AsnRecords,
  wish: {
    readonly version: AsnVersion | undefined;
    readonly force: boolean;
    readonly levels: Levels | undefined;
  },
): PlanParts {
  return {
    records,
    crypto: platform.crypto,
    force: wish.force,
    now: () => platform.clock.now(),
    versionOf: (asn) => versionOf(asn, wish.version),
    checks: (asn, version, key) => [
      ...validateAsn(asn, version, wish),
      ...applyLevels(unitsElsewhere(records, key, asn), wish.levels),
    ],
    levels: wish.levels,
    sentence: describeAsnFinding,
  };
}

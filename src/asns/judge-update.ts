// How an update is judged: every rule of the interface, and unit identifiers against all other ASNs that are recorded.
import type { Host } from '../base/host.ts';
import { isObject } from '../base/json.ts';
import type { AsnVersion } from '../contract/asn.ts';
import { describeFinding } from '../contract/catalog.ts';
import { judgeAsn } from '../contract/judge-asn.ts';
import type { AsnRecords } from '../store/asn-records.ts';
import type { PlanParts } from './plan-update.ts';

export function planParts(
  host: Host,
  records: AsnRecords,
  wish: { readonly version: AsnVersion | undefined; readonly force: boolean },
): PlanParts {
  return {
    records,
    crypto: host.crypto,
    force: wish.force,
    versionOf: (asn) => wish.version ?? (hasLabels(asn) ? 2 : 1),
    judge: (asn, version) => judgeAsn(asn, version),
    sentence: describeFinding,
  };
}

function hasLabels(asn: unknown): boolean {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return list(isObject(asn) ? asn['cartons'] : undefined).some((carton) =>
    list(isObject(carton) ? carton['details'] : undefined).some(
      (detail) => isObject(detail) && detail['labels'] !== undefined,
    ),
  );
}

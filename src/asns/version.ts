// Which version of the ASN interface a body goes out under: labels need version 2, everything else does with 1.
import { isObject } from '../basics/json.ts';
import type { AsnVersion } from '../contract/asn.ts';

/** What was asked for; else 2 when a detail line has labels, else 1. */
export const versionOf = (asn: unknown, asked: AsnVersion | undefined): AsnVersion =>
  asked ?? (hasLabels(asn) ? 2 : 1);

function hasLabels(asn: unknown): boolean {
  return listOf(asn, 'cartons').some((carton) =>
    listOf(carton, 'details').some((detail) => isObject(detail) && detail['labels'] !== undefined),
  );
}

function listOf(holder: unknown, key: string): readonly unknown[] {
  const value = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(value) ? value : [];
}

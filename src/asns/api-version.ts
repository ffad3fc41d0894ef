// The version of the interface that an ASN is sent with.
import { type AsnVersion, detailsOf } from '../contract/asn-words.ts';

/** The requested version; by default 2 when a detail line has labels, otherwise 1. */
export const versionOf = (asn: unknown, asked: AsnVersion | undefined): AsnVersion =>
  asked ?? (detailsOf(asn).some(({ detail }) => detail['labels'] !== undefined) ? 2 : 1);

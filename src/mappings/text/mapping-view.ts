// Shows mappings, as lines of a table and as members of documents.
import { plural } from '../../basics/units.ts';
import { clean, table } from '../../cli/presenter.ts';
import type { KnownMapping } from '../known-mappings.ts';

export const mappingMembers = ({ name, kind, message, platform, columns, savedAt, file }: KnownMapping) => ({
  name,
  kind,
  message,
  platform: platform ?? null,
  columns,
  path: file ?? null,
  saved_at: savedAt === undefined ? null : new Date(savedAt).toISOString(),
});

/** `shop-export  remembered  orders  Shopify  23 columns  2026-11-20` */
export const mappingsText = (mappings: readonly KnownMapping[]): string =>
  table(
    mappings.map(({ name, kind, message, platform, columns, savedAt }) => [
      name,
      kind,
      message === 'asn' ? 'ASNs' : 'orders',
      clean(platform ?? '-'),
      plural(columns.length, 'column'),
      savedAt === undefined ? '' : new Date(savedAt).toISOString().slice(0, 10),
    ]),
  )
    .map((line) => line.trimEnd())
    .join('\n');

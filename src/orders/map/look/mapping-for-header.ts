// Finds the mapping that was made for a header: one that is remembered, or that of a platform.
import { usageFailure } from '../../../basics/failure.ts';
import { meantText, quote } from '../../../basics/text.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import { loadRemembered, shippedMappings } from '../../../input/mapping/language/load.ts';
import { messageOf } from '../../../input/mapping/language/mapping.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Folders } from '../../../storage/folders.ts';
import { fingerprintOf, rememberedMappings, shippedText } from '../../../storage/mappings.ts';
import { type ColumnMatch, matchColumns } from '../../../storage/match-columns.ts';
import type { MappingJson } from '../types.ts';
import { type LostField, takenOver } from '../write/other-columns.ts';

export interface Recognised {
  readonly kind: 'remembered' | 'shipped';
  /** Name for `--map`. */
  readonly name: string;
  /** Of the platform, such as Shopify. */
  readonly platform: string | undefined;
  readonly mapping: MappingJson;
  /** Share of the file's columns that belong to it, 0 to 1. */
  readonly share: number;
  readonly match: ColumnMatch<unknown> | undefined;
  /** Of a mapping that was remembered for just these columns. */
  readonly file?: string | undefined;
  /** Fields of a remembered mapping whose column the file does not have. */
  readonly lost?: readonly LostField[];
}

/** Share of the columns that must belong together before a file without core keys counts as the export of a platform. */
const ENOUGH = 0.6;

interface Header {
  readonly names: readonly string[];
  /** The names are paths. */
  readonly isJson: boolean;
  /** The name of a platform or of a mapping, which wins over what the columns say. */
  readonly wanted: string | undefined;
}

export function recognise(
  platform: Platform,
  folders: Folders,
  { names, isJson, wanted }: Header,
): Recognised | undefined {
  if (wanted !== undefined)
    return shippedFor(platform, names, isJson, wanted) ?? wantedFailure(platform, wanted);
  const remembered = rememberedFor(platform, folders, names);
  if (remembered?.share === 1) return remembered;
  const shipped = shippedFor(platform, names, isJson, undefined);
  return shipped && (remembered === undefined || shipped.share > remembered.share) ? shipped : remembered;
}

/** @throws Failure exit 2 */
function wantedFailure(platform: Platform, wanted: string): never {
  const known = shippedMappings(platform)
    .filter(({ message }) => message === 'order')
    .flatMap((one) => [one.name, ...(one.platform === undefined ? [] : [one.platform.toLowerCase()])]);
  throw usageFailure(
    'usage.platform',
    `There is no platform ${quote(wanted)}.${meantText(wanted.toLowerCase(), known)}`,
    {
      expected: [...new Set(known)].join(', '),
      found: quote(wanted),
      hint: 'Omit --platform: the columns are worked out from their names and values.',
    },
  );
}

/** @throws Failure exit 6 when what was remembered is no mapping any more: somebody changed it */
function rememberedFor(platform: Platform, folders: Folders, names: readonly string[]) {
  const own = rememberedMappings(platform, folders).mappings.filter(
    ({ mapping }) => messageOf(mapping) === 'order',
  );
  const fingerprint = fingerprintOf(platform, names);
  const exact = own.find((one) => one.fingerprint === fingerprint);
  const match = matchColumns(names, exact ? [exact] : own);
  if (!match) return undefined;
  const { candidate, same, renamed, added, missing } = match;
  const { name, file } = candidate;
  const both = same.length + renamed.length;
  const share = exact ? 1 : both / (both + added.length + missing.length);
  if (share < 2 / 3) return undefined;
  loadRemembered(candidate, 'order');
  const taken = takenOver(candidate.mapping, renamed, missing);
  const known = { kind: 'remembered', name, platform: undefined, share, match } as const;
  return taken && { ...known, ...taken, ...(exact && file !== undefined && { file }) };
}

function shippedFor(
  platform: Platform,
  names: readonly string[],
  isJson: boolean,
  wanted: string | undefined,
): Recognised | undefined {
  const header = new Set(names);
  // The columns of a JSON export are the paths of orders and line items: what stands in other lists, such as refunds, may
  // be missing; an export whose lines are orders and line items has no list of line items at all.
  const isKnown = (name: string) => header.has(name) || (isJson && name.includes(LIST));
  const found = shippedMappings(platform).flatMap((one) => {
    const { message, core, columns } = one;
    // A mapping without a platform is for one data set; it is taken only when it is named.
    const mayBe = wanted === undefined ? one.platform !== undefined : isWanted(one, plain(wanted));
    if (message !== 'order' || !mayBe) return [];
    // An ignored object or list stands for all that is in it.
    const isIn = (name: string, key: string) => name.startsWith(`${key}.`) || name.startsWith(key + LIST);
    const ignored = names.filter((name) =>
      one.ignored.some((key) => key === name || (isJson && isIn(name, key))),
    );
    const known = columns.filter((name) => header.has(name));
    const share = new Set([...known, ...ignored]).size / Math.max(1, header.size);
    const isIt = core ? core.every((key) => header.has(key)) : columns.every(isKnown) && share >= ENOUGH;
    return wanted !== undefined || isIt ? [{ ...one, share }] : [];
  });
  const best = found.sort((a, b) => b.share - a.share)[0];
  if (!best) return undefined;
  const mapping = JSON.parse(shippedText(platform, best.name)!) as MappingJson;
  return { ...best, kind: 'shipped', mapping, match: undefined };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const isWanted = ({ name, platform }: Pick<Recognised, 'name' | 'platform'>, asked: string): boolean =>
  plain(name).startsWith(asked) || (platform !== undefined && plain(platform) === asked);

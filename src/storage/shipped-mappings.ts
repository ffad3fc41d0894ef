// The mappings that come with the package: the files of samples/mappings. Their names are those of the files.
import path from 'node:path';
import type { Platform } from '../platform/platform.ts';

type Place = Pick<Platform, 'files' | 'packageFolder'>;

const folderOf = (platform: Place): string => path.join(platform.packageFolder, 'samples', 'mappings');

/** The names, sorted: `shopify-orders` is samples/mappings/shopify-orders.json. */
export const shippedNames = (platform: Place): string[] =>
  platform.files
    .list(folderOf(platform))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

/** The file of a shipped mapping; undefined when there is none of that name. */
export const shippedFile = (platform: Place, name: string): string | undefined =>
  shippedNames(platform).includes(name) ? path.join(folderOf(platform), `${name}.json`) : undefined;

export function shippedText(platform: Platform, name: string): string | undefined {
  const file = shippedFile(platform, name);
  return file === undefined ? undefined : platform.files.readText(file);
}

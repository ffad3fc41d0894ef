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

/** The text of a shipped mapping; undefined when there is none of that name. */
export const shippedText = (platform: Platform, name: string): string | undefined =>
  shippedNames(platform).includes(name)
    ? platform.files.readText(path.join(folderOf(platform), `${name}.json`))
    : undefined;

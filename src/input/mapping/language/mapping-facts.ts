// What a mapping says about itself, read from its JSON before it is checked.
import { isObject } from '../../../basics/json.ts';
import type { MappedMessage } from './shape.ts';

/** The messages that the mapping makes; orders when it does not say. */
export const messageOf = (mapping: unknown): MappedMessage =>
  isObject(mapping) && mapping['message'] === 'asn' ? 'asn' : 'order';

/** The platform whose export the mapping reads, `Shopify`. */
export function platformOf(mapping: unknown): string | undefined {
  const platform = isObject(mapping) && isObject(mapping['platform']) ? mapping['platform'] : {};
  return typeof platform['name'] === 'string' ? platform['name'] : undefined;
}

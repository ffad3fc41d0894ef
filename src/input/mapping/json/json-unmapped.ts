// The keys and lists of a JSON record that a mapping does not use.
import type { Json } from '../../../basics/json.ts';
import { isObject } from '../../../basics/json.ts';
import type { PathNode } from './json-columns.ts';
import { LIST } from './json-paths.ts';

/** Adds their paths; of a part that is not used at all, its first key. Keys that begin with `_` do not count. */
export function keysBeside(value: Json, node: PathNode, found: Set<string>): void {
  if (node.columns.length > 0) return;
  if (Array.isArray(value)) {
    for (const element of value) if (node.elements) keysBeside(element, node.elements, found);
    return;
  }
  if (!isObject(value)) return;
  // A list of one may be written as its element.
  const here = node.keys.size === 0 && node.elements ? node.elements : node;
  for (const [key, below] of Object.entries(value) as [string, Json][]) {
    const next = here.keys.get(key);
    if (next) keysBeside(below, next, found);
    else if (!key.startsWith('_'))
      found.add(`${here.path === '' ? '' : `${here.path}.`}${key}${Array.isArray(below) ? LIST : ''}`);
  }
}

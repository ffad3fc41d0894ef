// Finds the record inside the object that holds it, as in answers of web services: `{"data": {...}}`.
import { isObject, type JsonObject } from '../../../basics/json.ts';

const WRAPPERS = ['data', 'order', 'orders', 'item', 'items', 'result', 'results', 'response'];
const DEEPEST = 3;

export const isWrapper = (path: readonly string[]): boolean => path.every((key) => WRAPPERS.includes(key));

interface Inside {
  readonly way: readonly string[];
  readonly record: JsonObject;
  /** How many of its keys are known. */
  readonly score: number;
}

/** The object itself, unless one inside it has by far more of the known keys. */
export function recordInside(
  value: JsonObject,
  isKnown: (key: string) => boolean,
  deepest = DEEPEST,
): Inside {
  let best: Inside | undefined;
  for (const key of deepest > 0 ? WRAPPERS : []) {
    const inner = value[key];
    if (!isObject(inner)) continue;
    const found = recordInside(inner as JsonObject, isKnown, deepest - 1);
    if (found.score > (best?.score ?? 0)) best = { ...found, way: [key, ...found.way] };
  }
  if (!best && deepest === DEEPEST) return { way: [], record: value, score: 0 };
  const score = Object.keys(value).filter(isKnown).length;
  return best && best.score >= 2 * score ? best : { way: [], record: value, score };
}

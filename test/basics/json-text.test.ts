// Places of the values in a JSON text, in any formatting: by steps, by path, and by line and column.

import { describe, expect, it } from 'vitest';
import { lineAndColumn } from '../../src/basics/json.ts';
import { JsonPlaces, jsonPlaces, locate, locateSteps, stepsText } from '../../src/basics/json-text.ts';
import { fc } from '../helpers/random.ts';

const valueAt = (root: unknown, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], root);

const space = fc.constantFrom('', ' ', '\n', '\r\n\t');
const key = fc.oneof(fc.constantFrom('"a"', '"items"', '"\\u0061b"', '"é{"', '"]:\\\\"', '"__proto__"'));
/** Any JSON without duplicate keys, with white space at every allowed place. */
const texts = fc.letrec<{ value: string }>((tie) => ({
  value: fc
    .tuple(
      space,
      fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          key,
          fc.constantFrom('0', '-1.50', '1e3', 'true', 'false', 'null', JSON.stringify('\\", {"')),
        ),
        fc.array(tie('value'), { maxLength: 3 }).map((list) => `[${list.join(',')} ]`),
        fc
          .uniqueArray(fc.tuple(key, space, tie('value')), { maxLength: 4, selector: ([name]) => name })
          .map(
            (members) =>
              `{${members.map(([name, gap, value]) => `${gap}${name}${gap}:${value}`).join(',')} }`,
          ),
      ),
      space,
    )
    .map((parts) => parts.join('')),
})).value;

describe('places of values', () => {
  it('give each value its offsets', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const root: unknown = JSON.parse(text);
        for (const { steps, start, end } of jsonPlaces(text))
          expect(JSON.parse(text.slice(start, end))).toEqual(valueAt(root, steps));
      }),
    );
  });

  it('are found by steps and by path; for a missing value, the innermost existing one is found', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const places = new JsonPlaces(text);
        for (const { steps, start, end } of jsonPlaces(text)) {
          expect(locateSteps(text, steps)).toEqual({ start, end });
          expect(locateSteps(text, [...steps, 'none', 0])).toEqual({ start, end });
          const path = stepsText(steps);
          expect(places.at(path)).toEqual(lineAndColumn(text, start));
          expect(places.at(`${path}${path && '.'}none[7].x`)).toEqual(lineAndColumn(text, start));
          if (/[\]:]\\/.test(path)) continue;
          expect(locate(text, path)).toEqual({ start, end });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('include every value', () => {
    const text = '{"a":[1,{"b":"x"},[]],"c":{},"d":null}';
    const paths = [...jsonPlaces(text)].map(({ steps }) => stepsText(steps));
    expect(paths).toEqual(['a[0]', 'a[1].b', 'a[1]', 'a[2]', 'a', 'c', 'd', '']);
    expect([...jsonPlaces(text, 1)].map(({ steps }) => stepsText(steps))).toEqual(['a', 'c', 'd', '']);
  });
});

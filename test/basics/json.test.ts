// Strict JSON: errors that JSON.parse ignores are found, with their place; equal values give equal canonical text.

import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  findJsonFault,
  lineAndColumn,
  parseJsonInput,
  parseJsonStrictly,
} from '../../src/basics/json.ts';
import { fc } from '../helpers/random.ts';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const faultOf = (text: string) => parseJsonStrictly(text).fault;

import { syntaxFaultAt } from '../../src/basics/json-text.ts';

describe('strict JSON', () => {
  it.each([
    ['{"a":1,"a":2}', 'duplicate', 7],
    ['{"a":{"b":1,"c":2,"b":3}}', 'duplicate', 18],
    ['[{"a":1},{"a":1,"\\u0061":2}]', 'duplicate', 16],
    ['{"n":9007199254740993}', 'integer', 5],
    ['[-9007199254740993]', 'integer', 1],
    ['{"a":', 'syntax', 5],
    ['{"a" 1}', 'syntax', 5],
    ['', 'syntax', 0],
    ['{"on": }', 'syntax', 7],
    ['nul', 'syntax', 0],
    ['{"a":1,}', 'syntax', 7],
    ['[1 2]', 'syntax', 3],
    ['{"a":01}', 'syntax', 5],
    ['"a\nb"', 'syntax', 2],
    ['"a\\x"', 'syntax', 2],
    ['[1]]', 'syntax', 3],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'nesting', 64],
    [`${'{"a":'.repeat(100_000)}`, 'nesting', 320],
  ])('%s is a fault of kind %s at %i', (text, code, offset) => {
    expect(faultOf(text)).toMatchObject({ code, offset });
  });

  it.each([
    '{"a":1,"b":{"a":1}}',
    '[9007199254740991,1.5e300,0.12345678901234567890]',
    '{"s":"a,\\"a\\":{[","t":"9007199254740993"}',
    `${'['.repeat(64)}${']'.repeat(64)}`,
  ])('%s is fine', (text) => {
    expect(parseJsonStrictly(text)).toEqual({ value: JSON.parse(text) });
  });

  it('accepts all output of JSON.stringify (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const big = /(?<![\d."])-?\d{16,}(?![\d.eE"])/.test(text);
        expect(big || findJsonFault(text) === undefined).toBe(true);
      }),
    );
  });

  it('names file, line and column, counted from the place of the text', () => {
    expect(() => parseJsonInput('{"a":1,\n  "a":2}', { file: 'x.ndjson', line: 7 })).toThrow(
      expect.objectContaining({ exitCode: 6, place: { file: 'x.ndjson', line: 8, column: 3 } }),
    );
    expect(lineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
  });

  it('finds the place of an error inserted anywhere into a valid text (property)', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('}', ']', ',', ':', '"', 'x', '\u0001', ''),
        (value, at, c) => {
          const text = JSON.stringify(value);
          const i = at % text.length;
          const broken = text.slice(0, i) + c + text.slice(i + 1);
          let valid = true;
          try {
            JSON.parse(broken);
          } catch {
            valid = false;
          }
          const fault = syntaxFaultAt(broken);
          // Nothing before the word, number or escape at the changed place is wrong, and a wrong text is always reported.
          const word = /[\w.+\\-]*$/.exec(broken.slice(0, i))![0];
          if (!valid) expect(fault).toBeGreaterThanOrEqual(Math.min(i, broken.length) - word.length);
          expect(valid ? fault : broken.length).toBe(broken.length);
          // An error inside a number or word is reported at its beginning.
          if (!valid && fault < broken.length && !/[\w-]/.test(broken[fault]!)) {
            const ends = ['', '"', ']', '}', '0', ':0', ':0}'];
            expect(ends.some((end) => isJson(broken.slice(0, fault + 1) + end))).toBe(false);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never quotes the input in a syntax error', () => {
    expect(faultOf('{"email": secret@example.com}')?.message).not.toContain('secret');
  });
});

describe('canonical JSON', () => {
  it('sorts keys at every depth and drops undefined', () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined, a: 'x' }], a: null })).toBe(
      '{"a":null,"b":[{"a":"x","d":1}]}',
    );
  });
  it('is valid JSON that means the same, whatever the order of the keys (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('the fast check for errors', () => {
  it('gives the same result as the full check for every text', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'é"\\', ':', '{');
    const number = fc.constantFrom(
      '0',
      '-12',
      '10825',
      '9007199254740993',
      '123456789012345',
      '1e400',
      '1.5e3',
      '9'.repeat(17),
    );
    const text = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        name.map((one) => JSON.stringify(one)),
        fc.array(tie('value'), { maxLength: 3 }).map((list) => `[${list.join(' ,')}]`),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 4 })
          .map(
            (members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`,
          ),
      ),
    })).value;
    fc.assert(
      fc.property(text, (json) => {
        expect(parseJsonStrictly(json).fault).toEqual(findJsonFault(json));
      }),
      { numRuns: 3000 },
    );
  });
});

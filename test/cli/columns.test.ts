// Tables and text blocks of a terminal: aligned whatever the characters and colours, nothing cut, nothing too wide.
import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cutMiddle, fitLines, table, textBlock, widthOf, wrap } from '../../src/cli/presenter.ts';
import { fc } from '../helpers/random.ts';

const { red } = new Chalk({ level: 1 });
const word = fc.string({
  minLength: 1,
  maxLength: 8,
  unit: fc.constantFrom(...'abcZ09-_é…→日本語한글ﾊﾝ全，🎁🚚ñ', 'e\u0301'),
});

describe('the width of a text', () => {
  it('is the one that string-width gives, colours aside', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(' ');
        expect(widthOf(text)).toBe(stringWidth(text));
        expect(widthOf(red(text))).toBe(stringWidth(text));
      }),
    );
  });
});

describe('an identifier without room', () => {
  it.each([
    ['RMA-0a9f3c-1', 12, 'RMA-0a9f3c-1'],
    ['RMA-0a9f3c-1', 9, 'RMA-…3c-1'],
    ['RMA-0a9f3c-1', 8, 'RMA-…c-1'],
    ['SO-日本語한글-17', 9, 'SO-…글-17'],
  ])('%s in %i columns is cut in its middle', (id, width, shown) => {
    expect(cutMiddle(id, width)).toBe(shown);
    expect(widthOf(cutMiddle(id, width))).toBeLessThanOrEqual(width);
  });
});

it('an address stays in one line', () => {
  const url = `http://127.0.0.1:4501/#session=${'a'.repeat(60)}`;
  expect(fitLines(`Look inside at ${url}`, 60).split('\n')[1]!.trim()).toBe(url);
});

describe('a table', () => {
  it('has its columns below each other, numbers at their right', () => {
    expect(
      table(
        [
          ['日本', red('1'), 'x'],
          ['a', '200', ''],
          ['é', '30', 'y'],
        ],
        [1],
      ),
    ).toEqual([`日本    ${red('1')}  x`, 'a     200', 'é      30  y']);
  });
});

describe('a text block', () => {
  it('goes on below itself, and keeps every word', () => {
    expect(textBlock('  do this   ', 'one two three', 20, red)).toEqual([
      `  do this   ${red('one two')}`,
      `            ${red('three')}`,
    ]);
    expect(wrap('about 2,500 requests', 15)).toEqual(['about', '2,500 requests']);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 1, max: 40 }), (words, width) => {
        const lines = wrap(words.join(' '), width);
        expect(lines.join(' ')).toBe(words.join(' '));
        for (const line of lines) expect(widthOf(line) <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

// Tables and text blocks of a terminal: aligned whatever the characters and colours, nothing cut, nothing too wide.
import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { table, textBlock, widthOf, wrap } from '../../src/cli/layout.ts';
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

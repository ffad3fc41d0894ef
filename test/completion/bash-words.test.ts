// Words as bash has them: bash itself says what they mean.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readBashWord, writeBashWord } from '../../src/completion/shell-words.ts';
import { fc } from '../helpers/random.ts';

it.each([
  ['plain', 'plain', ''],
  ['"open $HOME', 'open $HOME', '"'],
  ["'open \\", 'open \\', "'"],
  ['a\\ b', 'a b', ''],
  ['"a\\"b\\c"d', 'a"b\\cd', ''],
  ['half"way', 'halfway', '"'],
  ['ends\\', 'ends', ''],
] as const)('reads %s', (raw, text, quote) => {
  expect(readBashWord(raw)).toEqual({ text, quote });
});

it('writes words that bash reads as they are, in every quote', () => {
  const signs = fc.constantFrom(...'aZ9 \'"\\$`!&;|<>(){}[]*?~#=:,%^-ä'.split(''));
  const texts = fc.array(signs, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 30, maxLength: 30 }), (all) => {
      for (const quote of ['', '"', "'"] as const) {
        const line = all.map((text) => quote + writeBashWord(text, quote) + quote).join(' ');
        const ran = spawnSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
        expect(ran.stdout.split('\0').slice(0, -1), line).toEqual(all);
        for (const text of all) expect(readBashWord(quote + writeBashWord(text, quote)).text).toBe(text);
      }
    }),
    { numRuns: 10 },
  );
});

it.each(['', '"', "'"] as const)('a bang is not replaced by an earlier line, behind %j', (quote) => {
  const text = 'SO-!!;echo !echo ! $!"!';
  const word = quote + writeBashWord(text, quote) + quote;
  const input = `set -o history -o histexpand\necho earlier\nprintf '%s' ${word}\n`;
  const { stdout } = spawnSync('bash', ['--norc'], {
    input,
    encoding: 'utf8',
    env: { ...process.env, HISTFILE: '' },
  });
  expect(stdout).toBe(`earlier\n${text}`);
});

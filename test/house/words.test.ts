// What a user calls is where the code lies: every command of the table has its file where its words say.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/commands.ts';
import { readSource } from './source-text.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Words that do not begin with the name of their folder, and the folder whose subject they are. */
const SUBJECT: Readonly<Record<string, string>> = {
  login: 'account',
  logout: 'account',
  whoami: 'account',
  token: 'account',
  profile: 'account',
  listen: 'calls',
  trigger: 'sandbox',
  config: 'cli',
  explain: 'cli',
  samples: 'cli',
  schema: 'cli',
  version: 'cli',
  help: 'cli',
};

/** `orders upload` is src/orders/commands/upload.ts, `listen` src/calls/commands/listen.ts. */
function fileOf(words: string): string {
  const [first, second] = words.split(' ') as [string, string?];
  // The topics of help are one table each: one file holds them.
  if (first === 'help') return 'src/cli/commands/help.ts';
  const subject = SUBJECT[first];
  if (subject === undefined) return `src/${first}/commands/${second ?? first}.ts`;
  return `src/${subject}/commands/${second === undefined ? first : `${first}/${second}`}.ts`;
}

/** The file that a row of the table loads: read from its source. */
const loaded = new Map(
  [
    ...readSource(fs.readFileSync(path.join(ROOT, 'src/commands.ts'), 'utf8')).code.matchAll(
      /entry\(\s*'([^']+)'[\s\S]*?import\('\.\/([^']+)'\)/g,
    ),
  ].map(([, words, file]) => [words!, `src/${file}`]),
);

describe('every command', () => {
  it.each(COMMANDS.map(({ path: words }) => words))(
    'returns %s: has its file where its words say',
    (words) => {
      expect(loaded.get(words)).toBe(fileOf(words));
      expect(fs.existsSync(path.join(ROOT, fileOf(words)))).toBe(true);
    },
  );

  it('loads a command from there', async () => {
    for (const { path: words, load } of COMMANDS)
      expect(await load(), words).toMatchObject({ run: expect.any(Function) });
  });

  it('declares each flag once, with a default that the flag takes', async () => {
    for (const { path: words, load } of COMMANDS) {
      const { flags = [] } = await load();
      expect(
        flags.map(({ name }) => name).filter((name, i, all) => all.indexOf(name) !== i),
        words,
      ).toEqual([]);
      expect(() => optionsOf(flags), words).not.toThrow();
    }
  });

  it('states no default again where an option is read', async () => {
    for (const { path: words, load } of COMMANDS) {
      const { code } = readSource(fs.readFileSync(path.join(ROOT, fileOf(words)), 'utf8'));
      const { flags = [] } = await load();
      for (const { name, orDefault } of flags)
        if (orDefault(undefined) !== undefined)
          expect(code, words).not.toMatch(new RegExp(`\\b(?:options\\.)?${name}\\b \\?\\?`));
    }
  });

  it('says in the first line of its file which words it answers', () => {
    for (const { path: words } of COMMANDS) {
      if (words.startsWith('help ')) continue;
      const [first] = fs.readFileSync(path.join(ROOT, fileOf(words)), 'utf8').split('\n');
      expect(first, fileOf(words)).toContain(`\`returns ${words}\``);
    }
  });
});

// Every file, folder, link, command and flag that the documentation names is there.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands.ts';
import { ALL_RULES } from '../../src/contract/all-rules.ts';
import { helpPages } from '../../src/program/help-pages.ts';
import { ROOT, readPage } from './shell.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...fs.readdirSync(path.join(ROOT, 'docs')).map((page) => `docs/${page}`),
];

let flagsByCommand: Map<string, Set<string>>;
beforeAll(async () => {
  const help = await helpPages(1000, true);
  const flagsIn = (page: string) =>
    [...page.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!);
  const everywhere = ['--all', ...flagsIn(help['--help']!)];
  flagsByCommand = new Map(
    COMMANDS.map(({ path: words }) => [
      words,
      new Set([...flagsIn(help[`${words} --help`]!), ...everywhere]),
    ]),
  );
});

/** The anchors of a page, as a reader of Markdown makes them from headings. */
const anchorsOf = (page: string): string[] =>
  [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const codeOf = (text: string): string[] => [
  ...[...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!),
  ...[...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, body]) => body!.split('\n')),
  ...[...text.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command!),
];

/** Command lines in code: from `returns` to what ends it, with the command's words cut off. */
function commandLines(text: string): { words: string | undefined; line: string }[] {
  return codeOf(text)
    .flatMap((code) => code.replace(/\s#\s.*$/, '').match(/(?<![\w./-])returns [a-z][^|>)<]*/g) ?? [])
    .map((line) => {
      const [, first, second] = line.split(' ');
      const found = [`${first} ${second}`, first!].find((words) => flagsByCommand.has(words));
      return { words: found, line };
    });
}

describe.each(pages)('%s', (page) => {
  const text = readPage(page);

  it('links to pages and headings that are there', () => {
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file, anchor] = link.split('#') as [string, string?];
        const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
        if (!fs.existsSync(path.join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  it('names files and folders that are there', () => {
    const named = codeOf(text).flatMap(
      (code) => code.match(/(?<![\w./~-])(?:src|test|samples|docs|bin|\.ci)\/[\w./-]*/g) ?? [],
    );
    const missing = named
      .map((name) => name.replace(/[.,]$/, ''))
      .filter((name) => !/[A-Z]{4,}/.test(name.replace('README', '')))
      .filter((name) => !fs.existsSync(path.join(ROOT, name)));
    expect(missing).toEqual([]);
  });

  it('names commands and flags that are there', () => {
    const wrong = commandLines(text).flatMap(({ words, line }) => {
      if (words === undefined) return isGroup(line) ? [] : [line];
      const known = flagsByCommand.get(words)!;
      return [...line.matchAll(/(?<= )--[a-z][\w-]*/g)]
        .map(([flag]) => flag)
        .filter((flag) => flag !== '--help' && !known.has(flag))
        .map((flag) => `${words}: ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names flags, in running text, that some command has', () => {
    const all = new Set([...flagsByCommand.values()].flatMap((flags) => [...flags]));
    const others = ['--update', '--help', '--readonly'];
    const wrong = codeOf(text)
      .filter((code) => code.startsWith('--'))
      .flatMap((code) => [...code.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => flag))
      .filter((flag) => !all.has(flag) && !others.includes(flag));
    expect(wrong).toEqual([]);
  });

  it('names findings that are there', () => {
    const named = codeOf(text).flatMap(
      (code) => code.match(/(?<![\w./-])(?:order|asn|rma|item|refund)\.[a-z_]+\.[a-z_]+(?![\w.(])/g) ?? [],
    );
    expect(named.filter((code) => !ALL_RULES.has(code) && !/_cents$|\.json$/.test(code))).toEqual([]);
  });
});

const isGroup = (line: string): boolean => {
  const [, first, second] = line.split(' ');
  return (
    COMMANDS.some(({ path: words }) => words.startsWith(`${first} `)) &&
    (second ?? '').match(/^[a-z]/) === null
  );
};

// Which flags the tests give to the program itself, found by reading the sources of the tests: nothing runs. A flag counts when
// it stands in a list or among the arguments of a call, in a test file that reaches the program, near the words of its command:
// the nearest piece of code around it that names a command with this flag says whose it is, at last the file with its helpers.
// A title, a comment or an expectation does not count. Limits: whether the call is made, and whether the test looks at what
// the flag does, cannot be seen here; a flag that two commands of one piece of code have counts for both.
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vitest/node';
import { ROOT, readPage } from '../docs/shell.ts';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A text in a list or among arguments, with everything around it, the nearest last. */
interface Given {
  readonly text: string;
  readonly around: readonly Node[];
}

interface Source {
  /** Files of the tests that it imports. */
  readonly imports: readonly string[];
  readonly isRunning: boolean;
  readonly given: readonly Given[];
  /** The commands that each piece of code names. */
  readonly named: ReadonlyMap<Node, ReadonlySet<string>>;
}

/** Calls whose arguments are looked for or said, not given. */
const NOT_GIVEN =
  /^(?:to[A-Z]\w*|describe|it|itLong|test|includes|indexOf|startsWith|endsWith|replace|replaceAll|filter|split)$/;
const RUNS = ['src/main.ts', 'test/helpers/cli.ts', 'test/helpers/pty.ts', 'test/helpers/program.ts'];

/** Command -> its flags -> whether a test gives it. */
export type Flags = ReadonlyMap<string, ReadonlySet<string>>;

/** The flags that no test gives, as `command --flag`. */
export function neverGiven(flags: Flags): string[] {
  const files = sourcesOf('test');
  const sources = new Map(files.map((file) => [file, readSource(file, flags)]));
  const given = new Set<string>();
  const credit = (commands: Iterable<string>, word: string): boolean => {
    const owners = [...commands].filter((command) => flags.get(command)?.has(word));
    for (const owner of owners) given.add(`${owner} ${word}`);
    return owners.length > 0;
  };
  const imported = (file: string, seen = new Set<string>()): Set<string> => {
    for (const one of sources.get(file)?.imports ?? []) if (!seen.has(one)) imported(one, seen.add(one));
    return seen;
  };
  for (const [file, source] of sources) {
    const others = [...imported(file)];
    const reaches = [file, ...others].some((one) => RUNS.includes(one) || sources.get(one)?.isRunning);
    if (!reaches) continue;
    for (const { text, around } of source.given) {
      const word = /^--[a-z][\w-]*/.exec(text)?.[0];
      if (word === undefined) continue;
      const [whole, ...inside] = around;
      if (inside.toReversed().some((node) => credit(source.named.get(node) ?? [], word))) continue;
      credit(source.named.get(whole!) ?? [], word);
      for (const other of others)
        for (const commands of sources.get(other)?.named.values() ?? []) credit(commands, word);
    }
  }
  for (const line of [...files.flatMap((file) => linesIn(sources.get(file)!)), ...consoleLines()]) {
    const words = line.split(/\s+/);
    const command = commandAt(words, flags);
    if (command !== undefined) for (const word of words) credit([command], word.replace(/=.*/, ''));
  }
  return [...flags].flatMap(([command, words]) =>
    [...words].map((word) => `${command} ${word}`).filter((name) => !given.has(name)),
  );
}

const sourcesOf = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !/\/(?:bench|torture)\//.test(file));

/** Command lines in one text, such as `'orders check a.csv --since 6mo'.split(' ')`. */
const linesIn = ({ given, isRunning }: Source): string[] =>
  isRunning ? given.map(({ text }) => text).filter((text) => / --/.test(text)) : [];

/** The commands of the pages, which test/docs runs. */
function consoleLines(): string[] {
  const pages = ['README.md', ...fs.readdirSync(path.join(ROOT, 'docs')).map((page) => `docs/${page}`)];
  return pages.flatMap((page) =>
    [...readPage(page).matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, body]) =>
      [...body!.replaceAll('\\\n', ' ').matchAll(/^\$ .*?returns (.*)$/gm)].map(([, line]) => line!),
    ),
  );
}

const commandAt = (words: readonly string[], flags: Flags): string | undefined =>
  [words.slice(0, 3).join(' '), words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => flags.has(name));

function readSource(file: string, flags: Flags): Source {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  const imports: string[] = [];
  const given: Given[] = [];
  const named = new Map<Node, Set<string>>();
  /** The node that is looked at, and everything around it. One list for all: copied only for a text. */
  const here: Node[] = [];
  const visit = (node: Node): void => {
    here.push(node);
    if (node.type === 'ImportDeclaration')
      imports.push(path.posix.join(path.posix.dirname(file), (node['source'] as Node)['value'] as string));
    const list = listIn(node);
    const texts = list.map((one) => textOf(one) ?? '');
    texts.forEach((text, at) => {
      if (text === '') return;
      const command = commandAt(texts.slice(at), flags);
      // One word may be anything; at the beginning of a list it is a command.
      if (command !== undefined && (at === 0 || command.includes(' ')))
        for (const one of here) named.set(one, (named.get(one) ?? new Set()).add(command));
      given.push({ text, around: [...here] });
    });
    for (const child of childrenOf(node)) visit(child);
    here.pop();
  };
  visit(program);
  return { imports, isRunning: imports.some((one) => RUNS.includes(one)), given, named };
}

/** The elements of a list, or the arguments of a call that gives them on. */
function listIn(node: Node): readonly Node[] {
  if (node.type === 'ArrayExpression')
    return (node['elements'] as (Node | null)[]).filter((one) => one !== null);
  if (node.type !== 'CallExpression') return [];
  return isTold(node) ? [] : (node['arguments'] as Node[]);
}

/** An expectation or a title. */
function isTold(call: Node): boolean {
  const callee = call['callee'] as Node;
  const name = callee.type === 'MemberExpression' ? (callee['property'] as Node)['name'] : callee['name'];
  return typeof name === 'string' && NOT_GIVEN.test(name);
}

/** Nothing inside an expectation is given; inside a test it is. */
const childrenOf = (node: Node): Node[] => {
  const name =
    node.type === 'CallExpression' && ((node['callee'] as Node)['property'] as Node | undefined)?.['name'];
  const isExpectation = typeof name === 'string' && /^to[A-Z]/.test(name);
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (typeof value !== 'object' || value === null || (isExpectation && key === 'arguments')) continue;
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof (one as Node | null)?.type === 'string') children.push(one as Node);
  }
  return children;
};

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head] = node['quasis'] as { value: { cooked: string } }[];
  return head?.value.cooked;
}

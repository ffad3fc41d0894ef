// Makes docs/reference.md out of what the program itself prints: its help pages and its tables.
import { COMMANDS } from '../../src/commands.ts';
import { run } from '../../src/main.ts';
import { helpPages } from '../../src/program/help-pages.ts';
import { testPlatform } from '../helpers/platform.ts';
import { routeRows } from './sandbox-routes.ts';

/** So wide that no line of help is folded. */
const WIDE = 1000;

export async function reference(): Promise<string> {
  const pages = await helpPages(WIDE, true);
  const names = COMMANDS.map(({ path }) => path);
  const ofGroup = (group: string) => names.filter((name) => name.split(' ')[0] === group);
  const groups = [...new Set(names.map((name) => name.split(' ')[0]!))];
  const [codes, environment, files] = await Promise.all(
    ['exit-codes', 'environment', 'files'].map((topic) => document('help', topic)),
  );
  const sections = [
    '<!-- Made by npm run docs: change the texts in src/, not here. -->',
    '# Reference',
    'Everything here comes from the program: `returns COMMAND --help`, `returns help exit-codes`, `returns help environment` and `returns help files` print the same. The words are explained in the [glossary](glossary.md).',
    [
      '- [Commands](#commands)',
      '- [Global flags](#global-flags)',
      '- [Exit codes](#exit-codes)',
      '- [Environment](#environment)',
      '- [Files on disk](#files-on-disk)',
      '- [Routes of the sandbox](#routes-of-the-sandbox)',
    ].join('\n'),
    '## Commands',
    table(
      ['command', 'what it does'],
      groups.flatMap(ofGroup).map((name) => [`[\`returns ${name}\`](#${anchor(name)})`, summaryOf(name)]),
    ),
    'Each command also takes the [global flags](#global-flags).',
    ...groups.flatMap(ofGroup).map((name) => commandSection(name, pages[`${name} --help`]!)),
    '## Global flags',
    'They stand before or after the command.',
    flagTable(flagsIn(section(pages['--help']!, 'Options'))),
    '## Exit codes',
    'When several apply, the first of 1, 7, 4, 75, 5, 3 is given.',
    table(
      ['code', 'name', 'meaning'],
      list(codes, 'codes').map(({ code, name, meaning }) => [code!, `\`${name}\``, meaning!]),
    ),
    'With `--json` the document of a failure has a `reason`, in a summary under `error`. For exit codes 75 and 4 it says whether waiting helps. Every other exit code has its own name as the reason.',
    table(
      ['reason', 'code', 'does it pass by itself?', 'meaning'],
      list(codes, 'reasons').map(({ reason, code, passes, meaning }) => [
        `\`${reason}\``,
        code!,
        passes ? 'yes' : 'no',
        meaning!,
      ]),
    ),
    '## Environment',
    'A flag beats the environment, and the environment beats the profile in use. A profile named with `--profile` beats the addresses and credentials of the environment.',
    table(
      ['variable', 'what it is'],
      list(environment, 'variables').map(({ name, purpose }) => [`\`${name}\``, purpose!]),
    ),
    'Also read: `NO_COLOR`, `FORCE_COLOR`, `TERM`, `HTTPS_PROXY`, `NO_PROXY`, `XDG_CONFIG_HOME`, `XDG_STATE_HOME`, `XDG_CACHE_HOME`, `EDITOR` and `VISUAL` (`asns update --edit`), `JOB_COMPLETION_INDEX` (`--shards`), and `LC_ALL`, `LC_CTYPE` or `LANG`: where they name a locale without UTF-8, output is ASCII only.',
    '## Files on disk',
    'The folders are those without `--config-dir`, `--state-dir` and their variables. The ledger must be on a local disk, not on a network file system.',
    table(
      ['path', 'what it holds'],
      list(files, 'files').map(({ path, purpose }) => [`\`${path}\``, purpose!]),
    ),
    'The ledger is an SQLite database. You may read its views at any time, also during an upload, with `sqlite3 -readonly` (3.37 or newer). Times are UTC. An identifier of more than 400 characters is replaced by `#` and its digest.',
    table(
      ['view', 'rows'],
      list(files, 'views').map(({ name, purpose }) => [`\`${name}\``, purpose!]),
    ),
    'Some questions; `RUN` and `RMA` stand for yours:',
    `\`\`\`sql\n${list(files, 'queries')
      .map(({ purpose, sql }) => `-- ${purpose}\n${sql};`)
      .join('\n')}\n\`\`\``,
    '## Routes of the sandbox',
    'They answer programs on this machine only. A star marks what must be given. `returns schema sandbox` prints every body and document as JSON Schema. An act that cannot be is 409 `sandbox-refusal/1`, an unknown thing 404 `sandbox-refusal/1`, a request that cannot be read 400 `sandbox-bad-request/1`.',
    table(['route', 'what it does', 'takes', 'answers with'], routeRows()),
  ];
  return `${sections.join('\n\n')}\n`;
}

const summaryOf = (name: string): string => COMMANDS.find(({ path }) => path === name)!.summary;
const anchor = (name: string): string => `returns-${name.replaceAll(' ', '-')}`;
const cell = (text: unknown): string => String(text).replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

function commandSection(name: string, page: string): string {
  const usage = /^Usage: (.*)$/m.exec(page)![1]!.replace('[options] ', '').replace(' [options]', '');
  const flags = flagsIn(page.split('\nExamples:\n')[0]!).filter(([flag]) => flag.startsWith('--'));
  const more = page.split(/^Global flags, .*\n/m)[1]!.split('Examples:\n');
  const examples = more.at(-1)!.trimEnd().replace(/^ {2}/gm, '');
  const rest = more.length > 1 ? more[0]!.trim() : '';
  return [
    `### returns ${name}`,
    `${summaryOf(name)}.`,
    `\`${usage}\``,
    ...(flags.length > 0 ? [flagTable(flags)] : []),
    ...(rest === '' ? [] : [`\`\`\`text\n${rest}\n\`\`\``]),
    `\`\`\`sh\n${examples}\n\`\`\``,
  ].join('\n\n');
}

const section = (page: string, title: string): string =>
  new RegExp(`^${title}:\\n((?: .*\\n)*)`, 'm').exec(page)?.[1] ?? '';

/** `  --flag <value>  what it does`, in lines that are not folded. */
const flagsIn = (text: string): (readonly [string, string])[] =>
  [...text.matchAll(/^ {2}(\S.*?) {2,}(.*)$/gm)].map(([, flag, what]) => [flag!, what!]);
const flagTable = (flags: readonly (readonly [string, string])[]): string =>
  table(
    ['flag', 'what it does'],
    flags.map(([flag, what]) => [`\`${flag}\``, what.replace(/</g, '&lt;')]),
  );

type Row = Readonly<Record<string, string | number | boolean>>;
const list = (from: Record<string, unknown> | undefined, key: string): readonly Row[] => from![key] as Row[];

/** What the command prints with --json, with the folders of a reader. */
async function document(...words: string[]): Promise<Record<string, unknown>> {
  const t = testPlatform();
  await run([...words, '--json'], t.platform);
  const { config, state, machine } = t.folders;
  return JSON.parse(
    t
      .stdout()
      .replaceAll(config, '~/.config/returns')
      .replaceAll(state, '~/.local/state/returns')
      .replaceAll(machine, '~/.cache/returns'),
  );
}

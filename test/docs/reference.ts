// Makes docs/reference.md out of what the program itself prints: its help pages and its tables.
import { ASKED } from '../../src/agreements/asked.ts';
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
  const shared = sharedFlags(names.map((name) => flagsOf(pages[`${name} --help`]!)));
  const [codes, environment, files] = await Promise.all(
    ['exit-codes', 'environment', 'files'].map((topic) => document('help', topic)),
  );
  const sections = [
    '<!-- Made by npm run docs: change the texts in src/, not here. -->',
    '# Reference',
    'Everything here comes from the program: `returns COMMAND --help`, `returns help exit-codes`, `returns help environment` and `returns help files` print the same. `returns schema` prints the JSON Schema of each message. Words: [Glossary](glossary.md).',
    [
      '- [Commands](#commands)',
      '- [Flags of several commands](#flags-of-several-commands)',
      '- [Global flags](#global-flags)',
      '- [Exit codes](#exit-codes)',
      '- [Environment](#environment)',
      '- [Files on disk](#files-on-disk)',
      '- [Routes of the sandbox](#routes-of-the-sandbox)',
      '- [Questions to the service](#questions-to-the-service)',
    ].join('\n'),
    '## Commands',
    groups
      .map((group) =>
        ofGroup(group)
          .map((name) => `[${name}](#${anchor(name)})`)
          .join(', '),
      )
      .map((names) => `- ${names}`)
      .join('\n'),
    'Each command also takes the [global flags](#global-flags). Flags that stand without a text are [flags of several commands](#flags-of-several-commands). `returns COMMAND --help` has examples.',
    ...groups.flatMap(ofGroup).map((name) => commandSection(name, pages[`${name} --help`]!, shared)),
    '## Flags of several commands',
    flagTable([...shared.values()]),
    '## Global flags',
    'They stand before or after the command.',
    flagTable(flagsIn(section(pages['--help']!, 'Options'))),
    '## Exit codes',
    'Their meanings stand in the [README](../README.md#exit-codes), and with what to do in `returns help exit-codes`.',
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
    'Also read: `NO_COLOR`, `FORCE_COLOR`, `TERM`, `HTTPS_PROXY`, `NO_PROXY`, `XDG_CONFIG_HOME`, `XDG_STATE_HOME`, `XDG_CACHE_HOME`, `EDITOR` and `VISUAL` (`asns update --edit`), `JOB_COMPLETION_INDEX` (`--shard auto/8`), and `LC_ALL`, `LC_CTYPE` or `LANG`: where they name a locale without UTF-8, output is ASCII only.',
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
    '## Questions to the service',
    'What the interface leaves open beside `returns agreements list`; no command reads the answers.',
    ASKED.map((question) => `- ${question}`).join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

const summaryOf = (name: string): string => COMMANDS.find(({ path }) => path === name)!.summary;
const anchor = (name: string): string => `returns-${name.replaceAll(' ', '-')}`;
const cell = (text: unknown): string => String(text).replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

type Flag = readonly [string, string];

const flagsOf = (page: string): Flag[] =>
  flagsIn(page.split('\nExamples:\n')[0]!).filter(([flag]) => flag.startsWith('--'));

/** The flags that say the same in several commands, by name and text. Of a name with several texts it is the most usual one. */
function sharedFlags(ofCommands: readonly (readonly Flag[])[]): Map<string, Flag> {
  const counts = new Map<string, { flag: Flag; count: number }>();
  for (const flag of ofCommands.flat()) {
    const key = flag.join(' ');
    counts.set(key, { flag, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const byName = new Map<string, Flag>();
  for (const { flag, count } of [...counts.values()].sort((a, b) => b.count - a.count)) {
    const name = flag[0].replace(/ <.*/, '');
    if (count > 1 && !byName.has(name)) byName.set(name, flag);
  }
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([, flag]) => [flag.join(' '), flag]));
}

function commandSection(name: string, page: string, shared: ReadonlyMap<string, Flag>): string {
  const usage = /^Usage: (.*)$/m.exec(page)![1]!.replace('[options] ', '').replace(' [options]', '');
  const isShared = (flag: Flag): boolean => shared.has(flag.join(' '));
  const flags = flagsOf(page);
  const own = flags.filter((flag) => !isShared(flag));
  const others = flags.filter(isShared).map(([flag]) => `\`${flag.replace(/ <.*/, '')}\``);
  const more = page.split(/^Global flags, .*\n/m)[1]!.split('Examples:\n');
  const rest = more.length > 1 ? more[0]!.trim() : '';
  return [
    `### returns ${name}`,
    `${summaryOf(name)}.`,
    `\`${usage}\``,
    ...(own.length > 0 ? [flagTable(own)] : []),
    ...(others.length > 0 ? [`Also ${others.join(', ')}.`] : []),
    ...(rest === '' ? [] : [`\`\`\`text\n${rest}\n\`\`\``]),
  ].join('\n\n');
}

const section = (page: string, title: string): string =>
  new RegExp(`^${title}:\\n((?: .*\\n)*)`, 'm').exec(page)?.[1] ?? '';

/** `  --flag <value>  what it does`, in lines that are not folded. */
const flagsIn = (text: string): Flag[] =>
  [...text.matchAll(/^ {2}(\S.*?) {2,}(.*)$/gm)].map(([, flag, what]) => [flag!, what!]);
const flagTable = (flags: readonly Flag[]): string =>
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

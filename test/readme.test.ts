// The README is true: its console blocks are run, its tables are compared with those of the code, its example is a test.
// After a change of what commands print: npx vitest run test/readme.test.ts -u
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXIT_CODES } from '../src/basics/exit.ts';
import { ENVIRONMENT } from '../src/cli/commands/help.ts';
import { COMMANDS } from '../src/commands.ts';
import { LOCAL } from '../src/contract/endpoints.ts';
import { run } from '../src/main.ts';
import { realNet } from '../src/platform/net.ts';
import type { Host } from '../src/platform/platform.ts';
import { temporaryFolder, testHost } from './helpers/host.ts';

const root = path.resolve(import.meta.dirname, '..');
const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');

const RUN = /\d{8}-\d{6}-[0-9a-f]{6}/g;

/** A terminal of 80 columns without colour, in a home of its own, whose port 4500 is any free one. */
class Shell {
  private readonly test = testHost({
    env: { TERM: 'dumb' },
    terminal: { stdout: true, stderr: true },
    system: { user: 'you', hostname: 'laptop' },
  });
  private readonly background: { stop(): void; ended: Promise<unknown> }[] = [];
  private port = 0;
  private lastCode = 0;
  private lastRun = '';

  constructor() {
    fs.cpSync(path.join(root, 'samples'), path.join(this.test.work, 'samples'), { recursive: true });
  }

  /** A run that a command names is the last one: its id differs from play to play. */
  named(line: string): string {
    return line.replace(RUN, this.lastRun);
  }

  async run(line: string): Promise<string> {
    if (line === 'echo $?') return `${this.lastCode}\n`;
    const [program, ...argv] = line.split(' ');
    if (program !== 'returns') throw new Error(`the README runs something else: ${line}`);
    let screen = '';
    const stops: (() => void)[] = [];
    const done = run(
      argv,
      this.host((text) => (screen += text), stops),
    );
    if (line !== 'returns sandbox start') this.lastCode = await done;
    else {
      while (!screen.includes('sandbox status')) await new Promise((resolve) => setTimeout(resolve, 2));
      this.background.push({ stop: () => stops.at(-1)?.(), ended: done });
    }
    this.lastRun = screen.match(RUN)?.at(-1) ?? this.lastRun;
    return screen
      .replaceAll(path.join(this.test.root, 'state'), '/home/you/.local/state/returns')
      .replaceAll(this.test.work, '/home/you/returns-cli');
  }

  async close(): Promise<void> {
    for (const { stop, ended } of this.background) {
      stop();
      await ended;
    }
  }

  private host(keep: (text: string) => void, stops: (() => void)[]): Host {
    const { host } = this.test;
    const there = `127.0.0.1:${LOCAL.port}`;
    return {
      ...host,
      terminal: { ...host.terminal, out: async (text) => keep(String(text)), err: keep },
      system: {
        ...host.system,
        onSignal: (listener) => {
          stops.push(() => listener('SIGINT'));
          return () => {};
        },
      },
      net: {
        client: async (options) => {
          const client = await realNet.client(options);
          return {
            request: (request) =>
              client.request({ ...request, url: request.url.replace(there, `127.0.0.1:${this.port}`) }),
            close: () => client.close(),
          };
        },
        serve: async (options, handler) => {
          const real = await realNet.serve({ ...options, port: 0 }, handler);
          this.port = real.port;
          return { host: real.host, port: LOCAL.port, url: `http://${there}`, close: () => real.close() };
        },
      },
    };
  }
}

/**
 * What differs from run to run: ids and durations of runs, points in time, and numbers of a machine's speed. And where a
 * line is folded before a path of this machine, which is longer here than there.
 */
const mask = (text: string): string =>
  text
    .replace(RUN, 'RUN')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replace(/\d+(\.\d+)? (ms|s|min|years)\b/g, 'SPAN')
    .replace(/\s+(?=\/home\/you\/)/g, ' ');

it('shows what its commands print', async () => {
  const shell = new Shell();
  let shown = readme;
  try {
    for (const [block, body] of readme.matchAll(/```console\n([\s\S]*?)```/g)) {
      let played = '';
      for (const said of body!.split('\n').filter((text) => text.startsWith('$ '))) {
        const line = shell.named(said);
        played += `${line}\n${await shell.run(line.slice(2))}`;
      }
      if (mask(played) !== mask(body!)) shown = shown.replace(block, () => `\`\`\`console\n${played}\`\`\``);
    }
  } finally {
    await shell.close();
  }
  await expect(shown).toMatchFileSnapshot('../README.md');
});

/** The rows of the table below a heading, as cells. */
function tableUnder(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.slice(2, -2).split(' | '));
}

it('lists every exit code as the code has it', () => {
  expect(tableUnder('Exit codes')).toEqual(EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]));
});

it('lists every environment variable as the code has it', () => {
  expect(tableUnder('Environment')).toEqual(ENVIRONMENT.map(([name, text]) => [`\`${name}\``, text]));
});

it('names every command, and none that is not there', () => {
  const named = tableUnder('Commands')
    .flatMap(([cell]) => [...(cell ?? '').matchAll(/`(?:returns )?([a-z -]+)/g)])
    .map((match) => match[1]!.replace(/ --.*/, '').trim());
  expect(named.sort()).toEqual(COMMANDS.map(({ path: words }) => words).sort());
});

it('has a row for every folder of the sources', () => {
  const folders = fs
    .readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .map((entry) => `\`src/${entry.name}${entry.isDirectory() ? '/' : ''}\``);
  expect(
    tableUnder('How the house is built')
      .map(([folder]) => folder)
      .sort(),
  ).toEqual(folders.sort());
});

it('gives a reason for every package that the sources import', () => {
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const packages = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...fs
        .readFileSync(path.join(root, 'src', file), 'utf8')
        .matchAll(/(?:from |import\(|import )'([^'.][^']*)'/g),
    ])
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('node:') && name !== 'returns-cli/sandbox')
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect(tableUnder('Dependencies').map(([name]) => name)).toEqual(
    [...new Set(packages)].sort().map((name) => `\`${name}\``),
  );
});

it('has an example of the sandbox that runs', () => {
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const folder = temporaryFolder('returns-readme-');
  fs.writeFileSync(path.join(folder, 'example.test.ts'), example);
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(root, path.join(folder, 'node_modules', 'returns-cli'), 'dir');
  fs.symlinkSync(
    path.join(root, 'node_modules', 'vitest'),
    path.join(folder, 'node_modules', 'vitest'),
    'dir',
  );
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const ran = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, CI: 'true' },
  });
  expect(ran.stdout, ran.stderr).toContain('"numPassedTests":1,');
});

// Runs the console blocks of a page as a reader would: one shell a page, in a home and a folder of its own.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../src/main.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { testPlatform } from '../helpers/platform.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const readPage = (page: string): string => fs.readFileSync(path.join(ROOT, page), 'utf8');

/**
 * The page with the output that its commands have now. Where only that differs which `mask` hides, it stays as it is;
 * else all of it is new, so that ids and times of one page fit together.
 */
export async function runPage(page: string): Promise<string> {
  const file = readPage(page);
  // A long output in samples/ is one block.
  const isOutput = page.endsWith('.txt');
  const text = isOutput ? `\`\`\`console\n${file}\`\`\`` : file;
  const shell = new Shell();
  const blocks: { written: string; now: () => string }[] = [];
  let shown = text;
  try {
    shell.copySamples();
    const hasOne = text.includes(SANDBOX) || text.includes('$ returns sandbox scenario run');
    if (USES_SANDBOX.test(text) && !hasOne) await shell.block(stepsOf(SANDBOX));
    for (const [block, body] of text.matchAll(/```console\n([\s\S]*?)```/g)) {
      const played = await shell.block(stepsOf(body!));
      blocks.push({ written: block, now: () => `\`\`\`console\n${played()}\`\`\`` });
    }
    const isStale = () => blocks.some(({ written, now }) => mask(now()) !== mask(written));
    // A receiver draws a call after it has answered it.
    for (let i = 0; i < 100 && isStale(); i++) await pause(5);
    if (isStale()) for (const { written, now } of blocks) shown = shown.replace(written, now);
  } finally {
    await shell.close();
  }
  return isOutput ? shown.slice('```console\n'.length, -'```'.length) : shown;
}

/** A page that uses the sandbox without its start links to the page that says it; a run of scenarios opens one of its own. */
const SANDBOX = '$ returns sandbox start';
const USES_SANDBOX = /^(?:\$ returns| {4}).* --profile local|^ {4}--profile local/m;

/** A command of a block with its `$ ` and the lines that a backslash continues, and the output that the page shows of it. */
interface Step {
  readonly command: string;
  readonly written: string;
}

const stepsOf = (body: string): Step[] =>
  [...body.matchAll(/^(\$ (?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n)*)/gm)].map(([, command, written]) => ({
    command: command!,
    written: written!,
  }));

/** A line of its own that stands for lines of an output which the page leaves out. */
const LEFT_OUT = '...';

/**
 * The output with what the page leaves out of it: as many lines from the start as it shows there, and behind each
 * `...` as many from the next line that begins like its part. All of it when there is no such line any more.
 */
export function leaveOut(written: string, output: string): string {
  const given = written.split('\n').slice(0, -1);
  if (!given.includes(LEFT_OUT)) return output;
  const lines = output.split('\n').slice(0, -1);
  const shown: string[] = [];
  let at = 0;
  for (const [i, line] of given.entries()) {
    if (line !== LEFT_OUT) {
      if (at < lines.length) shown.push(lines[at++]!);
      continue;
    }
    shown.push(LEFT_OUT);
    const next = given[i + 1];
    at = next === undefined ? lines.length : lines.findIndex((one, n) => n >= at && mask(one) === mask(next));
    if (at === -1) return output;
  }
  if (at < lines.length) shown.push(LEFT_OUT);
  return `${shown.join('\n')}\n`;
}

const RUN_ID = /\d{8}-\d{6}-[0-9a-f]{6}/g;

/**
 * Replaces what differs from run to run: ids and durations of runs, points in time, keys, and numbers of a machine's
 * speed. Also where a line is folded before a path of this machine, which is longer here than there.
 */
export const mask = (text: string): string =>
  text
    .replace(RUN_ID, 'RUN')
    .replace(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z| \d\d:\d\d:\d\d)/g, 'TIME')
    .replace(/^((?:D-\d+ +)?)\d\d:\d\d:\d\d /gm, '$1TIME ')
    .replace(/RMA-[0-9a-f]{6}-(?=\d)/g, 'RMA-RUN-')
    .replace(/session=[0-9a-f]{32}/g, 'session=KEY')
    .replace(/\d+(\.\d+)? (ms|s|min|years)\b/g, 'SPAN')
    .replace(/\s+(?=\/home\/you\/)/g, ' ');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The commands that go on until they are stopped, with the text that says they are ready. */
const BACKGROUND = { 'returns sandbox start': 'sandbox return ORDER', 'returns listen': 'Look inside at' };

/** Other programs that a page may show; what is long is left out with `...`. */
const PROGRAMS = ['cat'];

/** A terminal of 80 columns without colour, whose ports are any free ones. */
class Shell {
  private readonly test = testPlatform({
    env: { TERM: 'dumb' },
    terminal: { stdout: true, stderr: true },
    system: { user: 'you', hostname: 'laptop' },
  });
  private readonly background: { stop(): void; ended: Promise<unknown> }[] = [];
  /** The real port of each that a command asked for. */
  private readonly ports = new Map<number, number>();
  private lastCode = 0;
  private lastRun = '';

  copySamples(): void {
    fs.cpSync(path.join(ROOT, 'samples'), path.join(this.test.work, 'samples'), { recursive: true });
  }

  private runsOn(command: string): boolean {
    return Object.keys(BACKGROUND).some((words) => `${command} `.startsWith(`$ ${words} `));
  }

  /** Runs the commands of a block. Returns what it shows by now: a command that runs on may print more later. */
  async block(steps: readonly Step[]): Promise<() => string> {
    const background = steps.find(({ command }) => this.runsOn(command));
    if (background) {
      const { command, written } = background;
      if (steps.length > 1) throw new Error(`needs a block of its own: ${command}`);
      const output = await this.start(command.slice(2));
      return () => `${command}\n${leaveOut(written, output())}`;
    }
    let shown = '';
    for (const { command: said, written } of steps) {
      // A run that a command names is the last one: its id differs from run to run.
      const command = said.replace(RUN_ID, this.lastRun);
      const output = await this.run(command.slice(2).replaceAll('\\\n', ' '));
      shown += `${command}\n${leaveOut(written, output)}`;
    }
    return () => shown;
  }

  /** Returns what the command has printed so far. */
  private async start(line: string): Promise<() => string> {
    const [, ready] = Object.entries(BACKGROUND).find(([words]) => line.startsWith(words))!;
    let screen = '';
    const keep = (text: string) => {
      screen += text;
    };
    const stops: (() => void)[] = [];
    let code: number | undefined;
    const ended = run(wordsOf(line).slice(1), this.platform(keep, keep, stops)).then((value) => {
      code = value;
    });
    while (!screen.includes(ready)) {
      if (code !== undefined) throw new Error(`${line} ended with ${code}: ${screen}`);
      await pause(2);
    }
    this.background.push({ stop: () => stops.at(-1)?.(), ended });
    return () => this.asShown(screen);
  }

  private async run(line: string): Promise<string> {
    if (line === 'echo $?') return `${this.lastCode}\n`;
    const [, command, file] = /^(.*?)(?: > (\S+))?$/.exec(line)!;
    const [program, ...argv] = wordsOf(command!);
    let screen = '';
    let redirected = '';
    const keep = (text: string) => {
      screen += text;
    };
    const redirect = (text: string) => {
      redirected += text;
    };
    const out = file === undefined ? keep : redirect;
    if (PROGRAMS.includes(program!)) {
      const ran = spawnSync(program!, argv, { cwd: this.test.work, encoding: 'utf8' });
      out(ran.stdout);
      keep(ran.stderr);
      this.lastCode = ran.status ?? 1;
    } else if (program === 'returns')
      this.lastCode = await run(argv, this.platform(out, keep, [], file === undefined));
    else throw new Error(`the page runs something else: ${line}`);
    if (file !== undefined) fs.writeFileSync(path.join(this.test.work, file), redirected);
    this.lastRun = screen.match(RUN_ID)?.at(-1) ?? this.lastRun;
    return this.asShown(screen);
  }

  async close(): Promise<void> {
    for (const { stop, ended } of this.background) {
      stop();
      await ended;
    }
  }

  private asShown(screen: string): string {
    const { root, work } = this.test;
    // A path of this machine is longer than there, so it may be broken behind a folder.
    const broken = new RegExp(`^(${root}\\S*/)\\n(?=\\S)`, 'gm');
    return screen
      .replace(broken, '$1')
      .replaceAll(path.join(root, 'state'), '/home/you/.local/state/returns')
      .replaceAll(path.join(root, 'config'), '/home/you/.config/returns')
      .replaceAll(work, '/home/you/returns');
  }

  private platform(
    out: (text: string) => void,
    err: (text: string) => void,
    stops: (() => void)[],
    stdoutIsTerminal = true,
  ): Platform {
    const { platform } = this.test;
    const realAddress = (url: string) =>
      url.replace(
        /(127\.0\.0\.1):(\d+)/,
        (_, name, port) => `${name}:${this.ports.get(Number(port)) ?? port}`,
      );
    return {
      ...platform,
      terminal: {
        ...platform.terminal,
        stdoutIsTerminal,
        out: async (text) => out(typeof text === 'string' ? text : Buffer.from(text).toString('utf8')),
        err,
      },
      system: {
        ...platform.system,
        onSignal: (listener) => {
          const stop = () => listener('SIGINT');
          stops.push(stop);
          return () => void stops.splice(stops.indexOf(stop), 1);
        },
      },
      net: {
        ...platform.net,
        client: async (options) => {
          const client = await realNet.client(options);
          return {
            request: (request) => client.request({ ...request, url: realAddress(request.url) }),
            close: () => client.close(),
          };
        },
        serve: async (options, handler) => {
          const real = await realNet.serve({ ...options, port: 0 }, handler);
          const port = options.port || real.port;
          this.ports.set(port, real.port);
          const url = `http://127.0.0.1:${port}`;
          return { host: real.host, port, url, close: () => real.close() };
        },
      },
    };
  }
}

/** The words of a command line; single and double quotes hold a word together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

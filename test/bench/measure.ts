// What a row measures with: a folder of its own, child processes with a stopwatch, servers, and an end to patience.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { environmentOf } from '../helpers/platform.ts';

const HERE = import.meta.dirname;
export const BIN = path.resolve(HERE, '../../bin/returns.js');
export const child = (name: string): string => path.join(HERE, 'children', name);

/** A build of the tool that is measured. */
export interface Build {
  readonly name: 'now' | 'before';
  readonly bin: string;
}

export interface Ran {
  readonly seconds: number;
  readonly stdout: string;
  /** Bytes of resident memory at its peak. */
  readonly peak: number;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of a build's own state; that of the bench when left out. */
  readonly home?: string;
  /** The exit code that is right; 0 when left out. */
  readonly code?: number;
  /** Loads what writes down the peak of memory: costs a few milliseconds. */
  readonly wantsPeak?: boolean;
}

export interface Server {
  readonly url: string;
  /** Ends it, and says the peak of its memory in bytes. */
  close(): Promise<number>;
}

export class Bench {
  /** How much is measured: orders, rows or calls. */
  readonly size: number;
  readonly root: string;
  /** A folder that lasts for the whole run. */
  readonly shared: string;
  private readonly signal: AbortSignal;
  private readonly servers = new Set<Server>();
  private homes = 0;

  constructor(size: number, shared: string, signal: AbortSignal) {
    [this.size, this.shared, this.signal] = [size, shared, signal];
    this.root = fs.mkdtempSync(path.join(shared, 'row-'));
  }

  file(name: string): string {
    return path.join(this.root, name);
  }

  /** A new folder for the state of a command. */
  home(): string {
    const home = this.file(`home-${this.homes++}`);
    fs.mkdirSync(home);
    return home;
  }

  /** Runs node with these arguments to its end. */
  async run(args: readonly string[], { env, home, code = 0, wantsPeak }: RunOptions = {}): Promise<Ran> {
    this.signal.throwIfAborted();
    const peakFile = this.file('peak');
    const begun = performance.now();
    const program = spawn(process.execPath, wantsPeak ? ['--require', child('peak.cjs'), ...args] : args, {
      env: { ...cleanEnvironment(home ?? this.root), BENCH_PEAK_FILE: peakFile, ...env },
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: this.signal,
      killSignal: 'SIGKILL',
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    program.stdout.on('data', (part: Buffer) => out.push(part));
    program.stderr.on('data', (part: Buffer) => err.push(part));
    const ended = await new Promise<number | null>((resolve, reject) => {
      program.once('error', reject);
      program.once('close', resolve);
    });
    const seconds = (performance.now() - begun) / 1000;
    const stdout = Buffer.concat(out).toString();
    if (ended !== code)
      throw new Error(
        `${args.map((word) => path.basename(word)).join(' ')} ended with ${ended}: ${Buffer.concat(err)}${stdout}`.slice(
          0,
          600,
        ),
      );
    return { seconds, stdout, peak: wantsPeak ? readPeak(peakFile) : 0 };
  }

  /** Starts a program whose first line on stdout has its address; it ends with the row. */
  async serve(args: readonly string[]): Promise<Server> {
    const peakFile = this.file(`peak-${this.homes}`);
    const program: ChildProcess = spawn(process.execPath, ['--require', child('peak.cjs'), ...args], {
      env: { ...cleanEnvironment(this.home()), BENCH_PEAK_FILE: peakFile },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      program.stdout!.on('data', (part: Buffer) => {
        text += part;
        const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(text);
        if (found) resolve(found[0]);
      });
      program.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
    });
    // Somebody must read what it says, and nobody keeps it.
    program.stdout!.removeAllListeners('data').resume();
    const server: Server = {
      url,
      close: async () => {
        this.servers.delete(server);
        program.kill('SIGINT');
        await ended;
        return fs.existsSync(peakFile) ? readPeak(peakFile) : 0;
      },
    };
    this.servers.add(server);
    return server;
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.close();
    fs.rmSync(this.root, { recursive: true });
  }
}

const readPeak = (file: string): number => Number(fs.readFileSync(file, 'utf8'));

/** What the shell sets for Node (more certificates, options) costs time at every start. */
const cleanEnvironment = (root: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...environmentOf(root),
});

/** The environment that makes a service the target. */
export const targetAt = (url: string): Record<string, string> => ({
  RETURNS_AUTH_URL: url,
  RETURNS_ORDERS_URL: url,
  RETURNS_BASE_URL: url,
  RETURNS_CLIENT_ID: 'local-client',
  RETURNS_CLIENT_SECRET: 'local-secret',
});

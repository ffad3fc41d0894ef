// Disks that fail where a test wants it: errors injected into single system calls, a small file system that is filled
// up, a limit on the size of files.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BIN, type Ended, makeCli } from './cli.ts';

/** One system call of a run: the n-th of its name on this file. */
export interface Point {
  readonly call: string;
  readonly nth: number;
  /** What it works on, under the root. */
  readonly path: string;
}

export interface Fault extends Point {
  readonly error: 'EIO' | 'ENOSPC' | 'EROFS';
  /** All later calls of that name on the file fail, too. */
  readonly forever: boolean;
}

export interface Command {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Receives the first line of stdout while the command runs; `end` asks the program to stop. */
  readonly onReady?: (line: string, end: () => void) => void;
}

/** A name with random letters differs in every run, so such a file cannot be named beforehand. */
export const isSteady = ({ path: file }: Pick<Point, 'path'>): boolean =>
  !/(^|\/)(\.?tmp|spool-|rejects\/)|\.tmp|[0-9a-f]{16,}(?!\.lock)/.test(file);

/** `fcntl` takes locks, `mmap` shares the index of the log. */
const CALLS =
  'write,writev,pwrite64,pwritev,fsync,fdatasync,ftruncate,rename,mkdir,unlink,chmod,fchmod,openat,read,pread64,fcntl,mmap';
/** Nothing that is tried here takes longer, however the disk behaves. */
const PATIENCE = 45_000;

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** True when this machine allows tracing a child process and injecting errors into its system calls. */
export const canInject =
  process.platform === 'linux' &&
  works('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO:when=9', 'true']);

/** Whether we may mount a file system of our own. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'returns-mount-'));
  const mounted = works('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder]);
  if (mounted) spawnSync('umount', [folder]);
  fs.rmdirSync(folder);
  return mounted;
})();

/** A run with at most one fault. */
export async function runTraced(command: Command, fault?: Fault): Promise<Ended & { readonly log: string }> {
  const log = path.join(command.root, 'strace.log');
  const times = (nth: number, forever: boolean) => `when=${nth}${forever ? '+' : ''}`;
  const inject = fault
    ? [
        // With the name of the file only the calls on it are counted, and fail.
        ...(isSteady(fault) ? ['-P', path.join(command.root, fault.path)] : []),
        ...['-e', `inject=${fault.call}:error=${fault.error}:${times(fault.nth, fault.forever)}`],
      ]
    : [];
  // Node syncs some files in a thread of its pool; what is counted over all files is counted on the main thread.
  const threads = fault && !isSteady(fault) ? [] : ['-f'];
  const trace = [...threads, '-qq', '-y', '-o', log, '-e', `trace=${CALLS}`, ...inject];
  const traced = run('strace', [...trace, process.execPath, BIN, ...command.args], command);
  const ended = await traced.catch((error: unknown): Ended => {
    // Node itself hangs when the write fails that wakes its own loop.
    if (!hitOf(fs.readFileSync(log, 'utf8'), command.root)?.startsWith('(')) throw error;
    return { code: null, signal: 'SIGKILL', stdout: '', stderr: String(error) };
  });
  return { ...ended, log: fs.readFileSync(log, 'utf8') };
}

/** Runs with no file growing beyond so many bytes (a multiple of 512). */
export const runLimited = (command: Command, bytes: number): Promise<Ended> =>
  run(
    '/bin/sh',
    ['-c', `ulimit -f ${bytes / 512}; exec "$@"`, 'sh', process.execPath, BIN, ...command.args],
    command,
  );

/** Runs with stdout on the device that is always full. */
export function runToFull(command: Command): Promise<Ended> {
  return run(
    '/bin/sh',
    ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, BIN, ...command.args],
    command,
  );
}

/** On a disk that is healthy again: in the test's own process. */
export const runHealthy = ({ root, env, args, stdin = '' }: Command): Promise<Ended> =>
  makeCli({ root, env }).run(args, { stdin });

export const runPlain = (command: Command): Promise<Ended> =>
  run(process.execPath, [BIN, ...command.args], command);

/** Rejects when the command hangs. */
function run(file: string, args: readonly string[], command: Command): Promise<Ended> {
  const child: ChildProcess = spawn(file, args, {
    env: { PATH: process.env['PATH'] ?? '', UV_THREADPOOL_SIZE: '1', ...command.env },
    cwd: path.join(command.root, 'work'),
    stdio: 'pipe',
    // In its own process group, so that the traced process ends with its tracer.
    detached: true,
  });
  const chunks: [Buffer[], Buffer[]] = [[], []];
  let isReady = false;
  child.stdout?.on('data', (chunk: Buffer) => {
    chunks[0].push(chunk);
    const text = Buffer.concat(chunks[0]).toString('utf8');
    if (isReady || !text.includes('\n')) return;
    isReady = true;
    command.onReady?.(text.slice(0, text.indexOf('\n')), () => endInnermost(child.pid));
  });
  child.stderr?.on('data', (chunk: Buffer) => chunks[1].push(chunk));
  child.stdin?.on('error', () => {});
  child.stdin?.end(command.stdin ?? '');
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      reject(new Error(`${command.args.join(' ')} hangs: nothing for ${PATIENCE / 1000} s`));
    }, PATIENCE);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const [stdout, stderr] = chunks.map((list) => Buffer.concat(list).toString('utf8'));
      resolve({ code, signal, stdout: stdout ?? '', stderr: stderr ?? '' });
    });
  });
}

/** Asks the program to stop, not the shell or tracer around it. */
function endInnermost(pid: number | undefined): void {
  if (pid === undefined) return;
  let [inner, next] = [pid, String(pid)];
  while (next !== '') {
    inner = Number(next.split(' ')[0]);
    try {
      next = fs.readFileSync(`/proc/${inner}/task/${inner}/children`, 'utf8').trim();
    } catch {
      next = '';
    }
  }
  try {
    process.kill(inner, 'SIGINT');
  } catch {
    // It has ended already.
  }
}

const LINE = /^(\d+) +(\w+)\((?:\d+<([^>]*)>|AT_FDCWD<[^>]*>, "([^"]*)"|"([^"]*)"|NULL, .*?\d+<([^>]*)>)/;

/** The calls of a trace that work on files under the root; inputs are read, but not ours. */
export function pointsOf(log: string, root: string): Point[] {
  const counts = new Map<string, number>();
  const points: Point[] = [];
  let main: string | undefined;
  for (const line of log.split('\n')) {
    const [, thread = '', call = '', ...places] = LINE.exec(line) ?? [];
    if (call === '') continue;
    main ??= thread;
    const place = places.find((found) => found !== undefined) ?? '';
    const next = (key: string) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)!;
    };
    const [ofCall, ofFile] = [thread === main ? next(call) : 0, next(`${thread} ${call} ${place}`)];
    if (!place.startsWith(`${root}/`) || /\/work\/(earlier|orders|asns)\./.test(place)) continue;
    const point = { call, path: path.relative(root, place) };
    if (isSteady(point)) points.push({ ...point, nth: ofFile });
    else if (thread === main && !(call === 'openat' && !line.includes('O_CREAT')))
      points.push({ ...point, nth: ofCall });
  }
  return points;
}

/** Of the calls of one kind on one file the first ones and the last: so many of each. */
export function someOfEach(points: readonly Point[], count: number): Point[] {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const key = `${point.call} ${isSteady(point) ? point.path : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups.values()].flatMap((group) => spread(group, count));
}

/** What the fault of a run hit first: a path under the root, another file of the process, or nothing. */
export function hitOf(log: string, root: string): string | undefined {
  const line = log.split('\n').find((text) => text.includes('(INJECTED)'));
  if (line === undefined) return undefined;
  const place =
    LINE.exec(line.replace(/^(?!\d+ )/, '0 '))
      ?.slice(3)
      .find((found) => found !== undefined) ?? 'unknown';
  return place.startsWith(`${root}/`) ? path.relative(root, place) : `(${place})`;
}

/** Every k-th of a list so that about `count` are left, always with the first and the last. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  const step = (list.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => list[Math.round(index * step)]!);
}

/** Fills the file system of a folder until `pages` blocks are left; returns a function that frees the space again. */
export function fillUp(folder: string, pages: number): () => void {
  const ballast = path.join(folder, 'ballast');
  const fd = fs.openSync(ballast, 'w');
  const { bsize } = fs.statfsSync(folder);
  const block = Buffer.alloc(bsize, 1);
  while (fs.statfsSync(folder).bfree > pages) fs.writeSync(fd, block);
  fs.closeSync(fd);
  return () => fs.rmSync(ballast);
}

/** A file system of so many bytes, until `unmount`. */
export function mountSmall(folder: string, bytes: number): () => void {
  fs.mkdirSync(folder, { recursive: true });
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'none', folder]);
  if (made.status !== 0) throw new Error(`mount: ${made.stderr}`);
  return () => void spawnSync('umount', ['-l', folder]);
}

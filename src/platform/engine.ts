// V8 in this process: loads the chunks of the program with the code that was compiled for them in an earlier run (compiling is
// a third of a short command), and says how memory may grow.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';

/** Where each chunk stands in dist/program.js: its first byte and its length. The build puts it in. */
declare const RETURNS_CHUNKS: Readonly<Record<string, readonly [start: number, length: number]>>;
/** What identifies the content of dist/program.js. */
declare const RETURNS_DIGEST: string;

interface World {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly system: { readonly home: string };
}

type Wrapped = (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void;

/**
 * Runs the program. The compiled code of all chunks that a command loads is kept in one private file for the next run of that
 * command. Nothing depends on it: when anything about the kept code is wrong, the chunks are compiled again.
 */
export function loadProgram(
  command: string,
  foldersOf: (world: World) => { readonly machine: string },
): void {
  // Compiled code is good for the same flags only, so they come first.
  optimiseParserLater();
  limitHeapGrowth();
  const file = keptFile(command, foldersOf);
  const kept = file === undefined ? new Map<string, Buffer>() : read(file, command);
  const program = fs.openSync(path.join(import.meta.dirname, 'program.js'), 'r');
  const modules = new Map<string, { exports: unknown }>();
  const fresh = new Map<string, vm.Script>();

  function load(name: string): unknown {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(name, module);
    const filename = path.join(import.meta.dirname, 'program', name);
    const needed = (other: string): unknown =>
      other.endsWith('.cjs') ? load(path.basename(other)) : require(other);
    const run = compile(name, filename).runInThisContext() as Wrapped;
    run.call(module.exports, module.exports, needed, module, filename, path.dirname(filename));
    return module.exports;
  }

  function compile(name: string, filename: string) {
    const [start, length] = RETURNS_CHUNKS[name]!;
    const bytes = Buffer.allocUnsafe(length);
    fs.readSync(program, bytes, 0, length, start);
    const cachedData = kept.get(name);
    const script = new vm.Script(bytes.toString(), { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) fresh.set(name, script);
    return script;
  }

  load('start.cjs');
  if (file === undefined) return;
  const tag = v8.cachedDataVersionTag();
  process.once('exit', () => {
    if (fresh.size === 0) return;
    v8.setFlagsFromString(growthFactor(2));
    // Code that was compiled under other flags would be refused by the next run.
    if (v8.cachedDataVersionTag() !== tag) return;
    for (const [name, script] of fresh) kept.set(name, script.createCachedData());
    write(file, command, kept);
  });
}

function keptFile(
  command: string,
  foldersOf: (world: World) => { readonly machine: string },
): string | undefined {
  try {
    const world = { env: process.env, cwd: process.cwd(), system: { home: os.homedir() } };
    return path.join(foldersOf(world).machine, 'compiled', command.replace(' ', '-'));
  } catch {
    // The working directory was removed. The command says so.
    return undefined;
  }
}

const SUM_BYTES = 32;

/** V8 does not look for damage, which would crash it, nor at what was compiled and for which machine. */
const sumOf = (command: string, code: Uint8Array): Buffer =>
  createHash('sha256')
    .update(`${RETURNS_DIGEST} ${command} ${process.version} ${process.arch}`)
    .update(code)
    .digest();

/** By chunk; empty when nothing usable is kept. The file: a checksum, then the codes. */
function read(file: string, command: string): Map<string, Buffer> {
  try {
    if (isPrivate(path.dirname(file))) {
      const content = fs.readFileSync(file);
      const code = content.subarray(SUM_BYTES);
      if (sumOf(command, code).equals(content.subarray(0, SUM_BYTES))) return v8.deserialize(code);
    }
  } catch {
    // Nothing is kept yet.
  }
  return new Map();
}

function write(file: string, command: string, kept: ReadonlyMap<string, Buffer>): void {
  try {
    const folder = path.dirname(file);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(folder)) return;
    const code = v8.serialize(kept);
    try {
      fs.writeFileSync(file, Buffer.concat([sumOf(command, code), code]), { mode: 0o600 });
    } catch {
      // The disk is full: others need what is left.
      fs.rmSync(file, { force: true });
    }
  } catch {
    // The folder cannot be written: the next run compiles, too.
  }
}

/** Whoever can write into the folder decides what this process does. */
function isPrivate(folder: string): boolean {
  const { uid, mode } = fs.lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Bytes: the young generation does not grow beyond this. */
const ENOUGH = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

/**
 * The parser of HTTP answers is WebAssembly. V8 optimises it within the first answer, which takes longer than a request; with
 * this budget after some dozens, so that a long upload still has the fast one.
 */
function optimiseParserLater(): void {
  // Another version may not know the flag, and would say so on stderr.
  if (/^1[123]\./.test(process.versions.v8)) v8.setFlagsFromString('--wasm-tiering-budget=200000000');
}

/** Of the young generation; V8's own is 2. */
const growthFactor = (factor: number) => `--semi-space-growth-factor=${factor}`;

/**
 * Limits heap growth. By default V8's young generation grows to three times 16 MB within the first thousands of rows, and
 * the old generation to four times what is in use. That saves little time and takes a third of the memory limit of a
 * backfill. The limits themselves can be set only on node's command line, but the growth rate can be set at any time.
 */
function limitHeapGrowth(): void {
  v8.setFlagsFromString('--heap-growing-percent=50');
  const timer = setInterval(() => {
    const size =
      v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < ENOUGH) return;
    v8.setFlagsFromString(growthFactor(1));
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}

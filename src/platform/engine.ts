// V8 in this process: loads the files of the program with the code that was compiled for them in an earlier run (compiling is
// a third of a short command), and says how memory may grow.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';

/** What identifies the content of each file of the program, by its name in dist/. The build puts it in. */
declare const RETURNS_DIGESTS: Readonly<Record<string, string>>;

interface World {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly system: { readonly home: string };
}

/** The private folder with the compiled code, one file for each file of the program; undefined when nothing is kept. */
let kept: string | undefined;

/** Comes before anything is loaded: compiled code is good for the same flags only. */
export function settleEngine(foldersOf: (world: World) => { readonly machine: string }): void {
  optimiseParserLater();
  limitHeapGrowth();
  try {
    const { machine } = foldersOf({
      env: process.env,
      cwd: process.cwd(),
      system: { home: os.homedir() },
    });
    kept = path.join(machine, 'compiled');
  } catch {
    // The working directory was removed. The command says so.
  }
}

const modules = new Map<string, { exports: unknown }>();

/** Loads a file of the program by its name in dist/, and what it requires of them. */
export function loadFile(name: string): unknown {
  const known = modules.get(name);
  if (known) return known.exports;
  const module = { exports: {} as unknown };
  modules.set(name, module);
  const file = path.join(import.meta.dirname, name);
  const needed = (other: string): unknown =>
    other.endsWith('.cjs') ? loadFile(path.posix.join(name, '..', other)) : require(other);
  const code = kept === undefined ? undefined : path.join(kept, path.basename(name, '.cjs'));
  const run = compile(file, code, RETURNS_DIGESTS[name]);
  run.call(module.exports, module.exports, needed, module, file, path.dirname(file));
  return module.exports;
}

type Wrapped = (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void;

/**
 * Compiles a CommonJS file. At the end of the process, what was compiled until then is kept for the next one. Nothing depends
 * on that: when anything about the kept code is wrong, the file is compiled again.
 */
function compile(filename: string, codeFile: string | undefined, digest: string | undefined): Wrapped {
  const source = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(filename, 'utf8')}\n})`;
  const isKept = codeFile !== undefined && digest !== undefined;
  const cachedData = isKept ? read(codeFile, digest) : undefined;
  const script = new vm.Script(source, { filename, ...(cachedData && { cachedData }) });
  if (isKept && (!cachedData || script.cachedDataRejected)) {
    const tag = v8.cachedDataVersionTag();
    process.once('exit', () => {
      // A flag of V8 was changed meanwhile: the next run would refuse the code.
      if (v8.cachedDataVersionTag() === tag) write(codeFile, digest, script.createCachedData());
    });
  }
  return script.runInThisContext() as Wrapped;
}

const SUM_BYTES = 32;

/** V8 does not look for damage, which would crash it, nor at what was compiled and for which machine. */
const sumOf = (digest: string, code: Uint8Array): Buffer =>
  createHash('sha256').update(`${digest} ${process.version} ${process.arch}`).update(code).digest();

function read(file: string, digest: string): Buffer | undefined {
  try {
    if (!isPrivate(path.dirname(file))) return undefined;
    const content = fs.readFileSync(file);
    const code = content.subarray(SUM_BYTES);
    return sumOf(digest, code).equals(content.subarray(0, SUM_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, digest: string, code: Buffer): void {
  try {
    const folder = path.dirname(file);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(folder)) return;
    try {
      fs.writeFileSync(file, Buffer.concat([sumOf(digest, code), code]), { mode: 0o600 });
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
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}

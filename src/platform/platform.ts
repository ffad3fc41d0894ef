// The platform as narrow interfaces: code receives them as parameters; only src/platform/ has implementations.
import type { CommandEnd, CommandRun, Keychain, Probes } from './programs.ts';

/** `now`: ms since the epoch. `monotonic`: ms on a clock that never jumps, shared by all processes of one boot. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `ms` (any length), or early without error when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** In [0, 1). */
  unit(): number;
  /** Lower-case hexadecimal text of `bytes` random bytes. */
  hex(bytes: number): string;
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'pipe' | 'other';
  readonly size: number;
  /** ms since the epoch. */
  readonly modified: number;
  readonly inode: number;
  readonly device: number;
  /** Permission bits, e.g. 0o600. */
  readonly mode: number;
}

/** An open file for writing; the bytes are on disk after `sync`. */
export interface FileWriter {
  write(bytes: Uint8Array | string): void;
  sync(): void;
  /** Resolves when the content is on disk, without blocking the event loop. Times and permissions may not be on disk yet. */
  datasync(): Promise<void>;
  close(): void;
}

export interface FileReader {
  readonly stat: FileStat;
  /** Bytes from `start` to `end` (exclusive; to the end of the file when absent), in chunks of up to 64 KiB or more. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** Up to `length` bytes from `start`; shorter at the end of the file. */
  read(start: number, length: number): Uint8Array;
  close(): void;
}

/** Files. Errors are Node's system errors (`code` ENOENT, EACCES, ENOSPC ...). Paths are absolute. */
export interface Files {
  stat(path: string): FileStat | undefined;
  readText(path: string): string;
  open(path: string): FileReader;
  /** A new or truncated file, with mode 0600 by default. A mode that is given is set whatever the umask says; a device
   * keeps its own. `append` continues at the end of the existing content. */
  create(path: string, options?: { append?: boolean; mode?: number }): FileWriter;
  /** Replaces the whole content atomically: temp file, fsync, rename, fsync of the folder. Mode 0600 by default, less the umask. */
  replace(path: string, content: Uint8Array | string, mode?: number): void;
  /** Makes the folder and its parents, with mode 0700 for those it makes. */
  makeFolder(path: string): void;
  /** After this call, files that are new in the folder survive a power cut. */
  syncFolder(path: string): void;
  list(path: string): readonly string[];
  remove(path: string): void;
  rename(from: string, to: string): void;
  /** Where symbolic links lead to; the path itself when nothing is there. */
  realPath(path: string): string;
  /** Makes a new file, mode 0600, that has all its content from the moment it has its name. Leaves an existing file as it is. */
  make(path: string, content: Uint8Array): void;
  /** A new private folder under the system's temporary folder. */
  temporaryFolder(prefix: string): string;
}

/** A column value: integer or real, text, bytes, or null. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = readonly SqlValue[];

/**
 * One connection to a database in one file or in memory (SQLite). Statements are prepared once per SQL text; rows are arrays in the order
 * of the columns. Errors of the disk or the file are thrown as a Failure with exit 7.
 */
export interface Database {
  /** Path of the file. */
  readonly file: string;
  /** The first row. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): SqlRow[];
  /** One row at a time: for results that may not fit into memory. */
  each(sql: string, ...values: readonly SqlValue[]): Iterable<SqlRow>;
  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** @returns the number of the new row, quicker than RETURNING does */
  insert(sql: string, ...values: readonly SqlValue[]): number;
  /** Executes several statements at once, without values: tables and views. */
  exec(sql: string): void;
  /**
   * Runs `work` as one transaction across processes: all of its writes or none. Waits for a writing transaction of another
   * process. If `work` throws, everything is rolled back and the error passes unchanged. A nested call joins the outer transaction:
   * if its `work` throws, what it wrote is rolled back, and the outer transaction may go on; its `durable` has no effect.
   * With `durable: false` it does not wait for the disk: a power cut may undo it, but then also everything written after it.
   */
  transaction<T>(work: () => T, options?: { readonly durable?: boolean }): T;
  /** All reads of `work` see one state of the database, even if other processes write meanwhile. */
  snapshot<T>(work: () => T): T;
  /** Moves the content of the log into the database file and closes it. */
  close(): void;
}

export interface Databases {
  /**
   * Opens or creates the file (0600). `durable`: what a transaction wrote is on disk when it returns; without it, a power cut
   * may lose or damage data. A statement, and so this process, waits 20 s (or `waitMs`) while another process writes.
   * @throws Failure exit 7 when the file is damaged, unwritable, or on a network file system.
   */
  open(file: string, options: { durable: boolean; waitMs?: number }): Database;
  /**
   * Copies the database of a file, whole at one moment, also while others write it, into another file (0600), which must not be
   * there. The first is not changed.
   * @throws Failure exit 7, about the file that is to blame
   */
  copy(from: string, to: string): void;
  /** A new, empty database in memory, gone when it is closed. `file` is `:memory:`. */
  memory(): Database;
  /**
   * Takes the lock of this file (created if missing, 0600, always empty). Returns undefined while another process has it, also
   * in another container of this machine. The lock ends with its process, however that ends; a suspended process still holds it.
   * @throws Failure exit 7
   */
  tryLock(file: string): { release(): void } | undefined;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Time limit for the whole exchange. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Most bytes of the answer's body that are stored; the rest is dropped. Default 1 MiB. */
  readonly maxBody?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Why no answer came. `tls`: a certificate or protocol error; `proxy`: the proxy refuses the connection. For these two,
 * a retry does not help. */
export type NetworkFaultKind =
  | 'timeout'
  | 'refused'
  | 'dropped'
  | 'dns'
  | 'tls'
  | 'proxy'
  | 'aborted'
  | 'other';

/** `not_tls`: what answers at the port speaks another protocol, such as plain HTTP. */
export type TlsTrouble =
  | 'not_tls'
  | 'unknown_root'
  | 'wrong_name'
  | 'tls_version'
  | 'expired'
  | 'not_yet_valid';

/** The cause of a fault, where the user can correct it. */
export type NetworkTrouble =
  /** `proxy_address`: HTTPS_PROXY is not an address of an HTTP proxy; `proxy_away`: that proxy does not answer. */
  | { readonly what: TlsTrouble | 'proxy_address' | 'proxy_away' }
  /** The proxy's answer to CONNECT; `hasLogin`: the proxy address has a user and a password. */
  | {
      readonly what: 'proxy_status';
      readonly status: number;
      readonly proxy: string;
      readonly hasLogin: boolean;
    };

export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
  constructor(
    readonly kind: NetworkFaultKind,
    message: string,
    options?: { cause?: unknown },
    readonly trouble?: NetworkTrouble,
  ) {
    super(message, options);
  }
}

export interface HttpClient {
  /** @throws NetworkFault when no complete answer came. Redirects are returned as answers, never followed. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Stops accepting connections; requests under way may take up to `graceMs` (default 0). */
  close(graceMs?: number): Promise<void>;
}

/** A request as the server received it: raw, not validated. */
export interface ServerRequest {
  readonly method: string;
  /** As on the request line: path and query, undecoded. */
  readonly target: string;
  /** Raw header pairs in order, names as sent. */
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** True when the body exceeded the limit; `body` holds the bytes up to it. */
  readonly truncated: boolean;
  /** True when the connection ended before the body did, so no client reads the answer. Set only with `passIncomplete`. */
  readonly cut?: boolean;
  readonly remoteAddress: string;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Close the connection without an answer (an injected fault). */
  readonly drop?: boolean;
}

export type ServerHandler = (request: ServerRequest) => Promise<ServerAnswer>;

export interface ServeOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly maxBody: number;
  /** PEM texts: HTTPS with TLS 1.2. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Pass requests that broke off to the handler, too. */
  readonly passIncomplete?: boolean;
  /** Smaller limits than the defaults: times in ms, and a number of connections. */
  readonly bounds?: Readonly<
    Partial<Record<'headersTimeout' | 'requestTimeout' | 'closeTimeout' | 'maxConnections', number>>
  >;
}

export interface Net {
  /** `ca` is PEM text of additional root certificates. */
  client(options: { ca?: string | undefined; connections?: number }): Promise<HttpClient>;
  /** @throws Failure exit 2 when the port is taken. */
  serve(options: ServeOptions, handler: ServerHandler): Promise<Listening>;
  /** Reads a certificate (DER); `mayGoOn`: bytes may follow it. @throws Error when it is not whole */
  checkCertificate(bytes: Uint8Array, mayGoOn: boolean): Promise<void>;
}

/** The user's terminal: the standard streams and whether they are terminals. */
export interface Terminal {
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of stderr's (else stdout's) terminal, at least 20; 80 when unknown. */
  columns(): number;
  /** Whether stderr is a terminal that can be drawn on again and again: one that says how wide it is. */
  canRedraw(): boolean;
  /** Writes all of the text and waits for a slow reader. A closed pipe is not an error; it sets `closed`. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string): void;
  readonly closed: boolean;
  /** Why stdout could not be written, when the cause was not a closed pipe: the output is incomplete. */
  readonly fault?: Error | undefined;
  /** Node's raw streams, for prompts and spinners only, because those libraries need Node's types. */
  readonly streams: {
    readonly stdin: object;
    readonly stdout: object;
    readonly stderr: object;
  };
  /** The content of stdin. When the signal aborts, the iteration throws, even while it waits for input. */
  stdin(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface System {
  readonly identity: {
    readonly pid: number /** The machine's boot: another one after every restart. */;
    readonly boot: string;
  };
  readonly hostname: string;
  readonly user: string;
  readonly home: string;
  readonly platform: string;
  /** Resident memory of this process in bytes. */
  memory(): number;
  /** Calls the listener on SIGINT and SIGTERM; the returned function unsubscribes. A second signal of the same kind ends the process. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /** Runs the user's editor on a file and resolves when it exits: false when it exits with an error. */
  edit(path: string): Promise<boolean>;
}

export interface Crypto {
  /** Lower-case hexadecimal SHA-256. */
  sha256(content: string | Uint8Array): string;
  sha256Stream(): { update(bytes: Uint8Array): void; hex(): string };
}

/** Small settings in one JSON file (written with conf), used only while a lock is held. */
export interface Settings {
  read(): Record<string, unknown>;
  write(value: Record<string, unknown>): void;
}

export interface Platform {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folder of this package: its samples are read from there. */
  readonly packageFolder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly databases: Databases;
  readonly net: Net;
  readonly terminal: Terminal;
  readonly system: System;
  readonly crypto: Crypto;
  /** Decompresses gzip. @throws Failure exit 6 beyond the limits of size and ratio. */
  gunzip(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  settings(path: string): Promise<Settings>;
  /** Loaded when it is needed: one command looks, all others work. */
  probes(): Promise<Probes>;
  /**
   * Runs a program without a shell. Its stdin is the terminal, or nothing; its stderr the terminal, or kept. @throws
   * Node's system error (ENOENT, EACCES) when it cannot be started
   */
  runCommand(run: CommandRun): Promise<CommandEnd>;
  /** @throws Failure exit 7 when the machine has no keychain, or the optional package for it is not installed */
  keychain(): Promise<Keychain>;
}

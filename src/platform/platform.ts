// The world as narrow interfaces: every room gets it as a parameter, only src/platform/ makes a real one.

/** Time. `now` is wall time in ms since the epoch; `monotonic` is ms on a clock that never jumps, shared by all
 * processes of one boot. */
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

/** An open file for writing; bytes are on disk after `sync`. */
export interface FileWriter {
  write(bytes: Uint8Array | string): void;
  sync(): void;
  /** The content is on disk when it resolves; the event loop goes on meanwhile. Times and permissions may not be. */
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
  /** A new or truncated file, 0600 unless told. With `append`, goes on at its end. */
  create(path: string, options?: { append?: boolean; mode?: number }): FileWriter;
  /** Whole content, atomically: temp file, fsync, rename, fsync of the folder. 0600 unless told. */
  replace(path: string, content: Uint8Array | string, mode?: number): void;
  /** Makes the folder and its parents, 0700 for those it makes. */
  makeFolder(path: string): void;
  /** A file that is new in the folder survives a power cut after this. */
  syncFolder(path: string): void;
  list(path: string): readonly string[];
  remove(path: string): void;
  rename(from: string, to: string): void;
  /** A new private folder under the system's temporary folder. */
  temporaryFolder(prefix: string): string;
  /** The kind of a mounted file system as far as known: `nfs`, `cifs`, ... or undefined for a local one. */
  networkFileSystem(path: string): string | undefined;
}

/** What a column holds: integer or real, text, bytes, or nothing. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = readonly SqlValue[];

/**
 * One connection to a database in one file (SQLite). Statements are prepared once and kept by their text; rows are arrays
 * in the order of the columns. Whatever the disk or the file refuses is a Failure with exit 7.
 */
export interface Database {
  /** Its path. */
  readonly file: string;
  /** The first row. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): SqlRow[];
  /** Row by row: for what may not fit into memory. */
  each(sql: string, ...values: readonly SqlValue[]): Iterable<SqlRow>;
  /** Rows that were changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** Several statements at once, without values: tables and views. */
  exec(sql: string): void;
  /**
   * Runs `work` as one transaction across processes: all of its writes or none; waits for another process that writes.
   * What `work` throws takes everything back and passes unchanged. Within a transaction it is part of that one.
   */
  transaction<T>(work: () => T): T;
  /** All that `work` reads is of one moment, whatever other processes write meanwhile. */
  snapshot<T>(work: () => T): T;
  /** How many transactions were taken back: numbers that were learned in one may not be there. */
  rollbacks(): number;
  /** What was written goes from the log into the file itself. */
  close(): void;
}

export interface Databases {
  /**
   * Opens or makes the file (0600). `durable`: what a transaction wrote is on disk when it returns; without it a power cut
   * may lose or damage the file.
   * @throws Failure exit 7 when the file is damaged, unwritable, or on a network file system.
   */
  open(file: string, options: { durable: boolean }): Database;
  /**
   * Takes the lock that this file stands for (made, 0600, and empty): undefined while anybody else has it, also in another
   * container of this machine. It is gone with its process, however that ends; a suspended process keeps it.
   * @throws Failure exit 7
   */
  tryLock(file: string): { release(): void } | undefined;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Most bytes of the answer's body that are kept; the rest is dropped. Default 1 MiB. */
  readonly maxBody?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Why no answer came. `tls` is a certificate or protocol failure, `proxy` a proxy that lets nothing through: retrying does
 * not help.
 */
export type NetworkFaultKind =
  | 'timeout'
  | 'refused'
  | 'dropped'
  | 'dns'
  | 'tls'
  | 'proxy'
  | 'aborted'
  | 'other';

/** What was found out about a fault, as far as a person can mend it. */
export type NetworkTrouble =
  /** Behind https:// there is a server that speaks HTTP, or something that speaks neither. */
  | { readonly what: 'plain_http' | 'not_tls' }
  | { readonly what: 'unknown_root' | 'wrong_name' | 'tls_version' }
  /** `aheadMs`: how far the server's clock is ahead of this machine's, by its Date header. */
  | { readonly what: 'expired' | 'not_yet_valid'; readonly aheadMs?: number }
  /** The proxy's answer to CONNECT; `hasLogin`: it was given a user and a password. */
  | {
      readonly what: 'proxy_status';
      readonly status: number;
      readonly proxy: string;
      readonly hasLogin: boolean;
    }
  | { readonly what: 'proxy_away' | 'proxy_not_tls'; readonly proxy: string };

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
  /** @throws NetworkFault when no whole answer came. Redirects are answers, never followed. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Takes no more connections; what is being answered may go on for `graceMs` (0 when left out). */
  close(graceMs?: number): Promise<void>;
}

/** A request as a server sees it: everything raw, nothing judged. */
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
  /** True when the connection ended before the body did: nobody reads an answer. Only where `hearCut` asks for it. */
  readonly cut?: boolean;
  readonly remoteAddress: string;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Instead of a body: pieces that are sent as they come. The signal aborts when the client is gone. */
  readonly stream?: (signal: AbortSignal) => AsyncIterable<Uint8Array | string>;
  /** Close the connection instead of answering (a fault on purpose). */
  readonly drop?: boolean;
}

export type ServerHandler = (request: ServerRequest) => Promise<ServerAnswer>;

export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly maxBody: number;
  /** PEM texts: HTTPS with TLS 1.2. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Hand requests that broke off to the handler, too. */
  readonly hearCut?: boolean;
  /** Shorter bounds than usual, ms. */
  readonly bounds?: { readonly headersTimeout?: number; readonly requestTimeout?: number };
}

export interface Net {
  /** `ca` is PEM text of additional root certificates. */
  client(options: { ca?: string; connections?: number }): Promise<HttpClient>;
  /** @throws Failure exit 2 when the port is taken. */
  serve(options: ServeOptions, handler: ServerHandler): Promise<Listening>;
}

/** The person's side: streams and what they are connected to. */
export interface Terminal {
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of stderr's (else stdout's) terminal; 80 when unknown. */
  columns(): number;
  /** Writes all of it, waiting for a slow reader; a closed pipe is not an error but flips `closed`. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string): void;
  readonly closed: boolean;
  /** Why stdout took no more, when it was not a closed pipe: the result is not where it was wanted. */
  readonly fault?: Error | undefined;
  /** Node's raw streams, for prompts and spinners only: they know the types, which are not everybody's. */
  readonly streams: {
    readonly stdin: object;
    readonly stdout: object;
    readonly stderr: object;
  };
  /** What comes on stdin; when the signal aborts it breaks off with an error, even while nothing comes. */
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
  /** Calls back on SIGINT and SIGTERM; the returned function unsubscribes. A second signal of a kind ends the process. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /** Runs the user's editor on a file and resolves when it is closed: false when it ended with an error. */
  edit(path: string): Promise<boolean>;
}

export interface Crypto {
  /** Lower-case hexadecimal SHA-256. */
  sha256(content: string | Uint8Array): string;
  sha256Stream(): { update(bytes: Uint8Array): void; hex(): string };
}

/** Bytes made small for a while, and as they were again. */
export interface Packing {
  pack(bytes: Uint8Array): Uint8Array;
  /** Lets signals, timers and answers have their turn, as reading a file does. */
  unpack(packed: Uint8Array): Promise<Uint8Array>;
}

/** Small settings in one JSON file (conf behind it), only ever used under a lock. */
export interface Settings {
  read(): Record<string, unknown>;
  write(value: Record<string, unknown>): void;
}

export interface Platform {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where this package lies: its samples are read from there. */
  readonly packageFolder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly databases: Databases;
  readonly net: Net;
  readonly terminal: Terminal;
  readonly system: System;
  readonly crypto: Crypto;
  readonly packing: Packing;
  /** Decompresses gzip, stopping with Failure exit 6 beyond the limits of size and ratio. */
  gunzip(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  settings(path: string): Promise<Settings>;
}

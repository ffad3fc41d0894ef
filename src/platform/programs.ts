// More interfaces of the platform: the programs of the user, and the keychain.

/** A program to run: words, not a line for a shell. */
export interface CommandRun {
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program is stopped when it prints more bytes than this on stdout. */
  readonly maxOutput: number;
  /** Ends the program: SIGTERM, and SIGKILL after two seconds. */
  readonly signal: AbortSignal;
}

export interface CommandEnd {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly endedBy?: string;
  readonly stdout: Uint8Array;
  /** True when it printed more than `maxOutput`. */
  readonly tooMuch: boolean;
  /** The end of what it said on stderr; undefined when that is a terminal, which showed it. */
  readonly stderr?: string;
}

/** The keychain of the user: Secret Service on Linux, keychain of macOS, credential manager of Windows. */
export interface Keychain {
  /** The name that all entries of this program have in common. */
  readonly service: string;
  /** Undefined when there is no such entry. @throws Failure exit 7 when it is locked or cannot be used */
  get(account: string): Promise<string | undefined>;
  /** @throws Failure exit 7 */
  set(account: string, secret: string): Promise<void>;
  /** False when there was no such entry. @throws Failure exit 7 */
  remove(account: string): Promise<boolean>;
}

// What `returns doctor` may look at, as interfaces: proxy, disks, ports. Like platform.ts, for everybody.

export interface DiskSpace {
  /** Bytes that this user may still write; null where the file system does not say. */
  readonly free: number | null;
  readonly isReadOnly: boolean;
}

/** The proxy for an address. */
export interface ProxySeen {
  readonly shown: string;
  /** NO_PROXY or a loopback address leaves it out. */
  readonly excluded: boolean;
}

/** Looks at this machine without sending any data: for `returns doctor`. */
export interface Probes {
  proxyFor(url: string): ProxySeen | undefined;
  /** Of the file system of this path, or of the nearest folder above that exists. */
  disk(path: string): DiskSpace;
  /** Tries to listen there, and stops at once. */
  port(host: string, port: number): Promise<'free' | 'taken' | 'denied'>;
}

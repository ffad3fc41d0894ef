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

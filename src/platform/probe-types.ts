// What `returns doctor` may look at, as interfaces: names, certificates, disks, ports. Like platform.ts, for everybody.

/** A certificate of a server. Times are ms since the epoch. */
export interface ServerCertificate {
  /** The common name, else the organisation. From outside: escape it. */
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly isSelfSigned: boolean;
  /** True when it says where its issuer's certificate can be fetched: so it was not issued by a root itself. */
  readonly namesItsIssuer: boolean;
}

/** What one TLS 1.2 handshake showed, also when the certificate is not trusted. */
export interface TlsSeen {
  /** `TLSv1.2` */
  readonly protocol: string;
  /** The server's certificate, then its issuers as far as the server sent them or this machine knows them. */
  readonly chain: readonly ServerCertificate[];
  /** OpenSSL's code for why it is not trusted; null when it is. */
  readonly untrusted: string | null;
}

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
  /** Entries of NO_PROXY that cannot be understood. */
  readonly strange: readonly string[];
}

/** Looks at this machine and its network without sending any data: for `returns doctor`. */
export interface Probes {
  /** The addresses of a host name. @throws NetworkFault `dns`, `timeout` */
  lookup(host: string, timeoutMs: number): Promise<readonly string[]>;
  proxyFor(url: string): ProxySeen | undefined;
  /** One handshake on the way that requests take, through the proxy if there is one. @throws NetworkFault */
  tls(
    url: string,
    options: { readonly ca?: string | undefined; readonly timeoutMs: number },
  ): Promise<TlsSeen>;
  /** Of the file system of this path, or of the nearest folder above that exists. */
  disk(path: string): DiskSpace;
  /** Tries to listen there, and stops at once. */
  port(host: string, port: number): Promise<'free' | 'taken' | 'denied'>;
}

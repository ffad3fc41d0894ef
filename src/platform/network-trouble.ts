// Names why no answer came, where the user can correct it: by the error alone.
import { NetworkFault, type TlsTrouble } from './platform.ts';

/** The proxy from the environment variables. */
export interface ProxyAddress {
  /** With user and password, if given. Empty when what is set is no address of an HTTP proxy. */
  readonly url: string;
  /** For messages: without user and password. */
  readonly shown: string;
  readonly hasLogin: boolean;
}

/** Codes of Node and OpenSSL, and what each shows. The first is of an answer that was not TLS. */
const TLS_TROUBLES: readonly (readonly [RegExp, TlsTrouble])[] = [
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE/, 'not_tls'],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)$/,
    'unknown_root',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'wrong_name'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE/, 'tls_version'],
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'not_yet_valid'],
];

/** The fault with its cause added; unchanged when the cause is not known. `proxy`: the one that was used. */
export function withCause(fault: NetworkFault, url: string, proxy: ProxyAddress | undefined): NetworkFault {
  if (fault.kind === 'aborted') return fault;
  const error = firstOf(fault.cause);
  const byProxy = proxy && proxyTrouble(error, proxy, url);
  if (byProxy || fault.kind !== 'tls') return byProxy ?? fault;
  const [, what] = TLS_TROUBLES.find(([codes]) => codes.test(String(error.code))) ?? [];
  return what ? new NetworkFault(fault.kind, fault.message, { cause: fault.cause }, { what }) : fault;
}

interface SystemError {
  readonly code?: unknown;
  readonly message?: string;
  readonly port?: unknown;
  readonly hostname?: unknown;
}

/** The first error: connecting to a name with several addresses fails with one error for each. */
const firstOf = (cause: unknown) =>
  ((cause instanceof AggregateError ? cause.errors[0] : cause) ?? {}) as SystemError;

/** Only the text of undici's error says what the proxy answered. */
function proxyTrouble(error: SystemError, proxy: ProxyAddress, url: string) {
  const { shown, hasLogin } = proxy;
  const status = Number(/^Proxy response \((\d+)\)/.exec(error.message ?? '')?.[1]);
  if (status > 0) {
    // A 5xx of the proxy may be temporary: the proxy may reach the service later.
    const kind = status >= 500 ? 'refused' : 'proxy';
    const trouble = { what: 'proxy_status', status, proxy: shown, hasLogin } as const;
    return new NetworkFault(kind, `the proxy ${shown} answers ${status}`, { cause: error }, trouble);
  }
  const code = String(error.code);
  if (!/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code)) return undefined;
  if (!isAbout(error, proxy.url) || isAbout(error, url)) return undefined;
  const kind = /^E(NOTFOUND|AI_AGAIN)$/.test(code) ? 'dns' : 'refused';
  const message = `the proxy ${shown} does not answer (${code})`;
  return new NetworkFault(kind, message, { cause: error }, { what: 'proxy_away' });
}

/** Whether a socket error names that address. */
function isAbout({ port, hostname }: SystemError, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { port: own, protocol, hostname: name } = new URL(url);
  if (hostname !== undefined) return hostname === name;
  return Number(port) === Number(own || (protocol === 'https:' ? 443 : 80));
}

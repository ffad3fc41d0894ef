// Finds out why no answer came: from the error itself and, where that is not enough, from one probe request without any data.
import type { Dispatcher } from 'undici';
import { NetworkFault, type NetworkTrouble } from './platform.ts';

/** The proxy from the environment variables. */
export interface ProxyAddress {
  /** With user and password, if given. Empty when what is set is no address of an HTTP proxy. */
  readonly url: string;
  /** For messages: without user and password. */
  readonly shown: string;
  readonly hasLogin: boolean;
}

export interface ConnectionAttempt {
  readonly url: string;
  readonly dispatcher: Dispatcher;
  readonly direct: Dispatcher;
  /** The same connection path, without checking the certificate. */
  readonly unverified: () => Dispatcher;
  /** The proxy that was used. */
  readonly proxy?: ProxyAddress | undefined;
}

/** Time limit of the probe, ms. */
const PROBE_TIMEOUT_MS = 5_000;

const ROOTS =
  /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)$/;
const VERSIONS = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE/;
/** OpenSSL errors which show that the server's answer was not TLS. */
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE/;

/** The fault with its cause added; unchanged when the cause is not known. */
export async function withCause(fault: NetworkFault, attempt: ConnectionAttempt): Promise<NetworkFault> {
  if (fault.kind === 'aborted') return fault;
  const error = firstOf(fault.cause);
  const byProxy = attempt.proxy && proxyTrouble(error, attempt.proxy, attempt.url);
  if (byProxy) return byProxy;
  if (fault.kind !== 'tls') return fault;
  const trouble = await tlsTrouble(String(error.code ?? ''), attempt);
  return trouble ? new NetworkFault(fault.kind, fault.message, { cause: fault.cause }, trouble) : fault;
}

interface SystemError {
  readonly code?: unknown;
  readonly message?: string;
  readonly port?: unknown;
  readonly hostname?: unknown;
}

/** The first error: connecting to a name with several addresses fails with one error for each. */
const firstOf = (cause: unknown): SystemError =>
  ((cause instanceof AggregateError ? cause.errors[0] : cause) ?? {}) as SystemError;

/** Only the text of undici's error says what the proxy answered. */
function proxyTrouble(error: SystemError, proxy: ProxyAddress, url: string): NetworkFault | undefined {
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
  const trouble = { what: 'proxy_away', proxy: shown } as const;
  const kind = /^E(NOTFOUND|AI_AGAIN)$/.test(code) ? 'dns' : 'refused';
  return new NetworkFault(kind, `the proxy ${shown} does not answer (${code})`, { cause: error }, trouble);
}

/** Whether a socket error names that address. */
function isAbout({ port, hostname }: SystemError, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { port: own, protocol, hostname: name } = new URL(url);
  if (hostname !== undefined) return hostname === name;
  return Number(port) === Number(own || (protocol === 'https:' ? 443 : 80));
}

async function tlsTrouble(code: string, attempt: ConnectionAttempt): Promise<NetworkTrouble | undefined> {
  if (ROOTS.test(code)) return { what: 'unknown_root' };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return { what: 'wrong_name' };
  if (VERSIONS.test(code)) return { what: 'tls_version' };
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const date = await serverDate(attempt);
    return {
      what: code === 'CERT_HAS_EXPIRED' ? 'expired' : 'not_yet_valid',
      ...(date === undefined ? {} : { aheadMs: date - Date.now() }),
    };
  }
  if (!NO_TLS.test(code)) return undefined;
  const { proxy } = attempt;
  if (
    proxy?.shown.startsWith('https:') &&
    (await headOf(attempt.direct, proxy.shown.replace(/^https:/, 'http:')))
  )
    return { what: 'proxy_not_tls', proxy: proxy.shown };
  const origin = new URL(attempt.url).origin.replace(/^https:/, 'http:');
  const answer = await headOf(attempt.dispatcher, origin);
  return { what: answer ? 'plain_http' : 'not_tls' };
}

async function serverDate({ url, unverified }: ConnectionAttempt): Promise<number | undefined> {
  const dispatcher = unverified();
  try {
    const date = (await headOf(dispatcher, new URL(url).origin))?.['date'];
    const time = Date.parse(String(date));
    return Number.isFinite(time) ? time : undefined;
  } finally {
    await dispatcher.destroy();
  }
}

/** Headers of the answer to HEAD / without our data or headers; undefined when no answer came. */
async function headOf(dispatcher: Dispatcher, origin: string) {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const answer = await dispatcher.request({ origin, path: '/', method: 'HEAD', signal });
    await answer.body.dump();
    return answer.headers;
  } catch {
    return undefined;
  }
}

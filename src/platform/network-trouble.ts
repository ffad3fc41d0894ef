// Why no answer came, looked into: what the error says, and where that is not enough one question that carries nothing.
import type { Dispatcher } from 'undici';
import { NetworkFault, type NetworkTrouble } from './platform.ts';
import type { ProxyAddress } from './proxy.ts';

export interface Attempt {
  readonly url: string;
  readonly dispatcher: Dispatcher;
  readonly direct: Dispatcher;
  /** The same way, without checking the certificate. */
  readonly trusting: () => Dispatcher;
  /** Where the request went through one, or would have but for NO_PROXY. */
  readonly proxy?: ProxyAddress | undefined;
}

/** For a question of ours, ms. */
const PATIENCE_MS = 5_000;

const ROOTS =
  /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)$/;
const VERSIONS = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE/;
/** What came is no TLS record. */
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE/;

/** The fault with what is behind it; as it is where nothing more is known. */
export async function explained(fault: NetworkFault, attempt: Attempt): Promise<NetworkFault> {
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

/** A name with several addresses fails with several errors. */
const firstOf = (cause: unknown): SystemError =>
  ((cause instanceof AggregateError ? cause.errors[0] : cause) ?? {}) as SystemError;

/** The proxy's own refusal stands in the text of undici's error only. */
function proxyTrouble(error: SystemError, proxy: ProxyAddress, url: string): NetworkFault | undefined {
  const { shown, hasLogin } = proxy;
  const status = Number(/^Proxy response \((\d+)\)/.exec(error.message ?? '')?.[1]);
  if (status > 0) {
    // A proxy that cannot reach the service may reach it later.
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

/** Whether an error of the socket names that address. */
function isAbout({ port, hostname }: SystemError, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { port: own, protocol, hostname: name } = new URL(url);
  if (hostname !== undefined) return hostname === name;
  return Number(port) === Number(own || (protocol === 'https:' ? 443 : 80));
}

async function tlsTrouble(code: string, attempt: Attempt): Promise<NetworkTrouble | undefined> {
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

async function serverDate({ url, trusting }: Attempt): Promise<number | undefined> {
  const dispatcher = trusting();
  try {
    const date = (await headOf(dispatcher, new URL(url).origin))?.['date'];
    const time = Date.parse(String(date));
    return Number.isFinite(time) ? time : undefined;
  } finally {
    await dispatcher.destroy();
  }
}

/** Headers of an answer to HEAD / without anything of ours; undefined when none came. */
async function headOf(dispatcher: Dispatcher, origin: string) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await dispatcher.request({ origin, path: '/', method: 'HEAD', signal });
    await answer.body.dump();
    return answer.headers;
  } catch {
    return undefined;
  }
}

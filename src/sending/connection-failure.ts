// A connection fault that no retry fixes, as a failure: the real cause, and what the user can do about it.
import { type Failure, unavailableFailure } from '../basics/failure.ts';
import type { NetworkFault, NetworkTrouble } from '../platform/platform.ts';

interface Explanation {
  readonly code?: string;
  /** Replaces the library's message. */
  readonly why?: string;
  readonly hint: string;
}

const UNKNOWN =
  'Check the address; behind an inspecting proxy add its root certificate with --ca FILE. Trying again alone does not help.';

/** `address` as it may be shown: the endpoint that was called. */
export function connectionFailure(fault: NetworkFault, address?: string): Failure {
  const { code = 'service.tls', why = fault.message, hint } = explain(fault);
  const to = address === undefined ? '' : ` to ${address}`;
  return unavailableFailure(code, `No secure connection${to}: ${why}`, {
    expected: 'TLS 1.2 and a certificate that a trusted authority issued for that name',
    found: fault.message,
    hint,
    cause: fault,
  });
}

function explain({ trouble }: NetworkFault) {
  if (trouble === undefined) return { hint: UNKNOWN };
  return trouble.what === 'proxy_status' ? ofProxy(trouble) : EXPLANATIONS[trouble.what];
}

const CLOCK_FIRST =
  "Check this machine's clock first (date); when it is right, tell the people who run that server.";

const EXPLANATIONS: Readonly<Record<Exclude<NetworkTrouble['what'], 'proxy_status'>, Explanation>> = {
  not_tls: {
    why: 'what answers at that port speaks no TLS, but plain HTTP or something else',
    hint: 'Check scheme, host and port of the address (without a port it is 443), and of HTTPS_PROXY; http:// is for this machine only.',
  },
  unknown_root: {
    why: 'the root of its certificate is not known on this machine',
    hint: "The service's certificates come from two public authorities, and the roots of both must be installed here: put both into one PEM file and name it with --ca FILE or RETURNS_CA. Behind an inspecting proxy that file needs the proxy's root as well.",
  },
  wrong_name: {
    why: 'its certificate was issued for another name',
    hint: 'Check the host in the address: it must be the name that the service gave you, not an alias or an IP address.',
  },
  tls_version: {
    why: 'the server does not offer TLS 1.2',
    hint: 'The service takes TLS 1.2 only, and so does this tool: check the address, and what stands in between.',
  },
  expired: { why: 'its certificate has expired', hint: CLOCK_FIRST },
  not_yet_valid: { why: 'its certificate is not valid yet', hint: CLOCK_FIRST },
  proxy_away: {
    code: 'service.proxy',
    hint: 'Check HTTPS_PROXY, and whether that proxy runs; NO_PROXY names hosts that are reached without it.',
  },
  proxy_address: {
    code: 'service.proxy',
    hint: 'Write HTTPS_PROXY as http://HOST:PORT, or unset it; user and password in it are percent-encoded.',
  },
};

function ofProxy({ status, proxy, hasLogin }: NetworkTrouble & { what: 'proxy_status' }): Explanation {
  const code = 'service.proxy';
  if (status !== 407)
    return {
      code,
      why: `the proxy ${proxy} does not let this connection through (${status})`,
      hint: 'Ask your network to allow that host, or name it in NO_PROXY when it can be reached without the proxy.',
    };
  return {
    code,
    why: hasLogin
      ? `the proxy ${proxy} refuses its login (407)`
      : `the proxy ${proxy} asks for a login (407)`,
    hint: hasLogin
      ? 'Correct user and password in HTTPS_PROXY; special characters in them are percent-encoded.'
      : 'Put user and password into HTTPS_PROXY: http://USER:PASSWORD@host:port.',
  };
}

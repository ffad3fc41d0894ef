// A connection fault that no retry fixes, as a failure: the real cause, and what the user can do about it.
import { type Failure, unavailableFailure } from '../basics/failure.ts';
import { formatDuration, plural } from '../basics/units.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import type { NetworkFault, NetworkTrouble } from '../platform/platform.ts';

interface Explanation {
  readonly code?: string;
  /** Replaces the library's message. */
  readonly why?: string;
  readonly hint: string;
}

/** A smaller difference between two clocks does not explain a certificate's dates. */
const CLOCK_SLACK_MS = 300_000;

const UNKNOWN =
  'Check the address; behind an inspecting proxy add its root certificate with --ca FILE. Trying again alone does not help.';

/** `address` as it may be shown: the endpoint that was called. */
export function connectionFailure(fault: NetworkFault, address?: string): Failure {
  const { code = 'service.tls', why = fault.message, hint } = explain(fault, address);
  const to = address === undefined ? '' : ` to ${address}`;
  return unavailableFailure(code, `No secure connection${to}: ${why}`, {
    expected: 'TLS 1.2 and a certificate that a trusted authority issued for that name',
    found: fault.message,
    hint,
    cause: fault,
  });
}

function explain({ trouble }: NetworkFault, address: string | undefined): Explanation {
  switch (trouble?.what) {
    case 'plain_http':
      return {
        why: 'the server at that port speaks plain HTTP',
        hint: isHere(address)
          ? 'Write http:// instead of https:// in the address, or give the port of its HTTPS server.'
          : 'Give the port of its HTTPS server; without a port it is 443.',
      };
    case 'not_tls':
      return {
        why: 'what answers at that port speaks neither HTTPS nor HTTP',
        hint: 'Check host and port of the address; without a port it is 443.',
      };
    case 'proxy_not_tls':
      return {
        code: 'service.proxy',
        why: `the proxy ${trouble.proxy} speaks plain HTTP`,
        hint: 'Write http:// instead of https:// in HTTPS_PROXY; the connection to the service is encrypted all the same.',
      };
    case 'unknown_root':
      return {
        why: 'the root of its certificate is not known on this machine',
        hint: "The service's certificates come from two public authorities, and the roots of both must be installed here: put both into one PEM file and name it with --ca FILE or RETURNS_CA. Behind an inspecting proxy that file needs the proxy's root as well.",
      };
    case 'wrong_name':
      return {
        why: 'its certificate was issued for another name',
        hint: 'Check the host in the address: it must be the name that the service gave you, not an alias or an IP address.',
      };
    case 'tls_version':
      return {
        why: 'the server does not offer TLS 1.2',
        hint: 'The service takes TLS 1.2 only, and so does this tool: check the address, and what stands in between.',
      };
    case 'expired':
    case 'not_yet_valid':
      return ofDates(trouble);
    case 'proxy_address':
      return {
        code: 'service.proxy',
        hint: 'Write HTTPS_PROXY as http://HOST:PORT, or unset it; user and password in it are percent-encoded.',
      };
    case 'proxy_status':
      return ofProxy(trouble);
    default:
      return { hint: UNKNOWN };
  }
}

const isHere = (address: string | undefined): boolean =>
  address !== undefined && URL.canParse(address) && isLoopbackHost(new URL(address).hostname);

/**
 * Either the certificate's dates are wrong, or the clock of this machine is. The Date header of the server decides
 * which.
 */
function ofDates(trouble: NetworkTrouble & { what: 'expired' | 'not_yet_valid' }): Explanation {
  const { what, aheadMs } = trouble;
  const state = what === 'expired' ? 'its certificate has expired' : 'its certificate is not valid yet';
  if (aheadMs === undefined)
    return {
      why: state,
      hint: "Check this machine's clock first (date); when it is right, tell the people who run that server.",
    };
  if (Math.abs(aheadMs) <= CLOCK_SLACK_MS)
    return {
      why: state,
      hint: "This machine's clock agrees with the server's: tell the people who run that server, or check the address.",
    };
  return {
    why: `${state} by this machine's clock, which is ${spanText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the server's`,
    hint: "Set this machine's clock, then run the same command again.",
  };
}

const DAY_MS = 86_400_000;
const spanText = (ms: number): string =>
  ms < 2 * DAY_MS ? formatDuration(ms) : plural(Math.round(ms / DAY_MS), 'day');

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

// Calls an endpoint: address, headers and version from the table, one HTTP exchange. The answer is returned as it is.
import { USER_AGENT } from '../basics/version.ts';
import type { AddressName, Endpoint } from '../contract/endpoints.ts';
import type { HttpAnswer, HttpClient } from '../platform/platform.ts';

/** The addresses of a target, without trailing slash. */
export type Addresses = Readonly<Record<AddressName, string>>;

export interface CallOptions {
  readonly body: string | Uint8Array;
  /** Bearer token; needed where the endpoint says so. */
  readonly token?: string | undefined;
  /** Version of the interface; the only value there is when left out. */
  readonly version?: string;
  /** Values of the path's parameters, percent-encoded here. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Caller {
  /** @throws NetworkFault when no complete answer came. */
  call(endpoint: Endpoint, options: CallOptions): Promise<HttpAnswer>;
}

export function endpointUrl(
  addresses: Addresses,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const path = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  return addresses[endpoint.address].replace(/\/+$/, '') + path;
}

export function makeCaller(client: HttpClient, addresses: Addresses, timeoutMs: number): Caller {
  return {
    call(endpoint, options) {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': USER_AGENT,
      };
      if (endpoint.version) headers[endpoint.version.header] = options.version ?? endpoint.version.values[0]!;
      if (endpoint.bearer) headers.authorization = `bearer ${options.token ?? ''}`;
      return client.request({
        method: endpoint.method,
        url: endpointUrl(addresses, endpoint, options.parameters),
        headers,
        body: options.body,
        timeoutMs,
        signal: options.signal,
      });
    },
  };
}

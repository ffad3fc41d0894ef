// The endpoint table of the interface, defined once: used for client calls, sandbox routes and README tables.

/** The target's address under which an endpoint lies. */
export type AddressName = 'auth' | 'orders' | 'base';

export interface Endpoint {
  readonly name: 'token' | 'orders' | 'asnCreate' | 'asnUpdate';
  readonly address: AddressName;
  readonly method: 'POST' | 'PUT';
  /** Path under the address; `{name}` is a placeholder for one percent-encoded segment. */
  readonly path: string;
  /** Whether it requires `Authorization: bearer <token>`. */
  readonly bearer: boolean;
  /** Header with the version of the interface, its allowed values, and the one that holds when it is absent. */
  readonly version?: {
    readonly header: string;
    readonly values: readonly [string, ...string[]];
    readonly absent?: string;
  };
  /** HTTP status of success. */
  readonly success: number;
  /** Heading of the interface that defines it. */
  readonly source: string;
  readonly purpose: string;
}

export const ENDPOINTS = {
  token: {
    name: 'token',
    address: 'auth',
    method: 'POST',
    path: '/oauth/token',
    bearer: false,
    success: 200,
    source: 'Authentication',
    purpose: 'Exchange client id and secret for a bearer token',
  },
  orders: {
    name: 'orders',
    address: 'orders',
    method: 'POST',
    path: '/returns_portal_orders',
    bearer: true,
    version: { header: 'Api-Version', values: ['3'] },
    success: 200,
    source: 'Endpoints of the service',
    purpose: 'Post order snapshots',
  },
  asnCreate: {
    name: 'asnCreate',
    address: 'base',
    method: 'POST',
    path: '/asns',
    bearer: true,
    version: { header: 'api-version', values: ['1', '2'], absent: '1' },
    success: 202,
    source: 'Endpoints of the service',
    purpose: 'Announce an inbound shipment',
  },
  asnUpdate: {
    name: 'asnUpdate',
    address: 'base',
    method: 'PUT',
    path: '/asns/{asn-number}',
    bearer: true,
    version: { header: 'api-version', values: ['1', '2'], absent: '1' },
    success: 202,
    source: 'Endpoints of the service',
    purpose: 'Change an announced shipment',
  },
} as const satisfies Record<string, Endpoint>;

/** Requests per minute per IP address (interface, Limits). The local sandbox uses the limit of the sandbox. */
export const RATE_LIMITS = { production: 5000, sandbox: 2500, local: 2500 } as const;
export type Environment = keyof typeof RATE_LIMITS;

/** Where sandbox and receiver listen by default, and the credentials of the built-in profile `local`. */
export const LOCAL = {
  port: 4500,
  receiverPort: 4400,
  clientId: 'local-client',
  clientSecret: 'local-secret',
} as const;

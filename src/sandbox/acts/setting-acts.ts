// Settings of a running sandbox that somebody may look at and change: assumptions, the retailer's address, its orders.

import { Failure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { endpointAddress } from '../../contract/customer-endpoints.ts';
import type { Order } from '../../contract/order.ts';
import { customerAuthOf } from '../deliveries/customer-auth.ts';
import type { Customer } from '../deliveries/types.ts';
import type { AssumptionsDocument, CustomerDocument, SeedDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { ASSUMPTIONS } from '../life-cycle/assumptions.ts';
import type { Assumptions } from '../life-cycle/types.ts';

const EXAMPLES = 3;

export function makeSettingActs(service: Service) {
  const show = (): CustomerDocument => {
    const { customer } = service.deliveries;
    return {
      schema: 'sandbox-customer/1',
      url: customer ? maskedAddress(customer.url) : null,
      auth: customer ? authKind(customer) : 'none',
    };
  };
  /** What the portal asks for beside the number of an order. */
  const emailOf = (identifier = ''): string | null => {
    const order = service.state.orders.find(identifier)?.order as Partial<Order> | undefined;
    return order?.customer?.email ?? null;
  };
  return {
    /** Every assumption with the value in force; `changes` sets some of them first. @throws Failure for an unknown one */
    assumptions(changes?: Assumptions): AssumptionsDocument {
      const { assumptions } = service.state.returns;
      if (changes) assumptions.keep(changes);
      return {
        schema: 'sandbox-assumptions/1',
        assumptions: ASSUMPTIONS.map(({ id, text, initial, choices, source }) => ({
          ...{ id, text, initial, choices, source },
          value: assumptions.values[id],
        })),
      };
    },
    customer: show,
    /**
     * Gives the service another address of the retailer; null: none, messages wait. Without new credentials those of before go
     * along within one origin only. @throws Failure for a text that is no address, and for http:// to another machine
     */
    setCustomer(given: string | null, credentials?: Readonly<Record<string, string>>): CustomerDocument {
      const { deliveries, customerPaths: paths } = service;
      const before = deliveries.customer;
      const url = given === null ? undefined : addressOf(given);
      if (url === undefined) deliveries.customer = undefined;
      else {
        const fresh = credentials && customerAuthOf(credentials);
        const auth = fresh
          ? () => fresh
          : before && isSameOrigin(before.url, url)
            ? before.auth
            : () => ({ kind: 'none' }) as const;
        deliveries.customer = { url, paths: before?.paths ?? paths, auth };
      }
      return show();
    },
    /** Adds orders that can be returned: 100 unless told, the same for the same seed (1). */
    seed({
      orders = 100,
      seed = 1,
    }: {
      readonly orders?: number;
      readonly seed?: number;
    } = {}): SeedDocument {
      const identifiers = service.seed(orders, seed);
      return {
        schema: 'sandbox-seed/1',
        orders: identifiers.length,
        seed,
        examples: identifiers.slice(0, EXAMPLES),
        email: emailOf(identifiers[0]),
      };
    },
  };
}

function authKind(customer: Customer): string {
  try {
    return customer.auth().kind;
  } catch {
    return 'unreadable';
  }
}

const isSameOrigin = (one: string, other: string) => new URL(one).origin === new URL(other).origin;

/** The place tells who asks over HTTP which field is meant. */
function addressOf(text: string): string {
  try {
    return endpointAddress(text, 'url');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, exitCode, message, hint, expected = '', found = '' } = error;
    throw new Failure(code, exitCode, message, { hint, expected, found, place: { path: 'url' } });
  }
}

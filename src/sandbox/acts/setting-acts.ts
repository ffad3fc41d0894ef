// Settings of a running sandbox that somebody may look at and change: assumptions, the retailer's address, its orders.
import { inputFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { completeAddress } from '../../basics/web-address.ts';
import type { Customer } from '../deliveries/types.ts';
import type { AssumptionsDocument, CustomerDocument, SeedDocument } from '../documents.ts';
import { ASSUMPTIONS } from '../life-cycle/assumptions.ts';
import type { Assumed } from '../life-cycle/types.ts';
import type { ActingService } from './acting-service.ts';

export interface SettingActs {
  /** Every assumption with the value in force; `changes` sets some of them first. @throws Failure for an unknown one */
  assumptions(changes?: Assumed): AssumptionsDocument;
  customer(): CustomerDocument;
  /**
   * Gives the service another address of the retailer; null: none, messages wait. Credentials go along within one origin
   * only. @throws Failure for a text that is no address
   */
  setCustomer(url: string | null): CustomerDocument;
  /** Adds orders that can be returned: 100 unless told, the same for the same seed (1). */
  seed(options?: { readonly orders?: number; readonly seed?: number }): SeedDocument;
}

const EXAMPLES = 3;

export function makeSettingActs(service: ActingService): SettingActs {
  const show = (): CustomerDocument => {
    const { customer } = service.deliveries;
    return {
      schema: 'sandbox-customer/1',
      url: customer?.url ?? null,
      auth: customer ? authKind(customer) : 'none',
    };
  };
  return {
    assumptions(changes) {
      if (changes) service.returns.assume(changes);
      const { assumed } = service.returns;
      return {
        schema: 'sandbox-assumptions/1',
        assumptions: ASSUMPTIONS.map(({ id, text, initial, choices, source }) => ({
          ...{ id, text, initial, choices, source },
          value: assumed[id] ?? initial,
        })),
      };
    },
    customer: show,
    setCustomer(given) {
      const { deliveries, customerPaths: paths } = service;
      const before = deliveries.customer;
      const url = given === null ? undefined : addressOf(given);
      if (url === undefined) deliveries.customer = undefined;
      else {
        const auth =
          before && isSameOrigin(before.url, url) ? before.auth : () => ({ kind: 'none' }) as const;
        deliveries.customer = { url, paths: before?.paths ?? paths, auth };
      }
      return show();
    },
    seed({ orders = 100, seed = 1 } = {}) {
      const identifiers = service.seed(orders, seed);
      return {
        schema: 'sandbox-seed/1',
        orders: identifiers.length,
        seed,
        examples: identifiers.slice(0, EXAMPLES),
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

function addressOf(text: string): string {
  const url = completeAddress(text);
  const isGood = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search;
  if (isGood) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  // The text is not quoted: it may hold a password.
  throw inputFailure('sandbox.customer', 'url is not the address of an endpoint', {
    place: { path: 'url' },
    expected: 'an address such as http://127.0.0.1:4400, without user, password and query',
    found: quote(typeof text === 'string' ? `${text.length} characters` : typeof text),
    hint: 'Give url an address such as http://127.0.0.1:4400, or null for none.',
  });
}

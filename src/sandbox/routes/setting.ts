// How the sandbox behaves, and what fills it: assumptions, the retailer's address, fault rules, orders that it makes.
import { isObject } from '../../basics/json.ts';
import { maskedAddress } from '../../basics/text.ts';
import { endpointAddress } from '../../contract/customer-endpoints.ts';
import type { Order } from '../../contract/order.ts';
import { customerAuthOf } from '../deliveries/customer-auth.ts';
import type { Customer } from '../deliveries/types.ts';
import type { AssumptionsDocument, CustomerDocument, FaultsDocument, SeedDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { ASSUMPTIONS } from '../life-cycle/assumptions.ts';
import { act } from './act.ts';
import { count, json, keys, textOrNull, texts } from './shapes.ts';

const EXAMPLES = 3;

export const SETTING = {
  customer: act('GET /_sandbox/customer', {
    purpose: "The address of the retailer's endpoints.",
    answers: 'sandbox-customer',
    does: (service) => customer(service),
  }),
  setCustomer: act('POST /_sandbox/customer', {
    purpose:
      'Gives another address; without new credentials those of before go along within one origin only.',
    body: keys({
      url: textOrNull('the address, or null for none'),
      auth: texts(
        '`kind` (basic, header, oauth) and the `content` of a file of `--customer-auth`',
      ).exactOptional(),
    }),
    answers: 'sandbox-customer',
    does(service, { url: given, auth: credentials }) {
      const { deliveries, customerPaths: paths } = service;
      const before = deliveries.customer;
      const url = given === null ? undefined : endpointAddress(given, 'url');
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
      return customer(service);
    },
  }),
  assumptions: act('GET /_sandbox/assumptions', {
    purpose: 'What the interface does not say, what is assumed instead, and what else could be.',
    answers: 'sandbox-assumptions',
    does: (service) => assumptions(service),
  }),
  assume: act('POST /_sandbox/assumptions', {
    purpose: 'Assumes something else from now on: an object of values by identifier.',
    body: texts('values by identifier'),
    answers: 'sandbox-assumptions',
    does(service, changes) {
      service.state.returns.assumptions.keep(changes);
      return assumptions(service);
    },
  }),
  faults: act('GET /_sandbox/faults', {
    purpose: 'The fault rules, and how often each matched and fired.',
    answers: 'sandbox-fault-rules',
    does: (service) => faults(service),
  }),
  setFaults: act('POST /_sandbox/faults', {
    purpose: 'Replaces the fault rules: a list, or `{"rules": []}` as in a fault file.',
    body: json('fault rules'),
    answers: 'sandbox-fault-rules',
    does(service, rules) {
      service.setFaults(isObject(rules) && 'rules' in rules ? rules['rules'] : rules, 'the body');
      return faults(service);
    },
  }),
  seed: act('POST /_sandbox/seed', {
    purpose: 'Adds orders that can be returned.',
    body: keys({
      orders: count('how many (100)', 100_000).exactOptional(),
      seed: count('the same seed makes the same orders (1)', 2 ** 32 - 1).exactOptional(),
    }),
    answers: 'sandbox-seed',
    does(service, { orders = 100, seed = 1 }): SeedDocument {
      const identifiers = service.seed(orders, seed);
      return {
        schema: 'sandbox-seed/1',
        orders: identifiers.length,
        seed,
        examples: identifiers.slice(0, EXAMPLES),
        email: emailOf(service, identifiers[0]),
      };
    },
  }),
};

const assumptions = ({ state: { returns } }: Service): AssumptionsDocument => ({
  schema: 'sandbox-assumptions/1',
  assumptions: ASSUMPTIONS.map(({ id, text, initial, choices, source }) => ({
    ...{ id, text, initial, choices, source },
    value: returns.assumptions.values[id],
  })),
});

const faults = ({ faultRules, state }: Service): FaultsDocument => ({
  schema: 'sandbox-fault-rules/1',
  rules: faultRules,
  counts: state.faults.counts(),
});

function customer({ deliveries }: Service): CustomerDocument {
  const { customer: given } = deliveries;
  return {
    schema: 'sandbox-customer/1',
    url: given ? maskedAddress(given.url) : null,
    auth: given ? authKind(given) : 'none',
  };
}

/** What the portal asks for beside the number of an order. */
function emailOf({ state: { orders } }: Service, identifier = ''): string | null {
  const order = orders.find(identifier)?.order as Partial<Order> | undefined;
  return order?.customer?.email ?? null;
}

function authKind(customer: Customer): string {
  try {
    return customer.auth().kind;
  } catch {
    return 'unreadable';
  }
}

const isSameOrigin = (one: string, other: string) => new URL(one).origin === new URL(other).origin;

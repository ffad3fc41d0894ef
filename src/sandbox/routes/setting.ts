// How the sandbox behaves, and what fills it: assumptions, the retailer's address, fault rules, orders that it makes.
import { isObject } from '../../basics/json.ts';
import { maskedAddress } from '../../basics/text.ts';
import { endpointAddress } from '../../contract/customer-endpoints.ts';
import type { Order } from '../../contract/order.ts';
import { formatInstant } from '../../contract/time.ts';
import { customerAuthOf } from '../deliveries/sign-in.ts';
import type { Customer } from '../deliveries/types.ts';
import type {
  AssumptionsDocument,
  ClockDocument,
  CustomerDocument,
  FaultsDocument,
  SeedDocument,
} from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { ASSUMPTIONS } from '../life-cycle/assumptions.ts';
import { refusedAct } from '../life-cycle/parts.ts';
import { act } from './act.ts';
import {
  count,
  duration,
  durationOf,
  json,
  keys,
  LAST_TIME,
  text,
  textOrNull,
  texts,
  timeOf,
  wrongRequest,
  yes,
} from './read-request.ts';

const EXAMPLES = 3;

export const SETTING = {
  customer: act('GET /_sandbox/customer', {
    purpose: "The address of the retailer's endpoints.",
    answers: 'sandbox-customer',
    does: customer,
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
          : before && new URL(before.url).origin === new URL(url).origin
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
      const first = service.state.orders.find(identifiers[0] ?? '')?.order as Partial<Order> | undefined;
      return {
        schema: 'sandbox-seed/1',
        orders: identifiers.length,
        seed,
        examples: identifiers.slice(0, EXAMPLES),
        // What the portal asks for beside the number of an order.
        email: first?.customer?.email ?? null,
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

function authKind(customer: Customer): string {
  try {
    return customer.auth().kind;
  } catch {
    return 'unreadable';
  }
}

// The sandbox's clock, shown and turned. A clock that is turned runs what is due on the way, each at its own time;
// only a manual clock can be turned.

export const CLOCK = {
  clock: act('GET /_sandbox/clock', {
    purpose: 'The clock, and when the next thing is due.',
    answers: 'sandbox-clock',
    does: (service) => shown(service, 0),
  }),
  turnClock: act('POST /_sandbox/clock', {
    purpose: 'Turns a manual clock; what is due on the way happens at its own time. Give one key.',
    body: keys({
      advance: duration('by a duration such as `2h`').exactOptional(),
      at: text('to a time such as `2026-11-20T13:12:22Z`').exactOptional(),
      run_until_idle: yes('`true`: until nothing is due any more').exactOptional(),
    }),
    answers: 'sandbox-clock',
    does(service, given) {
      const words = Object.keys(given);
      if (words.length !== 1)
        throw wrongRequest('', 'one of advance, at, run_until_idle', words.join(' and ') || 'nothing');
      if (given.advance !== undefined) return advance(service, given.advance);
      return given.at === undefined ? runUntilIdle(service) : turnTo(service, given.at);
    },
  }),
};

/** @param by ms, or a text such as `2h` */
export async function advance(service: Service, by: number | string): Promise<ClockDocument> {
  const timeline = manual(service);
  const ms = durationOf(by, 'advance');
  return turned(
    service,
    timeline.advanceTo((now) => Math.min(now + ms, LAST_TIME)),
  );
}

/** @param given ms since the epoch, or a text such as `2026-11-20T13:12:22Z` */
export async function turnTo(service: Service, given: number | string): Promise<ClockDocument> {
  const timeline = manual(service);
  const time = timeOf(given, 'at');
  const goal = (now: number) => {
    if (time >= now) return time;
    throw refusedAct(
      'clock.past',
      `The clock shows ${formatInstant(now)} and cannot go back to ${formatInstant(time)}.`,
    );
  };
  return turned(service, timeline.advanceTo(goal));
}

/** Until nothing is due any more. */
export const runUntilIdle = async (service: Service): Promise<ClockDocument> =>
  turned(service, manual(service).runUntilIdle());

function manual({ timeline }: Service) {
  if (timeline.kind === 'manual') return timeline;
  throw refusedAct(
    'clock.real',
    'The clock of this sandbox is the real one, which nobody can turn. Start it with: returns sandbox start --clock manual',
  );
}

async function turned(service: Service, move: Promise<number>): Promise<ClockDocument> {
  const ran = await move;
  service.keepClock();
  return shown(service, ran);
}

function shown({ timeline: { kind, clock, pending, next } }: Service, ran: number): ClockDocument {
  const time = next();
  const due = time === undefined ? null : formatInstant(time);
  return { schema: 'sandbox-clock/1', kind, now: formatInstant(clock.now()), next: due, pending, ran };
}

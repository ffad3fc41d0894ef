// A retailer on a real socket that answers as a test says, and deliveries to it on a manual clock.
import path from 'node:path';
import { expect } from 'vitest';
import { realDatabases } from '../../../src/platform/database.ts';
import { realClock, realNet } from '../../../src/platform/node-platform.ts';
import type { Database, ServerAnswer, ServerRequest } from '../../../src/platform/platform.ts';
import { makeTimeline, type Timeline } from '../../../src/sandbox/clock/timeline.ts';
import { DELIVERY_TABLES } from '../../../src/sandbox/database.ts';
import { Deliveries, type DeliveriesParts } from '../../../src/sandbox/deliveries/deliveries.ts';
import type { Customer, CustomerAuth, OutboundMessage } from '../../../src/sandbox/deliveries/types.ts';
import { ASSUMED_INITIALLY } from '../../../src/sandbox/life-cycle/assumptions.ts';
import { endpoint } from '../../calls/support.ts';
import { atEndOfTest } from '../../helpers/ends.ts';
import { temporaryFolder } from '../../helpers/platform.ts';

export const START = Date.UTC(2026, 10, 20, 12);
export const HOUR = 3_600_000;

type Answer = (call: ServerRequest, number: number) => ServerAnswer | Promise<ServerAnswer>;

/** @param answer gets each call with its number (from 1); 200 when left out */
export async function retailer(answer: Answer = () => ({ status: 200 })) {
  let number = 0;
  const { received: calls, ...server } = await endpoint((call) => answer(call, ++number));
  return {
    ...server,
    /** In order of arrival. */
    calls,
    /** Bodies of the calls, parsed. */
    bodies: (): unknown[] => calls.map(({ body }) => JSON.parse(Buffer.from(body).toString())),
  };
}

/** An address where nobody listens. A port that was just closed may be taken by another test. */
export const closedPort = async (): Promise<string> => 'http://127.0.0.1:1';

export const customerAt = (url: string, auth: () => CustomerAuth = () => ({ kind: 'none' })): Customer => ({
  url,
  paths: { rmas: '/rmas', exchangeOrders: '/exchange_orders', variants: 'variants' },
  auth,
});

export interface Stage {
  readonly deliveries: Deliveries;
  readonly timeline: Timeline;
  readonly database: Database;
  /** The folder of the database: a second stage in it goes on. */
  readonly folder: string;
  close(): Promise<void>;
}

interface Setting extends Partial<DeliveriesParts> {
  /** Address of the retailer; none when left out. */
  readonly to?: string;
  readonly auth?: () => CustomerAuth;
  readonly folder?: string;
  readonly start?: number;
}

export function stage({
  to,
  auth,
  folder = temporaryFolder(),
  start = START,
  ...parts
}: Setting = {}): Stage {
  const database = realDatabases.open(path.join(folder, 'sandbox.db'), { durable: false });
  database.exec(DELIVERY_TABLES);
  const timeline = parts.timeline ?? makeTimeline('manual', realClock, start);
  const deliveries = new Deliveries({
    timeline,
    database,
    world: { clock: realClock, net: realNet },
    seed: 1,
    assume: () => ASSUMED_INITIALLY,
    ...parts,
  });
  deliveries.customer = to === undefined ? undefined : customerAt(to, auth);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    timeline.stop();
    await deliveries.close();
    database.close();
  };
  atEndOfTest(close);
  return { deliveries, timeline, database, folder, close };
}

const posted = (kind: OutboundMessage['kind'], rma: string, path: string, body: object): OutboundMessage => {
  return { kind, key: rma, rma, method: 'POST', path, body: JSON.stringify(body) };
};

/** An RMA message; `n` tells it from others of the RMA. */
export const rmaMessage = (rma: string, n: number) => posted('rma', rma, '/rmas', { rma, n });
export const exchangeMessage = (rma: string) =>
  posted('exchange_order', rma, '/exchange_orders', { exchange: rma });

export const variantsMessage: OutboundMessage = {
  kind: 'variants',
  key: '',
  rma: null,
  method: 'GET',
  path: '/sku/V-1/variants',
  body: null,
};

/** Lets deliveries that are due go out and end; time stands still. */
export const settled = ({ timeline }: Stage): Promise<number> => timeline.advanceTo(timeline.clock.now());

/** The attempts of a delivery in short: status or fault, with the note. */
export function attemptsOf({ deliveries }: Stage, id: string): string[] {
  const delivery = deliveries.find(id);
  expect(delivery, id).toBeDefined();
  return delivery!.attempts.map(({ status, fault, note }) =>
    [status ?? fault, note].filter((part) => part !== null).join(' '),
  );
}

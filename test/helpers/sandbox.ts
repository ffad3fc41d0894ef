// A sandbox in the test's own process that reports each request to the test, and checks of the orders that it stores.
import { expect } from 'vitest';
import type { UploadSummary } from '../../src/orders/upload/order-run.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { openSandbox } from '../../src/sandbox/start.ts';
import { type Ended, type Started, targetEnvironment } from './cli.ts';
import { atEndOfTest } from './ends.ts';
import type { TestOrder } from './orders.ts';
import { returns } from './returns.ts';

/** Called for every request to one endpoint, counted from 1; `answer` lets the service do its work. */
export type Ear = (
  count: number,
  answer: () => Promise<ServerAnswer>,
  request: ServerRequest,
) => Promise<ServerAnswer>;

const platform = realPlatform();

/** Without a rate limit unless asked for; closed after the test. */
export async function sandboxFor(
  options: SandboxOptions = {},
  ear?: Ear,
  endpoint: '/returns_portal_orders' | '/asns' | '/asns/' = '/returns_portal_orders',
): Promise<Sandbox> {
  let count = 0;
  const net: typeof platform.net = {
    ...platform.net,
    serve: (where, handler) =>
      platform.net.serve(where, (request) =>
        ear && (endpoint === '/asns/' ? request.target.startsWith(endpoint) : request.target === endpoint)
          ? ear(++count, () => handler(request), request)
          : handler(request),
      ),
  };
  const sandbox = await openSandbox({ ...platform, net }, { rateLimit: 'off', ...options });
  atEndOfTest(() => sandbox.close());
  return sandbox;
}

/** The most requests to an endpoint that are open at once while a command line sends what the files hold. */
export async function mostOpen(
  endpoint: Parameters<typeof sandboxFor>[2],
  line: readonly string[],
  files: Readonly<Record<string, unknown>>,
): Promise<number> {
  let [open, most] = [0, 0];
  const hold: Ear = async (_count, answer) => {
    most = Math.max(most, ++open);
    for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
    const answered = await answer();
    open--;
    return answered;
  };
  const env = targetEnvironment(await sandboxFor({}, hold, endpoint));
  const { code, stderr } = await returns([...line, '--rate', 'off'], { env }, files);
  expect(code, stderr).toBe(0);
  return most;
}

/** Kills a process at one of its requests; pass its `ear` to `sandboxFor`. */
export function requestKiller() {
  let count = 0;
  let killAt = Number.POSITIVE_INFINITY;
  let isAfterWork = false;
  let kill = () => {};
  return {
    ear: (async (_all, answer) => {
      const mine = ++count === killAt;
      if (mine && !isAfterWork) kill();
      const done = await answer();
      if (mine && isAfterWork) kill();
      return done;
    }) satisfies Ear,
    /** Before the work of that request is done, or after it, when the acknowledgement is all that is lost. */
    run(start: () => Started, request = Number.POSITIVE_INFINITY, afterWork = false): Promise<Ended> {
      count = 0;
      killAt = request;
      isAfterWork = afterWork;
      const { child, ended } = start();
      kill = () => child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Requests to the order intake after a sequence number. */
export const orderRequests = (sandbox: Sandbox, after = 0) =>
  sandbox.requests(after).filter((request) => request.endpoint === 'orders');

export const tokenRequests = (sandbox: Sandbox, after = 0) =>
  sandbox.requests(after).filter((request) => request.endpoint === 'token');

export const lastSequence = (sandbox: Sandbox): number => sandbox.stats().requests.total;

/** Fails unless the sandbox holds exactly these orders, equal field by field. */
export function expectStored(sandbox: Sandbox, expected: ReadonlyMap<string, TestOrder>): void {
  const stored = sandbox.orders();
  expect(stored.length, 'orders in the sandbox').toBe(expected.size);
  for (const { identifier, order } of stored) {
    const wanted = expected.get(identifier);
    // Comparing texts first keeps 20,000 orders quick; only a difference is worth a diff.
    if (wanted === undefined || sorted(order) !== sorted(wanted)) expect(order, identifier).toEqual(wanted);
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** `upload-summary/1`. */
export type Summary = UploadSummary;

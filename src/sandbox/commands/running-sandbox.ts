// How the commands of the sandbox reach the one that runs: `--url`, else the sandbox that the profile `local` means.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit.ts';
import { Failure, unavailableFailure, usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { shellWord } from '../../basics/text.ts';
import { completeAddress, isLoopbackHost } from '../../basics/web-address.ts';
import { type ArgsOf, type Context, defineCommand } from '../../cli/command.ts';
import { type Flag, flag, type OptionsOf } from '../../cli/flags.ts';
import { NetworkFault } from '../../platform/platform.ts';
import { findSandbox, LOCAL_URL } from '../../storage/running.ts';
import type { RmaList } from '../documents.ts';
import { parsedJson } from '../parsed-json.ts';

const URL_FLAG = flag('--url <address>', 'address of the sandbox', {
  otherwise: `the sandbox that runs, else ${LOCAL_URL}`,
});

type Query = Readonly<Record<string, string | number | undefined>>;

interface Declared<Words extends string, Flags extends readonly Flag[]> {
  readonly args?: Words;
  readonly flags?: Flags;
  readonly more?: string;
  readonly examples: readonly (readonly [command: string, purpose: string])[];
  run(
    sandbox: RunningSandbox,
    context: Context,
    args: ArgsOf<Words>,
    options: OptionsOf<Flags>,
  ): Promise<void>;
}

/** A command that asks the sandbox that runs. */
export const sandboxCommand = <const Words extends string = '', const Flags extends readonly Flag[] = []>({
  flags,
  run,
  ...declared
}: Declared<Words, Flags>) =>
  defineCommand({
    ...(declared as { readonly args: Words; readonly examples: Declared<Words, Flags>['examples'] }),
    flags: [...((flags ?? []) as Flags), URL_FLAG],
    async run(context, args, options) {
      const { url } = options as OptionsOf<readonly [typeof URL_FLAG]>;
      await run(sandboxOf(context, url), context, args, options as unknown as OptionsOf<Flags>);
      return EXIT.done;
    },
  });

export type RunningSandbox = ReturnType<typeof sandboxOf>;

/** @throws Failure exit 2 for an address that is not on this machine */
function sandboxOf({ platform, folders, globals }: Context, url: string | undefined) {
  const origin = sandboxOrigin(url ?? findSandbox(platform, folders).url);
  const timeoutMs = globals.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  /**
   * @throws Failure exit 75 when no sandbox answers, 3 when it refuses the act (with its code and message), 2 when it does not
   * understand the request
   */
  const ask = async (method: 'GET' | 'POST', path: string, patienceMs: number, body?: object) => {
    const client = await platform.net.client({ connections: 1 });
    try {
      const answer = await client.request({
        ...{ method, url: `${origin}${path}`, timeoutMs: patienceMs, maxBody: MOST_ANSWER },
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(body && { body: JSON.stringify(body) }),
      });
      const value = parsedJson(answer.body);
      const document = isObject(value) ? value : undefined;
      if (answer.status === 200 && document) return document;
      throw refusalOf(document, path) ?? noSandbox(origin, `it answered ${answer.status}`);
    } catch (error) {
      if (error instanceof NetworkFault) throw noSandbox(origin, error.message, error);
      throw error;
    } finally {
      await client.close();
    }
  };
  /** The document at this path. */
  const get = async <D extends object>(path: string, query: Query = {}): Promise<D> => {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as [string, string]],
    );
    const search = new URLSearchParams(given).toString();
    return (await ask('GET', search === '' ? path : `${path}?${search}`, timeoutMs)) as D;
  };
  return {
    origin,
    /** ` --url ADDRESS` when the sandbox was named by `--url`, to go on with the same; else empty. */
    urlWords: url === undefined ? '' : ` --url ${origin}`,
    get,
    /** `leastMs`: it may take at least so long, unless `--timeout` says otherwise. */
    post: async <D extends object>(path: string, body?: object, leastMs = 0): Promise<D> =>
      (await ask('POST', path, globals.timeoutMs ?? Math.max(timeoutMs, leastMs), body)) as D,
    /** The identifier of an RMA; `last` is the newest one. */
    async rmaOf(given: string): Promise<string> {
      if (given !== 'last') return given;
      const { rmas } = await get<RmaList>('/_sandbox/rmas', { limit: 1 });
      if (rmas[0]) return rmas[0].rma_identifier;
      throw new Failure('rma.unknown', EXIT.refused, 'There is no RMA yet.', {
        hint: 'Start a return: returns sandbox return ORDER',
      });
    },
  };
}

/** The origin of a sandbox on this machine. @throws Failure exit 2 */
function sandboxOrigin(text: string): string {
  const url = completeAddress(text);
  if (url?.protocol !== 'http:' || !isLoopbackHost(url.hostname))
    throw usageFailure('usage.value', '--url does not name a sandbox on this machine', {
      expected: 'an address such as http://127.0.0.1:4500',
      hint: `Give --url the address that \`returns sandbox start\` printed, or omit it for the one that runs.`,
    });
  return url.origin;
}

/** More than a list of deliveries with long answers has. */
const MOST_ANSWER = 100_000_000;

/** What a sandbox says when an act cannot be, or when it does not understand the request; undefined for anything else. */
function refusalOf(document: Record<string, unknown> | undefined, path: string): Failure | undefined {
  const { schema, code, message, assumed, found, expected } = document ?? {};
  if (typeof message !== 'string') return undefined;
  if (schema === 'sandbox-refusal/1' && typeof code === 'string')
    return new Failure(code, EXIT.refused, message, { hint: hintOf(code, assumed, path) });
  if (schema !== 'sandbox-bad-request/1') return undefined;
  return usageFailure('sandbox.request', message, {
    ...(typeof found === 'string' && found !== '' && { found }),
    ...(typeof expected === 'string' && expected !== '' && { expected }),
    hint: 'Correct that and run the command again.',
  });
}

const HINTS: Readonly<Record<string, string>> = {
  'order.unknown': 'Upload orders with --profile local, or let the sandbox make some: returns sandbox seed',
  'rma.unknown': 'List the RMAs: returns sandbox rmas',
  'return.units': 'Nothing changed. What the order has left is shown by: returns sandbox rmas',
  'variants.unanswered': 'Nothing changed. Start your endpoint for variants, and run the same command again.',
  'variants.sku':
    'Nothing changed. For one line of several: --exchange LINE=SKU. Or leave --exchange out for a refund.',
  'delivery.unknown': 'List the deliveries: returns sandbox deliveries list',
  'clock.real': 'Stop this sandbox, and start another: returns sandbox start --clock manual',
  'clock.past': 'Give a later time, or a duration: returns sandbox clock advance 2h',
};

/** What to do next: the assumption that can be changed, or where the RMA of the request stands. */
function hintOf(code: string, assumed: unknown, path: string): string {
  const known = HINTS[code];
  if (known !== undefined) return known;
  const [assumption] = Array.isArray(assumed) ? assumed.map(String) : [];
  if (assumption !== undefined)
    return `Nothing changed. To assume something else: returns sandbox assumptions (its choices), then --set ${assumption}=CHOICE`;
  const [, rma] = /^\/_sandbox\/rmas\/([^/?]+)\//.exec(path) ?? [];
  if (rma === undefined) return 'Nothing changed. Correct that and run the command again.';
  const what = code === 'rma.closed' ? 'How it came to that' : 'What can happen next';
  return `Nothing changed. ${what} is shown by: returns sandbox rmas ${shellWord(decodeURIComponent(rma))}`;
}

const noSandbox = (origin: string, why: string, cause?: unknown) =>
  unavailableFailure('sandbox.absent', `No sandbox answers at ${origin}: ${why}`, {
    hint: 'Start one in another terminal: returns sandbox start. If it has another port, give --url its address.',
    cause,
  });

// How the commands of the sandbox reach the one that runs: `--url`, else the sandbox that the profile `local` means.
// Also the words that say what to do, such as the act of `returns sandbox clock advance`.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { Failure, unavailableFailure, usageFailure } from '../../basics/failure.ts';
import { isObject, parsedJson } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { completeAddress, isLoopbackHost } from '../../basics/web-address.ts';
import {
  type ArgsOf,
  type Context,
  defineCommand,
  type Flag,
  flag,
  type OptionsOf,
} from '../../cli/command.ts';
import { NetworkFault, type ServerAnswer } from '../../platform/platform.ts';
import { findSandbox, LOCAL_URL } from '../../storage/running.ts';
import type { BadRequestDocument, RefusalDocument } from '../documents.ts';
import type { ACTS } from '../routes/table.ts';

const URL_FLAG = flag('--url <address>', 'address of the sandbox', {
  otherwise: `the sandbox that runs, else ${LOCAL_URL}`,
});

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

type Acts = (typeof ACTS)[keyof typeof ACTS];
type ActOf<Line> = Extract<Acts, { readonly line: Line }>;
type LineOfAct = Acts['line'];
/** What the act takes; what is undefined is left out. */
type GivenTo<Line> = { readonly [K in keyof Given<Line>]: Given<Line>[K] | undefined };
type Given<Line> = Parameters<ActOf<Line>['does']>[1];
type AnswerOf<Line> = Exclude<Awaited<ReturnType<ActOf<Line>['does']>>, ServerAnswer>;

export type RunningSandbox = ReturnType<typeof sandboxOf>;

/** @throws Failure exit 2 for an address that is not on this machine */
function sandboxOf({ platform, folders, globals }: Context, url: string | undefined) {
  const origin = sandboxOrigin(url ?? findSandbox(platform, folders).url);
  /**
   * Asks for an act by its line. `leastMs`: it may take at least so long, unless `--timeout` says otherwise.
   * @throws Failure exit 75 when no sandbox answers, 3 when it refuses the act (with its code and message), 2 when it does not
   * understand the request
   */
  const ask = async <Line extends LineOfAct>(
    line: Line,
    given: GivenTo<Line>,
    leastMs = 0,
  ): Promise<AnswerOf<Line>> => {
    const client = await platform.net.client({ connections: 1 });
    try {
      const answer = await client.request({
        ...requestOf(origin, line, given),
        timeoutMs: globals.timeoutMs ?? Math.max(DEFAULT_TIMEOUT_MS, leastMs),
        maxBody: MOST_ANSWER,
      });
      const value = parsedJson(new TextDecoder().decode(answer.body));
      const document = isObject(value) ? value : undefined;
      if (answer.status === 200 && document) return document as AnswerOf<Line>;
      throw refusalOf(document) ?? noSandbox(origin, `it answered ${answer.status}`);
    } catch (error) {
      if (error instanceof NetworkFault) throw noSandbox(origin, error.message, error);
      throw error;
    } finally {
      await client.close();
    }
  };
  return {
    origin,
    /** ` --url ADDRESS` when the sandbox was named by `--url`, to go on with the same; else empty. */
    urlWords: url === undefined ? '' : ` --url ${origin}`,
    ask,
    /** The identifier of an RMA; `last` is the newest one. */
    async rmaOf(given: string): Promise<string> {
      if (given !== 'last') return given;
      const { rmas } = await ask('GET /_sandbox/rmas', { limit: 1 });
      if (rmas[0]) return rmas[0].rma_identifier;
      throw new Failure('rma.unknown', EXIT.refused, 'There is no RMA yet.', {
        hint: 'Start a return: returns sandbox return ORDER',
      });
    },
  };
}

/** What is given is put into the path, and the rest into the query or the body. */
function requestOf(origin: string, line: string, given: object) {
  const [method, template = ''] = line.split(' ');
  const rest = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (method === 'POST') {
    const headers = { 'content-type': 'application/json' };
    return { method, url: origin + path, headers, body: JSON.stringify(Object.fromEntries(rest)) } as const;
  }
  const search = new URLSearchParams(Object.fromEntries(rest)).toString();
  return { method: 'GET', url: `${origin}${path}${search && '?'}${search}`, headers: {} } as const;
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
function refusalOf(document: Record<string, unknown> | undefined): Failure | undefined {
  const answer = document as RefusalDocument | BadRequestDocument | undefined;
  if (answer?.schema === 'sandbox-refusal/1')
    return new Failure(answer.code, EXIT.refused, answer.message, { hint: hintOf(answer) });
  if (answer?.schema !== 'sandbox-bad-request/1') return undefined;
  const { message, found, expected } = answer;
  return usageFailure('sandbox.request', message, {
    ...(found !== '' && { found }),
    ...(expected !== '' && { expected }),
    hint: 'Correct that and run the command again.',
  });
}

const HINTS: Readonly<Record<string, string>> = {
  'order.unknown': 'Upload orders with --profile local, or let the sandbox make some: returns sandbox seed',
  'rma.unknown': 'List the RMAs: returns sandbox rmas',
  'delivery.unknown': 'List the deliveries: returns sandbox deliveries list',
};

/** What to do next: the assumption that can be changed. */
function hintOf({ code, assumed: [assumption] }: RefusalDocument): string {
  const known = HINTS[code];
  if (known !== undefined) return known;
  if (assumption !== undefined)
    return `Nothing changed. To assume something else: returns sandbox assumptions (its choices), then --set ${assumption}=CHOICE`;
  return 'Nothing changed. Correct that and run the command again.';
}

const noSandbox = (origin: string, why: string, cause?: unknown) =>
  unavailableFailure('sandbox.absent', `No sandbox answers at ${origin}: ${why}`, {
    hint: 'Start one in another terminal: returns sandbox start. If it has another port, give --url its address.',
    cause,
  });

export const wrongAct = (command: string, message: string, expected: string, found: string) =>
  usageFailure('usage.value', message, {
    ...{ expected, found },
    hint: `See the acts with: returns ${command} --help`,
  });

/** @param acts each with what must follow it, `its id, such as D-3`; empty: nothing may @throws Failure exit 2 */
export function checkAct(
  command: string,
  acts: Readonly<Record<string, string>>,
  act: string,
  value: string | undefined,
): void {
  const known = Object.keys(acts);
  if (!known.includes(act))
    throw wrongAct(
      command,
      `${command} does not know ${quote(act)}.${meantText(act, known)}`,
      `one of ${known.join(', ')}`,
      act,
    );
  const wanted = acts[act]!;
  if (wanted === '' && value !== undefined)
    throw wrongAct(command, `${act} takes nothing`, 'nothing after it', value);
  if (wanted !== '' && value === undefined)
    throw wrongAct(command, `${act} needs ${wanted}`, wanted, 'nothing');
}

// How the commands of the sandbox reach the one that runs: `--url`, else the sandbox that the profile `local` means.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import { type ArgsOf, type Context, defineCommand } from '../../cli/command.ts';
import { type Flag, flag, type OptionsOf } from '../../cli/flags.ts';
import { findSandbox } from '../../storage/running.ts';
import { askSandbox, type SandboxRequest, sandboxOrigin, URL_DEFAULT } from '../ask.ts';
import type { RmaList } from '../documents.ts';

const URL_FLAG = flag('--url <address>', 'address of the sandbox', { otherwise: URL_DEFAULT });

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
  const ask = async <D extends object>(request: SandboxRequest, patienceMs: number) =>
    (await askSandbox(platform.net, origin, request, patienceMs)) as D;
  /** The document at this path. @throws Failure exit 75, 3 or 2 */
  const get = <D extends object>(path: string, query: Query = {}): Promise<D> => {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as [string, string]],
    );
    const search = new URLSearchParams(given).toString();
    const full = search === '' ? path : `${path}?${search}`;
    return ask({ method: 'GET', path: full }, timeoutMs);
  };
  return {
    origin,
    /** ` --url ADDRESS` when the sandbox was named by `--url`, to go on with the same; else empty. */
    urlWords: url === undefined ? '' : ` --url ${origin}`,
    get,
    /** `leastMs`: it may take at least so long, unless `--timeout` says otherwise. */
    post: <D extends object>(path: string, body?: object, leastMs = 0): Promise<D> =>
      ask({ method: 'POST', path, ...(body && { body }) }, globals.timeoutMs ?? Math.max(timeoutMs, leastMs)),
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

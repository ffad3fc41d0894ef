// How the commands of the sandbox reach the one that runs: `--url`, else the sandbox that the profile `local` means.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Context } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { findSandbox } from '../../storage/sandboxes.ts';
import { askSandbox, type SandboxRequest, sandboxOrigin, URL_DEFAULT } from '../ask.ts';
import type { RmaList } from '../documents.ts';

export const URL_FLAG = flag('--url <address>', 'address of the sandbox', { otherwise: URL_DEFAULT });

export interface RunningSandbox {
  readonly origin: string;
  /** ` --url ADDRESS` when the sandbox was named by `--url`, to go on with the same; else empty. */
  readonly urlWords: string;
  /** The document at this path. @throws Failure exit 75, 3 or 2 */
  get<D extends object>(
    path: string,
    query?: Readonly<Record<string, string | number | undefined>>,
  ): Promise<D>;
  /** `leastMs`: it may take at least so long, unless `--timeout` says otherwise. */
  post<D extends object>(path: string, body?: object, leastMs?: number): Promise<D>;
  /** The identifier of an RMA; `last` is the newest one. */
  rmaOf(given: string): Promise<string>;
}

/** @throws Failure exit 2 for an address that is not on this machine */
export function sandboxOf({ platform, folders, globals }: Context, url: string | undefined): RunningSandbox {
  const origin = sandboxOrigin(url ?? findSandbox(platform, folders).url);
  const timeoutMs = globals.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const ask = async <D extends object>(request: SandboxRequest, patienceMs: number) =>
    (await askSandbox(platform.net, origin, request, patienceMs)) as D;
  const get: RunningSandbox['get'] = (path, query = {}) => {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as [string, string]],
    );
    const search = new URLSearchParams(given).toString();
    const full = search === '' ? path : `${path}?${search}`;
    return ask({ method: 'GET', path: full }, timeoutMs);
  };
  return {
    origin,
    urlWords: url === undefined ? '' : ` --url ${origin}`,
    get,
    post: (path, body, leastMs = 0) =>
      ask({ method: 'POST', path, ...(body && { body }) }, globals.timeoutMs ?? Math.max(timeoutMs, leastMs)),
    async rmaOf(given) {
      if (given !== 'last') return given;
      const { rmas } = await get<RmaList>('/_sandbox/rmas', { limit: 1 });
      if (rmas[0]) return rmas[0].rma_identifier;
      throw new Failure('rma.unknown', EXIT.refused, 'There is no RMA yet.', {
        hint: 'Start a return: returns sandbox return ORDER',
      });
    },
  };
}

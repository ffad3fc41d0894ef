// A client for `/_sandbox/*` of a running sandbox.
import { unavailableFailure, usageFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { completeAddress, isLoopbackHost } from '../basics/web-address.ts';
import { type HttpAnswer, type Net, NetworkFault } from '../platform/platform.ts';
import { LOCAL_URL } from '../storage/sandboxes.ts';

/** The default of `--url`, for its help. */
export const URL_DEFAULT = `the sandbox that runs, else ${LOCAL_URL}`;

/** The origin of a sandbox on this machine. @throws Failure exit 2 */
export function sandboxOrigin(text: string): string {
  const url = completeAddress(text);
  if (url?.protocol !== 'http:' || !isLoopbackHost(url.hostname))
    throw usageFailure('usage.value', '--url does not name a sandbox on this machine', {
      expected: 'an address such as http://127.0.0.1:4500',
      hint: `Give --url the address that \`returns sandbox start\` printed, or omit it for the one that runs.`,
    });
  return url.origin;
}

/** @throws Failure exit 75 when no sandbox answers */
export async function askSandbox(
  net: Net,
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeoutMs: number,
): Promise<Record<string, unknown>> {
  const client = await net.client({ connections: 1 });
  try {
    const answer = await client.request({ method, url: `${origin}${path}`, headers: {}, timeoutMs });
    const body = bodyOf(answer);
    if (answer.status === 200 && body) return body;
    throw noSandbox(origin, `it answered ${answer.status}`);
  } catch (error) {
    if (error instanceof NetworkFault) throw noSandbox(origin, error.message, error);
    throw error;
  } finally {
    await client.close();
  }
}

function bodyOf(answer: HttpAnswer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const noSandbox = (origin: string, why: string, cause?: unknown) =>
  unavailableFailure('sandbox.absent', `No sandbox answers at ${origin}: ${why}`, {
    hint: 'Start one in another terminal: returns sandbox start. If it has another port, give --url its address.',
    cause,
  });

// Before the built-in profile sends a secret or an order: checks that the program at the address is a sandbox, and the
// right one.
import { unavailableFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { type HttpAnswer, type HttpClient, NetworkFault, type Platform } from '../platform/platform.ts';
import type { FoundSandbox } from '../storage/running.ts';

/** A sandbox on this machine answers well within this time, ms. */
const PATIENCE_MS = 5_000;

/**
 * A sandbox that this machine has a record of must answer a challenge that only it can answer. Any other, for example
 * in a container, must say that it is a sandbox. @throws Failure exit 75 `sandbox.absent`, `sandbox.other`;
 * NetworkFault `aborted`
 */
export async function checkSandbox(
  { random, crypto }: Pick<Platform, 'random' | 'crypto'>,
  client: HttpClient,
  { url, proof }: FoundSandbox,
  signal?: AbortSignal,
): Promise<void> {
  const challenge = random.hex(16);
  let answer: HttpAnswer;
  try {
    answer = await client.request({
      method: 'GET',
      url: `${url}/_sandbox/identity?challenge=${challenge}`,
      headers: { accept: 'application/json' },
      timeoutMs: PATIENCE_MS,
      signal,
    });
  } catch (error) {
    if (!(error instanceof NetworkFault) || error.kind === 'aborted') throw error;
    throw absent(url, error);
  }
  const given = answer.status === 200 ? identityIn(answer.body) : undefined;
  if (!given || (proof !== undefined && given.proof !== crypto.sha256(`${proof}\n${challenge}`)))
    throw otherProgram(url);
}

function identityIn(body: Uint8Array) {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(value) && value['schema'] === 'sandbox-identity/1'
      ? { proof: value['proof'] }
      : undefined;
  } catch {
    return undefined;
  }
}

const absent = (url: string, cause: NetworkFault) =>
  unavailableFailure('sandbox.absent', `No sandbox answers at ${url}: ${cause.message}`, {
    hint: 'The profile local is the sandbox on this machine. Start it in another terminal: returns sandbox start',
    cause,
  });

const otherProgram = (url: string) =>
  unavailableFailure('sandbox.other', `What answers at ${url} is not the sandbox; nothing was sent to it`, {
    expected: 'the sandbox of the profile local',
    found: 'another program',
    hint: 'Start the sandbox on a free port: returns sandbox start --port 0. The profile local finds it there.',
  });

// The token that a run fetches before it sends anything, and which failures to get one are an outage.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import { NetworkFault } from '../platform/platform.ts';
import type { TokenSource } from './token.ts';

/** A wrong certificate, a proxy that wants a login, another program in the sandbox's place: waiting mends none. */
const LASTING = new Set(['service.tls', 'service.proxy', 'sandbox.absent', 'sandbox.other']);

/** The sender's patience is for a token endpoint that is away: wrong credentials and distrust do not pass by waiting. */
export const isTokenOutage = (error: unknown): error is Failure =>
  error instanceof Failure && error.exitCode === EXIT.unavailable && !LASTING.has(error.code);

/**
 * What waiting does not mend ends the run before anything else; an outage is left to the sender's patience, and an
 * interruption to whoever looks at the signal next. @throws Failure
 */
export async function firstToken(tokens: Pick<TokenSource, 'get'>, signal: AbortSignal): Promise<void> {
  try {
    await tokens.get(signal);
  } catch (error) {
    const isInterruption = error instanceof NetworkFault && signal.aborted;
    if (!isInterruption && !isTokenOutage(error)) throw error;
  }
}

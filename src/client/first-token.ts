// The token that a run fetches before it sends anything.
import { EXIT } from '../base/exit.ts';
import { Failure } from '../base/failure.ts';
import { NetworkFault } from '../base/host.ts';
import type { TokenSource } from './token.ts';

/**
 * Wrong credentials end the run before anything else; an outage is left to the sender's patience, and an interruption to
 * whoever looks at the signal next. @throws Failure exit 4
 */
export async function firstToken(tokens: Pick<TokenSource, 'get'>, signal: AbortSignal): Promise<void> {
  try {
    await tokens.get(signal);
  } catch (error) {
    if (error instanceof NetworkFault && signal.aborted) return;
    if (!(error instanceof Failure) || error.exitCode !== EXIT.unavailable) throw error;
  }
}

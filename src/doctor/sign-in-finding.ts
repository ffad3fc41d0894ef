// Tries the sign-in as every command does it: with the token that is kept, else with a new one.
import type { Connection } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { Failure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { formatInstant } from '../contract/time.ts';
import { bad, type Finding, good } from './findings.ts';

/** `asked`: how many requests went out so far. @throws NetworkFault `aborted` */
export async function signInFinding(
  target: Target,
  { tokens }: Connection,
  asked: () => number,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const before = asked();
  try {
    await tokens.get(signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'service.paused') throw error;
    return bad(error.message, error.hint);
  }
  const end = tokens.endsAt();
  const until = end === undefined ? '' : ` until ${formatInstant(end)}`;
  const who = `signed in as ${quote(target.clientId)}`;
  // "A new token is not requested until the previous expires" (interface, Authentication): that holds here, too.
  return good(
    asked() > before
      ? `${who}: a token came and is used${until}`
      : `${who}: the token of an earlier command is used${until}`,
  );
}

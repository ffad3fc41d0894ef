// What is in doubt (src/storage/in-doubt.ts), for those who send orders or ASNs: what a run that waits for it does, and says.
import { type Failure, unavailableFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Message } from '../sending/batch.ts';
import type { Holds } from '../sending/types.ts';
import type { Doubts, SentVersion } from '../storage/in-doubt.ts';

/** `left`: why the run ends without these messages, of which the first can be sent in so many ms. */
export function holdsOf<T>(
  doubts: Doubts,
  versionOf: (context: T) => SentVersion,
  patienceMs: number,
  left: Holds<T>['left'],
): Holds<T> {
  const versionsOf = (messages: readonly Message<T>[]) => messages.map(({ context }) => versionOf(context));
  return {
    begin: (messages) => doubts.begin(versionsOf(messages)),
    of: (messages) => doubts.of(versionsOf(messages)),
    patienceMs,
    left,
  };
}

/** Number of orders or ASNs that a message names. */
const NAMED = 3;

export const WHY_IN_DOUBT =
  'a request with another version got no answer, and the service may still store that';

/** In how long, and at what time, something can be tried again. */
export function againAt(clock: Platform['clock'], ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const at = new Date((Math.ceil(clock.now() / 1000) + seconds) * 1000);
  return `in ${seconds} s, at ${at.toISOString().replace('.000', '')}`;
}

/** Exit 75, for a run that can leave some of its orders or ASNs pending. */
export function leftInDoubt(
  clock: Platform['clock'],
  what: 'order' | 'ASN',
  ids: readonly string[],
  ms: number,
): Failure {
  const named = ids.slice(0, NAMED).map(quote).join(', ');
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return unavailableFailure(
    `${what.toLowerCase()}s.in_doubt`,
    `${plural(ids.length, what)} cannot be sent yet (${named}${more}): ${WHY_IN_DOUBT}`,
    {
      hint: `Run the same command again ${againAt(clock, ms)}, or add --lock-wait 2m to wait here.`,
      reason: 'in_doubt',
    },
  );
}

// Orders in doubt, for those who send orders: an upload leaves them pending when it ends, a refund of one is turned away.
import { type Failure, stateFailure, unavailableFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Message } from '../../sending/batch.ts';
import type { Holds } from '../../sending/types.ts';
import type { SentVersion } from '../../storage/in-doubt.ts';
import type { Ledger } from '../../storage/ledger.ts';

/** Number of orders that a message names. */
const NAMED = 3;

const WHY = 'a request with another version got no answer, and the service may still store that';

/** `left`: why the run ends without these orders, of which the first can be sent in so many ms. */
export const holdsOf = <T>(
  { doubts }: Pick<Ledger, 'doubts'>,
  patienceMs: number,
  versionOf: (message: Message<T>) => SentVersion,
  left: Holds<T>['left'],
): Holds<T> => ({
  begin: (messages) => doubts.begin(messages.map(versionOf)),
  of: (messages) => doubts.of(messages.map(versionOf)),
  patienceMs,
  left,
});

/** In how long, and at what time, something can be tried again. */
function againAt(clock: Platform['clock'], ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const at = new Date((Math.ceil(clock.now() / 1000) + seconds) * 1000);
  return `in ${seconds} s, at ${at.toISOString().replace('.000', '')}`;
}

/** Exit 75, for an upload. */
export function ordersInDoubt(clock: Platform['clock'], ids: readonly string[], ms: number): Failure {
  const named = ids.slice(0, NAMED).map(quote).join(', ');
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return unavailableFailure(
    'orders.in_doubt',
    `${plural(ids.length, 'order')} cannot be sent yet (${named}${more}): ${WHY}`,
    {
      hint: `Run the same command again ${againAt(clock, ms)}, or add --lock-wait 2m to wait here.`,
      reason: 'in_doubt',
    },
  );
}

/** Exit 7, for a refund. */
export const refundInDoubt = (clock: Platform['clock'], id: string, ms: number): Failure =>
  stateFailure('refund.in_doubt', `Order ${quote(id)} cannot be refunded yet: ${WHY}`, {
    hint: `Nothing was sent. Run the same command again ${againAt(clock, ms)}.`,
  });

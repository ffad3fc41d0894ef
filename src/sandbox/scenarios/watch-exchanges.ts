// The requests of a scenario and their answers in real time, as data for the evidence of its checks. Of bodies, only the
// beginning of an answer that was no success.
import type { Clock } from '../../platform/platform.ts';
import type { Delivery } from '../deliveries/types.ts';
import { bodyOf, messageText, saidBy } from './evidence.ts';
import type { Play, Stage } from './play.ts';
import type { ScenarioExchange } from './result.ts';

/** Of each end of a long list. */
const SHOWN = 10;

/** Begins with what is sent from now on. */
export function watchExchanges(
  { deliveries }: Stage,
  clock: Clock,
  { sentAt, known }: Pick<Play, 'sentAt' | 'known'>,
) {
  const list = () => deliveries.list({ limit: 100 }).reverse();
  const seen = new Map(list().map(({ id, attempts }) => [id, attempts.length]));
  const found: ScenarioExchange[] = [];
  const look = (delivery: Delivery) => {
    const { attempts, id } = delivery;
    for (const { ms, status, fault, answer } of attempts.slice(seen.get(id) ?? 0)) {
      const said = saidBy(status, answer);
      const sent = clock.now() - ms;
      if (!sentAt.has(id)) sentAt.set(id, sent);
      const { rma } = delivery.message;
      const updated = bodyOf(delivery).updated_at;
      if (rma !== null && typeof updated === 'string' && (known.newest.get(rma)?.updated ?? '') < updated)
        known.newest.set(rma, { updated, sent });
      found.push({
        at: Math.round(sent),
        request: requestText(delivery),
        rma_status: rmaStatusOf(delivery),
        ...{ status, fault, ms },
        ...(said !== null && { answer: said }),
      });
    }
    seen.set(id, attempts.length);
  };
  const unsubscribe = deliveries.subscribe(look);
  return {
    /** Those since the last call, oldest first; of many, the first and the last. */
    take(): readonly ScenarioExchange[] {
      // Listeners hear of changes a little later than a list shows them.
      for (const delivery of list()) look(delivery);
      const taken = found.splice(0);
      return taken.length > 2 * SHOWN ? [...taken.slice(0, SHOWN), ...taken.slice(-SHOWN)] : taken;
    },
    stop: unsubscribe,
  };
}

const rmaStatusOf = (delivery: Delivery): string | null =>
  (delivery.message.kind === 'rma' && bodyOf(delivery).status) || null;

const requestText = (delivery: Delivery): string =>
  delivery.message.method === 'GET'
    ? messageText(delivery)
    : `POST ${delivery.message.path} ${messageText(delivery)}`;

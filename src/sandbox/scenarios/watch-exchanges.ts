// The requests of a scenario and their answers in real time, for the evidence of its checks.
import type { Clock } from '../../platform/platform.ts';
import type { Delivery } from '../deliveries/types.ts';
import { bodyOf, messageText, saidBy } from './evidence.ts';
import type { Play } from './play.ts';
import type { ScenarioExchange } from './result.ts';
import type { Stage } from './stage.ts';

/** Of each end of a long list. */
const SHOWN = 10;

/** The requests from now on and their answers in real time, for the evidence of checks. */
export function watchExchanges(
  { deliveries }: Stage,
  clock: Clock,
  { sentAt, known }: Pick<Play, 'sentAt' | 'known'>,
) {
  const list = () => deliveries.list({ limit: 100 }).reverse();
  const seen = new Map(list().map(({ id, attempts }) => [id, attempts.length]));
  const found: ScenarioExchange[] = [];
  const look = (delivery: Delivery) => {
    const { attempts, id, message } = delivery;
    const { rma, kind, method, path } = message;
    const { status: rmaStatus, updated_at: updated } = bodyOf(delivery);
    for (const { ms, status, fault, answer } of attempts.slice(seen.get(id) ?? 0)) {
      const said = saidBy(status, answer);
      const sent = clock.now() - ms;
      if (!sentAt.has(id)) sentAt.set(id, sent);
      if (rma !== null && typeof updated === 'string' && (known.newest.get(rma)?.updated ?? '') < updated)
        known.newest.set(rma, { updated, sent });
      found.push({
        at: Math.round(sent),
        request: `${method === 'GET' ? '' : `POST ${path} `}${messageText(delivery)}`,
        rma_status: (kind === 'rma' && rmaStatus) || null,
        status,
        fault,
        ms,
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

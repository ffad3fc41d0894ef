// The requests of a scenario and their answers in real time, as data for the evidence of its checks. Without bodies.
import type { Clock } from '../../platform/platform.ts';
import type { Delivery } from '../deliveries/types.ts';
import { messageText } from './evidence.ts';
import type { Stage } from './play.ts';
import type { ScenarioExchange } from './result.ts';

export interface WatchedExchanges {
  /** Those since the last call, oldest first; of many, the first and the last. */
  take(): readonly ScenarioExchange[];
  stop(): void;
}

/** Of each end of a long list. */
const SHOWN = 10;

/** Begins with what is sent from now on. */
export function watchExchanges({ deliveries }: Stage, clock: Clock): WatchedExchanges {
  const seen = new Map<string, number>();
  const found: ScenarioExchange[] = [];
  const look = (delivery: Delivery) => {
    const { attempts, id } = delivery;
    for (const { ms, status, fault } of attempts.slice(seen.get(id) ?? 0))
      found.push({ at: Math.round(clock.now() - ms), request: requestText(delivery), status, fault, ms });
    seen.set(id, attempts.length);
  };
  const unsubscribe = deliveries.subscribe(look);
  return {
    take() {
      // Listeners hear of changes a little later than a list shows them.
      for (const delivery of deliveries.list({ limit: 100 }).reverse()) look(delivery);
      const taken = found.splice(0);
      return taken.length > 2 * SHOWN ? [...taken.slice(0, SHOWN), ...taken.slice(-SHOWN)] : taken;
    },
    stop: unsubscribe,
  };
}

const requestText = (delivery: Delivery): string =>
  delivery.message.method === 'GET'
    ? messageText(delivery)
    : `POST ${delivery.message.path} ${messageText(delivery)}`;

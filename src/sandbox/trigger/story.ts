// Plays the steps of a scenario for their messages: on a manual clock, without waiting for the retailer. Where the scenario
// expects something of the retailer, the story does it itself, so that what follows is told.
import { defectFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import type { Order } from '../../contract/order.ts';
import type { Clock, Databases, Random } from '../../platform/platform.ts';
import { openState } from '../database.ts';
import type { Customer, Delivery, OutboundMessage } from '../deliveries/types.ts';
import type { StoredSnapshot } from '../life-cycle/types.ts';
import { makeReturns } from '../returns.ts';
import { ABILITIES } from '../scenarios/abilities.ts';
import { idOf, playDeed, rmaOf } from '../scenarios/deeds.ts';
import type { Expectation, Scenario } from '../scenarios/format.ts';
import { variantsOfRetailer } from '../scenarios/given-orders.ts';
import type { Play, Stage } from '../scenarios/play.ts';
import { beginPlay } from '../scenarios/run-scenario.ts';
import { makeTimeline } from '../timeline.ts';
import { madeUpExchange } from './derive.ts';
import type { Post, Posted } from './post.ts';
import { withRefund } from './refund-snapshot.ts';
import { makeSingleAttempts } from './single-attempts.ts';

export interface StoryWorld {
  /** Real time. */
  readonly clock: Clock;
  readonly random: Random;
  readonly databases: Databases;
}

interface StoryParts {
  readonly customer: Customer;
  readonly post: Post;
  /** As of `sandbox scenario`: another number gives other orders. */
  readonly seed: number;
  readonly emit: (delivery: Delivery, posted: Posted) => Promise<void>;
}

/** Ends early when nobody answers. */
export async function playStory(world: StoryWorld, scenario: Scenario, parts: StoryParts): Promise<void> {
  const { customer, seed } = parts;
  const now = world.clock.now();
  // The last message is one of now.
  const start = now - scenario.steps.reduce((sum, step) => sum + advanceOf(step), 0);
  const timeline = makeTimeline('manual', world.clock, start);
  const deliveries = makeSingleAttempts({
    ...{ timeline, customer, post: parts.post, emit: parts.emit },
    standIn: (message) => standInAnswer(scenario, message),
  });
  const orders = new Map<string, StoredSnapshot>();
  const saved = openState(world.databases, undefined);
  const returns = makeReturns({
    ...{ timeline, deliveries, saved, paths: customer.paths, runPart: world.random.hex(3) },
    orderOf: (identifier) => orders.get(identifier),
    assume: scenario.assume ?? {},
  });
  const receive = (order: StoredSnapshot) => {
    orders.set(order.identifier, order);
    returns.onSnapshot(order.identifier);
  };
  const stage: Stage = {
    ...{ returns, deliveries, timeline },
    async post(order) {
      receive(order as unknown as StoredSnapshot);
      return { status: 200, body: '' };
    },
    order: (identifier) => orders.get(identifier) as unknown as Order | undefined,
    versions: () => [],
    requests: () => [],
    refusal: () => '',
  };
  const options = {
    ...{ customer, abilities: new Set(ABILITIES), seed, startedAt: start },
    ...{ waitMs: WAIT_MS, settleMs: 0 },
  };
  // An attempt that is ended is one without an answer: the story ends with it.
  const play = beginPlay(world, stage, scenario, options, new AbortController().signal);
  try {
    for (const [i, step] of scenario.steps.entries()) {
      if ('expect' in step) beRetailer(play, step, receive);
      else if (step.do !== 'restart') {
        const obstacle = await playDeed(play, step);
        if (obstacle !== undefined) throw stuck(scenario.name, i, obstacle);
      }
      await deliveries.drain();
      if (deliveries.isStopped) return;
    }
  } finally {
    returns.end();
    timeline.stop();
    saved.close();
  }
}

/** Real time that moving the clock may take: nothing is waited for meanwhile. */
const WAIT_MS = 60_000;

const advanceOf = (step: Scenario['steps'][number]): number =>
  'do' in step && step.do === 'advance' ? step.by : 0;

/** The retailer's refund, and the snapshot of the exchange order that has shipped. */
function beRetailer(play: Play, step: Expectation, receive: (order: StoredSnapshot) => void): void {
  const { returns, timeline } = play.stage;
  if (step.expect !== 'refund' && step.expect !== 'status') return;
  const { isMadeUp } = rmaOf(play, step.rma);
  const rma = isMadeUp ? undefined : returns.find(idOf(play, step.rma));
  const order = rma && (play.stage.order(rma.order) as unknown as StoredSnapshot | undefined);
  if (!rma || !order) return;
  if (step.expect === 'refund') receive(withRefund(order, rma, timeline.clock.now(), step.units));
  else if (step.status === 'REFUNDED' && rma.status !== 'REFUNDED' && rma.exchangeOrder !== null)
    receive({ ...order, identifier: rma.exchangeOrder, status: 'Shipped', refunds: [] });
}

/** What a retailer would answer: the variants of the scenario, an exchange order. */
function standInAnswer(scenario: Scenario, { kind, path, body }: OutboundMessage): string {
  if (kind === 'variants') {
    const variant = decodeURIComponent(path.split('/')[2] ?? '');
    return JSON.stringify(variantsOfRetailer([scenario])[variant] ?? []);
  }
  const sent: unknown = JSON.parse(body ?? 'null');
  const original = isObject(sent) ? String(sent['original_order_id']) : '';
  return kind === 'exchange_order' ? JSON.stringify({ order_identifier: madeUpExchange(original) }) : '';
}

const stuck = (name: string, i: number, why: string) =>
  defectFailure('trigger.story', `Step ${i + 1} of the story ${name} cannot be played: ${why}`, {
    hint: 'Please report this with the command line.',
  });

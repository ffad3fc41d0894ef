// One scenario while it is played: the sandbox, the RMAs by their names in the scenario, and what is known of the retailer.
import { formatCents, plural } from '../../basics/units.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import type { ReturnFees } from '../../contract/refund-amount.ts';
import type { Clock, Platform } from '../../platform/platform.ts';
import type { Customer, Delivery } from '../deliveries/types.ts';
import type { Ability } from './abilities.ts';
import type { Scenario } from './format.ts';
import { givenOrder, type OrderCircumstances, orderIdentifier, snapshotsOf } from './given-orders.ts';
import type { RetailerCheckId } from './questions.ts';
import { type Units, unitsOf } from './refund-range.ts';
import type { Restart, ScenarioEvent } from './result.ts';
import type { Stage } from './stage.ts';

export interface PlayOptions {
  readonly customer: Customer;
  readonly abilities: ReadonlySet<Ability>;
  /** Real time that the retailer has for what is expected, ms. */
  readonly waitMs: number;
  /** Real time for which nothing more may come where nothing is expected, ms. */
  readonly settleMs: number;
  /** Most real time of an answer, ms. */
  readonly answerMs: number;
  readonly seed: number;
  /** ms since the epoch: the day of the given orders. */
  readonly startedAt: number;
  /** What is taken off the refunds, and which of several has the shipping. */
  readonly fees?: ReturnFees | undefined;
  readonly restart?: Restart | undefined;
}

/** What all scenarios of a run have in common. */
export interface RunParts {
  /** Real time: what a retailer gets to do its work. */
  readonly world: Pick<Platform, 'clock' | 'random' | 'net'>;
  readonly stage: Stage;
  readonly options: PlayOptions;
  readonly emit: (event: ScenarioEvent) => void;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

/** What a run of scenarios has seen of the retailer so far. */
export class Known {
  /** Every refund that was expected. */
  readonly refunds: ExpectedRefund[] = [];
  /** The RMA of each exchange order that was answered, by the identifier in the answer. */
  readonly exchanges = new Map<string, string>();
  /** A message without its refund was sent once more, and still brought none: that is not tried again. */
  resentInVain = false;
}

/** A refund that was waited for, and what sets its message apart from others. */
export interface ExpectedRefund {
  readonly scenario: string;
  /** Real time, ms since the epoch: when it was due, when its message was sent once more, and how long was waited for it. */
  readonly since: number;
  resent?: number;
  readonly limit: number;
  /** Real time at which all of it had come; undefined before. */
  readonly arrived: () => number | undefined;
  readonly marks: ReadonlySet<string>;
  /** Real time between its message and the one before of the RMA, ms. */
  readonly gap: number;
}

/** It has not come in the time that was waited for it. */
export const isOutOfTime = ({ arrived, since, limit }: ExpectedRefund): boolean =>
  !((arrived() ?? Infinity) - since <= limit);

/** An RMA of the scenario. */
export interface PlayedRma {
  readonly identifier: string;
  /** Identifier of its order. */
  readonly order: string;
  /** Units that the retailer has to refund, by line. */
  readonly refundable: Units;
  /** Messages that were made up by the scenario; the sandbox does not know this RMA. */
  readonly isMadeUp: boolean;
}

/** A scenario while it is played. Real time is in ms since the epoch. */
export class Play {
  readonly circumstances: OrderCircumstances;
  readonly rmas = new Map<string, PlayedRma>();
  /** Deliveries that a check has seen: the next check is about later ones. */
  readonly checked = new Set<string>();
  /** Identifiers of the refunds that a check has seen. */
  readonly refunds = new Set<string>();
  /** How many snapshots of each given order were posted. */
  readonly posted = new Map<string, number>();
  /** The last sequence number of a request before the scenario began, and when its steps had ended. */
  readonly firstRequest: number;
  lastRequest = Infinity;
  /** Its messages, when its steps have ended. */
  private sent: readonly Delivery[] | undefined;
  /** Real time at which the retailer's side had been restarted. */
  restartedAt?: number;
  /** Whether variants were offered for an identifier: those of all identifiers, or its own. */
  offered?: 'all' | 'own';
  /** Given orders that nothing has happened to since no refund was expected of them. */
  readonly quiet = new Set<string>();
  /** Orders of which a refund had a wrong amount. */
  readonly wrongAmounts = new Set<string>();
  /** Units for which refunds were expected, by name of the RMA: what may be refunded at most. */
  readonly expected = new Map<string, Units>();

  readonly stage: Stage;
  readonly options: PlayOptions;
  readonly wall: Clock;
  readonly signal: AbortSignal;
  /** Part of the identifiers of made-up RMAs: another one in each run. */
  readonly run: string;

  constructor(
    readonly scenario: Scenario,
    readonly known: Known,
    { world, stage, options, signal }: RunParts,
  ) {
    this.stage = stage;
    this.options = options;
    this.signal = signal;
    this.wall = world.clock;
    this.run = world.random.hex(3);
    this.circumstances = { seed: options.seed, now: options.startedAt };
    this.firstRequest = stage.sequence();
  }

  /** The next scenario forgets its messages. */
  end(): void {
    this.lastRequest = this.stage.sequence();
    this.sent = this.stage.deliveries.list({ limit: MOST });
  }

  get isEnded(): boolean {
    return this.sent !== undefined;
  }

  /** Asks again until there is a value or the time is over. */
  async waitFor<T>(
    ms: number,
    ask: () => T | undefined,
  ): Promise<{ readonly value: T | undefined; readonly ms: number }> {
    const { wall, signal } = this;
    const start = wall.monotonic();
    for (;;) {
      const value = ask();
      const passed = wall.monotonic() - start;
      if (value !== undefined || passed >= ms || signal.aborted) return { value, ms: Math.round(passed) };
      await wall.sleep(Math.min(POLL_MS, Math.max(1, ms - passed)), signal);
    }
  }

  /** Deliveries of one kind for an RMA, oldest first. */
  deliveriesOf(rma: string, kind: Delivery['message']['kind'] = 'rma'): Delivery[] {
    const all = this.sent ?? this.stage.deliveries.list({ rma, limit: MOST });
    return all.filter(({ message }) => message.kind === kind && message.rma === rma).reverse();
  }

  /**
   * Nothing more happens to the delivery while the clock stands still: it has ended, or will be tried again at a later time of the
   * clock. One that is sent once more is due now.
   */
  isOver({ state, nextAt }: Delivery): boolean {
    return state === 'waiting' ? (nextAt ?? 0) > this.stage.timeline.clock.now() : state !== 'sending';
  }

  /** It was not sent yet and is not due: it waits for a later time of the clock, which stands still. */
  isHeld(delivery: Delivery): boolean {
    return delivery.attempts.length === 0 && delivery.state === 'waiting' && this.isOver(delivery);
  }

  /** The parser made sure that a step before creates an RMA of this name. */
  rmaOf(name: string): PlayedRma {
    return this.rmas.get(name) ?? { identifier: name, order: '', refundable: {}, isMadeUp: true };
  }

  orderOf(id: string): string {
    return orderIdentifier(this.scenario.name, id, this.options.seed);
  }

  givenLine(order: string, line: string) {
    const given = this.scenario.orders.find(({ id }) => id === order);
    return given?.lines.find((one) => one.line === line);
  }

  /** Identifiers of the refunds of an order that a check has seen. */
  seenRefunds(order: string): string[] {
    return [...this.refunds].filter((identifier) => this.stage.refundSeen(identifier).order === order);
  }

  /** Snapshots that came from the retailer, apart from the given ones. */
  cameOf(order: string): number {
    return this.stage.versions(order).filter(({ arrived }) => arrived > 0).length;
  }

  /** The given order as it was posted last. */
  givenNow(id: string): Order | undefined {
    return snapshotsOf(this.scenario, id, this.circumstances).at((this.posted.get(id) ?? 0) - 1);
  }

  /** The given order as the retailer has it. */
  givenAtLast(id: string): Order {
    const { scenario, circumstances } = this;
    return givenOrder(scenario.name, scenario.orders.find((order) => order.id === id)!, circumstances);
  }

  allRefunds(order: string): readonly OrderRefund[] {
    return this.stage.order(order)?.refunds ?? [];
  }

  /**
   * Refunds of an RMA. rma_identifier is "optional but recommended" (interface, Refund object): without it a refund belongs to
   * the only RMA of its order.
   */
  refundsOf({ identifier, order }: PlayedRma): OrderRefund[] {
    const isOnly = [...this.rmas.values()].filter((rma) => rma.order === order).length === 1;
    return this.allRefunds(order).filter(({ rma_identifier: named }) =>
      (named ?? '') === '' ? isOnly : named === identifier,
    );
  }

  /** The question that the scenario is about, where it is one of these, or the usual one. */
  aboutOr<Id extends RetailerCheckId>(special: Id, usual: Id): Id {
    return this.scenario.about?.includes(special) ? special : usual;
  }
}

const POLL_MS = 10;

/** Most deliveries that are looked at. */
const MOST = 1000;

export const unitCount = (units: Units): number =>
  Object.values(units).reduce((sum, count) => sum + count, 0);

export const unitsText = (units: Units): string =>
  `${plural(unitCount(units), 'unit')} (${Object.entries(units)
    .map(([line, count]) => `${count} of line ${line}`)
    .join(', ')})`;

export const refundText = (refund: OrderRefund): string =>
  `refund ${refund.identifier} of ${formatCents(refund.total_refund_amount_cents)} for ${unitsText(unitsOf([refund]))}`;

export const refundsText = ({ order }: PlayedRma, refunds: readonly OrderRefund[]): string =>
  refunds.length === 0
    ? `the last snapshot of ${order} has no refund for it`
    : `the last snapshot of ${order} has ${refunds.map(refundText).join('; ')}`;

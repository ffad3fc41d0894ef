// The entry point of `returns-cli/contract`: what the interface says, for programs. It needs no module of Node.
import { wallClock } from '../platform/wall-clock.ts';
import { type Judgement, judgeOrderAt, judgeOrdersAt, type OrderJudgeOptions } from './library/judge.ts';
import type { Order, OrdersMessage } from './message-types.ts';

export type { AsnVersion } from './asn-words.ts';
export { type AddressName, ENDPOINTS, type Endpoint, type Environment, RATE_LIMITS } from './endpoints.ts';
export type { CallFinding, CallVerdict, FindingArguments, Severity } from './finding.ts';
export type { Level } from './levels.ts';
export type { Judgement } from './library/judge.ts';
export {
  type AsnJudgeOptions,
  type JudgeOptions,
  judgeAsn,
  judgeExchangeAnswer,
  judgeExchangeOrder,
  judgeRmaMessage,
  judgeVariantsAnswer,
  type LevelsByCode,
  type OrderJudgeOptions,
  type RmaStory,
  rmaStory,
  type StoryOptions,
  type StoryStep,
} from './library/judge.ts';
export {
  CUSTOMER_ENDPOINTS,
  type CustomerEndpoint,
  type Explanation,
  explainCode,
  FINDING_CODES,
  LIMITS,
  messageSchema,
  type SchemaName,
} from './library/reference.ts';
export type * from './message-types.ts';
export type { Anomaly, SeenMessage } from './rma-duplicates.ts';
export type { RmaMemory } from './rma-rules/history.ts';
export type { ChangeValue, RmaChange, UnitKey, UnitState } from './rma-units.ts';
export type { StatusSpelling } from './status-spelling.ts';

const atTime = (options: OrderJudgeOptions = {}) => ({ ...options, now: options.now ?? wallClock() });

/** Judges one order, the snapshot alone: raw text, raw bytes, or a parsed value. */
export const judgeOrder = (given: unknown, options?: OrderJudgeOptions): Judgement<Order> =>
  judgeOrderAt(given, atTime(options));

/** Judges the whole body of a post of orders, as the service does; paths begin with `orders[3].`. */
export const judgeOrders = (given: unknown, options?: OrderJudgeOptions): Judgement<OrdersMessage> =>
  judgeOrdersAt(given, atTime(options));

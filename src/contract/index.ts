// The entry point of `returns-cli/contract`: what the interface says, for programs. It needs no module of Node.
export type { AsnVersion } from './asn-words.ts';
export type { CallFinding, CallVerdict } from './call-finding.ts';
export { type AddressName, ENDPOINTS, type Endpoint, type Environment, RATE_LIMITS } from './endpoints.ts';
export type { FindingArguments, Severity } from './finding.ts';
export type { Level } from './levels.ts';
export {
  type AsnJudgeOptions,
  type JudgeOptions,
  judgeAsn,
  judgeExchangeAnswer,
  judgeExchangeOrder,
  judgeOrder,
  judgeOrders,
  judgeRmaMessage,
  judgeVariantsAnswer,
  type LevelsByCode,
  type OrderJudgeOptions,
} from './library/judge.ts';
export type { Judgement } from './library/read-given.ts';
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
export { type RmaStory, rmaStory, type StoryOptions, type StoryStep } from './library/story.ts';
export type * from './message-types.ts';
export type { Anomaly, RmaMemory, SeenMessage } from './rma-history.ts';
export type { ChangeValue, RmaChange, UnitKey, UnitState } from './rma-units.ts';
export type { StatusSpelling } from './status-spelling.ts';

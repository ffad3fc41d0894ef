// Judges messages for programs: the same findings as `returns orders check`, `asns check` and `listen --json`, as plain data.
import { ALL_RULES } from '../all-rules.ts';
import { asnShape } from '../asn.ts';
import type { AsnVersion } from '../asn-words.ts';
import { callFindingOf, callVerdictOf } from '../call-rules.ts';
import { shapeTest } from '../compile-shape.ts';
import { exchangeAnswerShape, exchangeOrderShape } from '../exchange-order.ts';
import type { Finding } from '../finding.ts';
import { applyLevels, type Level, type Levels, mergeLevels, parseLevels } from '../levels.ts';
import type {
  Asn,
  ExchangeAnswer,
  ExchangeOrder,
  Order,
  OrdersMessage,
  Rma,
  VariantsAnswer,
} from '../message-types.ts';
import { orderShape, ordersMessageShape } from '../order.ts';
import { rmaShape } from '../rma.ts';
import type { StatusSpelling } from '../status-spelling.ts';
import { validateAsn } from '../validate-asn.ts';
import { validateExchangeAnswer, validateExchangeOrder } from '../validate-exchange.ts';
import { validateOrder, validateOrdersMessage } from '../validate-order.ts';
import { validateRma } from '../validate-rma.ts';
import { validateVariantsAnswer } from '../validate-variants.ts';
import { variantsShape } from '../variants.ts';
import { type Judgement, readGiven } from './read-given.ts';

/** Levels by `CODE` or `CODE:FIELD`, as `--level` takes them: `{ 'order.field.missing:sku': 'note' }`. */
export type LevelsByCode = Readonly<Record<string, Level>>;

export interface JudgeOptions {
  /** The severity of findings, where your service differs. An unknown code, or one that is fixed, throws. */
  readonly levels?: LevelsByCode | undefined;
}

export interface OrderJudgeOptions extends JudgeOptions {
  /** The time that the times of the order are compared with, ms since the epoch or a Date; by default now. */
  readonly now?: number | Date | undefined;
  /** The spelling of the third status that your service expects; `Cancelled` by default. */
  readonly statusSpelling?: StatusSpelling | undefined;
}

export interface AsnJudgeOptions extends JudgeOptions {
  /** The version of the ASN interface; 1 by default. Version 2 knows labels. */
  readonly version?: AsnVersion | undefined;
}

const known = new WeakMap<LevelsByCode, { readonly levels: Levels | undefined }>();

/** Levels as the checks take them; worked out once for each object. @throws Failure exit 2 that names every wrong entry */
export function levelsOf(given: LevelsByCode | undefined): Levels | undefined {
  if (given === undefined) return undefined;
  const before = known.get(given);
  if (before) return before.levels;
  const texts = Object.entries(given).map(([key, level]) => `${key}=${level}`);
  const levels = mergeLevels(ALL_RULES, parseLevels(texts, ALL_RULES, 'levels'));
  known.set(given, { levels });
  return levels;
}

/** How one kind of message is judged: the test of its shape, and all its findings with levels applied. */
interface Kind {
  readonly hasShape: (value: unknown) => boolean;
  readonly validate: (value: unknown, levels: Levels | undefined) => readonly Finding[];
}

/** Judges what was given. The caller names the type that the shape of `kind` has. */
export function judge<T>(given: unknown, kind: Kind, options: JudgeOptions = {}): Judgement<T> {
  const levels = levelsOf(options.levels);
  const read = readGiven(given);
  if (read.kind === 'broken')
    return { verdict: 'error', findings: read.findings, message: undefined, value: undefined };
  const { value } = read;
  const findings = [...applyLevels(read.findings, levels), ...kind.validate(value, levels)];
  return {
    verdict: callVerdictOf(findings),
    findings: findings.map(callFindingOf),
    message: kind.hasShape(value) ? (value as T) : undefined,
    value,
  };
}

const after =
  (validate: (value: unknown) => Finding[]): Kind['validate'] =>
  (value, levels) =>
    applyLevels(validate(value), levels);

const isOrder = shapeTest(orderShape);
const isOrdersMessage = shapeTest(ordersMessageShape);
const isAsn = shapeTest(asnShape);

const contextOf = (
  { now, statusSpelling }: OrderJudgeOptions,
  clock: number,
  levels: Levels | undefined,
) => ({
  now: now === undefined ? clock : Number(now),
  levels,
  ...(statusSpelling !== undefined && { statusSpelling }),
});

/** One order, the snapshot alone. `clock`: ms since the epoch, used when the options give no time. */
export const judgeOrderAt = (given: unknown, options: OrderJudgeOptions, clock: number): Judgement<Order> =>
  judge(
    given,
    {
      hasShape: isOrder,
      validate: (value, levels) => validateOrder(value, contextOf(options, clock, levels)),
    },
    options,
  );

/** The whole body of a post of orders. */
export const judgeOrdersAt = (
  given: unknown,
  options: OrderJudgeOptions,
  clock: number,
): Judgement<OrdersMessage> =>
  judge(
    given,
    {
      hasShape: isOrdersMessage,
      validate: (value, levels) => validateOrdersMessage(value, contextOf(options, clock, levels)),
    },
    options,
  );

/** One ASN, as the body of its creation or of an update. */
export const judgeAsn = (given: unknown, options: AsnJudgeOptions = {}): Judgement<Asn> =>
  judge(
    given,
    {
      hasShape: isAsn,
      validate: (value, levels) => validateAsn(value, options.version ?? 1, { levels }),
    },
    options,
  );

const RMA: Kind = { hasShape: shapeTest(rmaShape), validate: after(validateRma) };
const VARIANTS: Kind = { hasShape: shapeTest(variantsShape), validate: after(validateVariantsAnswer) };
const EXCHANGE: Kind = { hasShape: shapeTest(exchangeOrderShape), validate: after(validateExchangeOrder) };
const ANSWER: Kind = { hasShape: shapeTest(exchangeAnswerShape), validate: after(validateExchangeAnswer) };

/** One RMA message alone. What an earlier message of the RMA says is compared by `rmaStory`. */
export const judgeRmaMessage = (given: unknown, options: JudgeOptions = {}): Judgement<Rma> =>
  judge(given, RMA, options);

/** A retailer's answer to a variants request, in either of its two shapes. */
export const judgeVariantsAnswer = (given: unknown, options: JudgeOptions = {}): Judgement<VariantsAnswer> =>
  judge(given, VARIANTS, options);

/** An exchange order message, as the service posts it. */
export const judgeExchangeOrder = (given: unknown, options: JudgeOptions = {}): Judgement<ExchangeOrder> =>
  judge(given, EXCHANGE, options);

/** A retailer's answer to an exchange order. */
export const judgeExchangeAnswer = (given: unknown, options: JudgeOptions = {}): Judgement<ExchangeAnswer> =>
  judge(given, ANSWER, options);

/** Whether every field of a posted message has the type that the interface gives it. */
export const hasMessageShape = (kind: 'rma' | 'exchange_order', value: unknown): boolean =>
  (kind === 'rma' ? RMA : EXCHANGE).hasShape(value);

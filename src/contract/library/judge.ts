// Judges messages for programs: the same findings as `returns orders check`, `asns check` and `listen --json`, as plain data.
import type * as z from 'zod';
import { ALL_RULES } from '../all-rules.ts';
import { asnShape } from '../asn.ts';
import type { AsnVersion } from '../asn-words.ts';
import { callFindingOf, callVerdictOf } from '../call-rules.ts';
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
import {
  validateExchangeAnswer,
  validateExchangeOrder,
  validateVariantsAnswer,
} from '../validate-exchange.ts';
import { validateOrder, validateOrdersMessage } from '../validate-order.ts';
import { validateRma } from '../validate-rma.ts';
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

/** Levels as the checks take them. @throws Failure exit 2 that names every wrong entry */
export function levelsOf(given: LevelsByCode | undefined): Levels | undefined {
  if (given === undefined) return undefined;
  const texts = Object.entries(given).map(([key, level]) => `${key}=${level}`);
  return mergeLevels(ALL_RULES, parseLevels(texts, ALL_RULES, 'levels'));
}

/**
 * Judges messages of one kind: raw text, raw bytes, or a parsed value. `T` is the type of what has the shape; `validate` gives all
 * findings, with levels applied.
 */
function judgeOf<T, O extends JudgeOptions = JudgeOptions>(
  shape: z.ZodType,
  validate: (value: unknown, levels: Levels | undefined, options: O) => readonly Finding[],
): (given: unknown, options?: O) => Judgement<T> {
  return (given, options = {} as O) => {
    const levels = levelsOf(options.levels);
    const read = readGiven(given);
    if (read.kind === 'broken')
      return { verdict: 'error', findings: read.findings, message: undefined, value: undefined };
    const { value } = read;
    const findings = [...applyLevels(read.findings, levels), ...validate(value, levels, options)];
    return {
      verdict: callVerdictOf(findings),
      findings: findings.map(callFindingOf),
      message: shape.safeParse(value).success ? (value as T) : undefined,
      value,
    };
  };
}

const after = (validate: (value: unknown) => Finding[]) => (value: unknown, levels: Levels | undefined) =>
  applyLevels(validate(value), levels);

/** The entry knows the time of this machine. */
type AtTime = OrderJudgeOptions & { readonly now: number | Date };

const contextOf = ({ now, statusSpelling }: AtTime, levels: Levels | undefined) => ({
  now: Number(now),
  levels,
  ...(statusSpelling !== undefined && { statusSpelling }),
});

export const judgeOrderAt = judgeOf<Order, AtTime>(orderShape, (value, levels, options) =>
  validateOrder(value, contextOf(options, levels)),
);

/** The whole body of a post of orders. */
export const judgeOrdersAt = judgeOf<OrdersMessage, AtTime>(ordersMessageShape, (value, levels, options) =>
  validateOrdersMessage(value, contextOf(options, levels)),
);

/** One ASN, as the body of its creation or of an update. */
export const judgeAsn = judgeOf<Asn, AsnJudgeOptions>(asnShape, (value, levels, { version = 1 }) =>
  validateAsn(value, version, { levels }),
);

/** One RMA message alone. What an earlier message of the RMA says is compared by `rmaStory`. */
export const judgeRmaMessage = judgeOf<Rma>(rmaShape, after(validateRma));

/** A retailer's answer to a variants request, in either of its two shapes. */
export const judgeVariantsAnswer = judgeOf<VariantsAnswer>(variantsShape, after(validateVariantsAnswer));

/** An exchange order message, as the service posts it. */
export const judgeExchangeOrder = judgeOf<ExchangeOrder>(exchangeOrderShape, after(validateExchangeOrder));

/** A retailer's answer to an exchange order. */
export const judgeExchangeAnswer = judgeOf<ExchangeAnswer>(
  exchangeAnswerShape,
  after(validateExchangeAnswer),
);

/** Whether every field of a posted message has the type that the interface gives it. */
export const hasMessageShape = (kind: 'rma' | 'exchange_order', value: unknown): boolean =>
  (kind === 'rma' ? rmaShape : exchangeOrderShape).safeParse(value).success;

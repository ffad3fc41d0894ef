// Judges messages for programs: the same findings as `returns orders check`, `asns check` and `listen --json`, as plain data.
import type * as z from 'zod';
import { type Json, MAX_NESTING } from '../../basics/json.ts';
import { hashHex } from '../../basics/text.ts';
import { ALL_RULES } from '../all-rules.ts';
import { asnShape } from '../asn.ts';
import type { AsnVersion } from '../asn-words.ts';
import { bodyBroken, callFindingOf, callFindingOfRule, callVerdictOf } from '../call-rules.ts';
import { exchangeAnswerShape, exchangeOrderShape } from '../exchange-order.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../exchange-rules/answers.ts';
import { validateExchangeOrder } from '../exchange-rules/order.ts';
import type { CallFinding, CallVerdict, Finding } from '../finding.ts';
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
import { readMessage } from '../read-message.ts';
import { rmaShape } from '../rma.ts';
import { type Anomaly, messageDigests } from '../rma-duplicates.ts';
import { follow, type RmaMemory, rmaOf } from '../rma-rules/history.ts';
import { describeChange, type RmaChange } from '../rma-units.ts';
import type { StatusSpelling } from '../status-spelling.ts';
import { validateAsn } from '../validate-asn.ts';
import { validateOrder, validateOrdersMessage } from '../validate-order.ts';
import { validateRma } from '../validate-rma.ts';
import { variantsShape } from '../variants.ts';

/** What was judged, and the result. Plain data. */
export interface Judgement<T> {
  /** The highest severity of the findings; `ok` when there are none. */
  readonly verdict: CallVerdict;
  readonly findings: readonly CallFinding[];
  /**
   * The message, when every field has the type that the interface gives it; rules that compare fields may still be broken.
   * Undefined otherwise.
   */
  readonly message: T | undefined;
  /** The parsed value, whatever its shape; undefined when it is not JSON. */
  readonly value: unknown;
}

export type Given =
  | { readonly kind: 'broken'; readonly findings: readonly CallFinding[] }
  | {
      readonly kind: 'ok';
      readonly value: Json;
      readonly findings: readonly Finding[];
      /** Raw bytes; of a parsed value those that JSON.stringify makes. */
      bytes(): Uint8Array;
    };

/** A string is JSON text, an ArrayBuffer or a view its bytes, everything else a parsed value. Never throws. */
export function readGiven(given: unknown): Given {
  const bytes = bytesOf(given);
  if (bytes) {
    const read = readMessage(bytes);
    if (read.kind === 'ok') return { ...read, bytes: () => bytes };
    const { line, column } = read.position;
    return broken(read.message, line, column);
  }
  if (isTooDeep(given)) return broken(`the value is nested deeper than ${MAX_NESTING} levels`, 1, 1);
  const value = given as Json;
  return {
    kind: 'ok',
    value,
    findings: [],
    bytes: () => new TextEncoder().encode(JSON.stringify(value) ?? ''),
  };
}

const broken = (what: string, line: number, column: number): Given => ({
  kind: 'broken',
  findings: [callFindingOfRule(bodyBroken, { what, line, column })],
});

function bytesOf(given: unknown): Uint8Array | undefined {
  if (typeof given === 'string') return new TextEncoder().encode(given);
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : undefined;
}

/** Whether a value is nested deeper than a message may be; also true for one that contains itself. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  const isNested = (one: unknown): one is object => typeof one === 'object' && one !== null;
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    // A list that stands in several places is looked at once.
    const nested = [...new Set(level.filter(isNested))];
    if (nested.length === 0) return false;
    level = nested.flatMap((one) => Object.values(one) as unknown[]);
  }
  return true;
}

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

// The story of one RMA for programs: its messages in order of arrival, each with what it repeats, contradicts or changes.

/** One message of a story. Its findings are those of the message, and of the step from the one before. */
export interface StoryStep extends Judgement<Rma> {
  /**
   * `duplicate`: the same bytes came before. `redelivery`: the same content with the same updated_at. `conflict`: other content
   * with the same updated_at. `out_of_order`: older than the newest message. Null for all others.
   */
  readonly anomaly: Anomaly | null;
  /** What differs from the newest message before, unit by unit; empty for the first message and for one that is outdated. */
  readonly changes: readonly RmaChange[];
  /** The changes in words: `1 unit of L1 (TEE-S): package_tracking_status none -> TRANSIT`. */
  readonly differences: readonly string[];
}

export interface StoryOptions extends JudgeOptions {
  /** What `memory()` of an earlier story of this RMA returned: the story goes on there. */
  readonly memory?: RmaMemory | undefined;
}

export interface RmaStory {
  /**
   * Adds the next message of the RMA, in order of arrival. A message that cannot be read, or has no `rma_identifier`, is judged
   * and does not become part of the story. @throws RangeError for a message of another RMA
   */
  add(message: unknown): StoryStep;
  /** The identifier of the RMA; undefined before the first message. */
  readonly rma: string | undefined;
  /** What has to be kept to go on later: plain JSON without personal data. Undefined before the first message. */
  memory(): RmaMemory | undefined;
}

/** Begins the story of one RMA, or goes on with it. */
export function rmaStory(options: StoryOptions = {}): RmaStory {
  const levels = levelsOf(options.levels);
  let memory = options.memory;
  let rma: string | undefined;
  return {
    add(message) {
      const judged = judgeRmaMessage(message, options);
      const read = readGiven(message);
      const own = read.kind === 'ok' ? rmaOf(read.value) : undefined;
      if (read.kind === 'broken' || own === undefined)
        return { ...judged, anomaly: null, changes: [], differences: [] };
      if (rma !== undefined && rma !== own)
        throw new RangeError(
          'This story is of another RMA: begin one with rmaStory() for each rma_identifier.',
        );
      rma = own;
      const followed = follow(memory, read.value, messageDigests(digestOf, read.bytes(), read.value));
      memory = followed.memory;
      const steps = applyLevels(followed.findings, levels).map(callFindingOf);
      const findings = [...judged.findings, ...steps];
      const { anomaly, changes } = followed;
      const differences = changes.map(describeChange);
      return { ...judged, verdict: callVerdictOf(findings), findings, anomaly, changes, differences };
    },
    get rma() {
      return rma;
    },
    memory: () => memory,
  };
}

/** Tells messages apart. The entry also runs in browsers and workers, where the only built-in digest is asynchronous. */
export const digestOf = (content: string | Uint8Array): string =>
  hashHex(typeof content === 'string' ? content : new TextDecoder('latin1').decode(content));

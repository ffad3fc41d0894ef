// Checks one message from a socket, the record or a file.

import { isObject, type Json } from '../../basics/json.ts';
import { type AgreedMessages, withoutAgreed } from '../../contract/agreed-messages.ts';
import {
  bodyBroken,
  callFindingOf,
  callFindingOfRule,
  callVerdictOf,
  updatedFuture,
} from '../../contract/call-rules.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../contract/exchange-rules/answers.ts';
import { validateExchangeOrder } from '../../contract/exchange-rules/order.ts';
import { type CallFinding, found } from '../../contract/finding.ts';
import { applyLevels, type LevelUse } from '../../contract/levels.ts';
import { exchangeKey } from '../../contract/mock-exchange.ts';
import { AHEAD_MS } from '../../contract/order-rules/values.ts';
import { type ReadMessage, readMessage } from '../../contract/read-message.ts';
import { type Anomaly, instantOf, messageDigests } from '../../contract/rma-duplicates.ts';
import { follow, type RmaMemory, rmaOf } from '../../contract/rma-rules/history.ts';
import { type FactsOf, validateRmaAgainstOrder } from '../../contract/rma-rules/known-orders.ts';
import { type RmaChange, shortenedText } from '../../contract/rma-units.ts';
import { validateRma } from '../../contract/validate-rma.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { itemsOf } from '../record/recorded-call.ts';

export interface CheckParts extends Pick<LevelUse, 'levels'> {
  readonly agreed?: AgreedMessages | undefined;
  /** SHA-256 of a text or of bytes, hexadecimal. */
  readonly sha256: (content: string | Uint8Array) => string;
  /** What is known of the RMAs so far; the call is added to it. Messages must be passed in order of arrival. */
  readonly memories: RmaMemories;
  /** ms since the epoch; absent where messages may come from the future, as those of a sandbox. */
  readonly now?: number | undefined;
  /** What the ledger knows of an order. Absent when there is no ledger. */
  readonly factsOf?: FactsOf | undefined;
}

/** The subject of a call and its findings. */
export interface CheckedCall extends About, Pick<CallRecord, 'verdict' | 'findings'> {
  /** The parsed body, or undefined when it is not JSON. */
  readonly value?: Json;
  readonly isBroken: boolean;
}

type About = Pick<CallRecord, 'rma' | 'orders' | 'status' | 'anomaly' | 'changes'>;

/** What a message is about that was refused before its check, and its kind, which the path does not say. */
export interface RefusedMessage extends About {
  readonly kind: 'rma' | 'exchange_order';
}

/** Maximum length of a recorded identifier, so that a hostile one cannot fill the memory. */
const LONGEST_KEY = 120;
/** More orders than a real RMA has. */
const MAX_ORDERS = 50;

/** Checks the body of a posted message as the receiver does. Never throws, for any bytes. */
export function checkCall(parts: CheckParts, kind: 'rma' | 'exchange_order', body: Uint8Array): CheckedCall {
  const read = readMessage(body);
  if (read.kind === 'broken') {
    const { line, column } = read.position;
    const findings = [callFindingOfRule(bodyBroken, { what: read.message, line, column })];
    return { ...NOTHING, isBroken: true, verdict: 'error', findings };
  }
  const { value } = read;
  const checked =
    kind === 'rma'
      ? checkRmaCall(parts, value, body)
      : { findings: validateExchangeOrder(value), about: aboutMessage(kind, value) };
  const findings = withoutAgreed([...read.findings, ...checked.findings], parts.agreed);
  const counted = applyLevels(findings, parts.levels);
  return {
    ...checked.about,
    value,
    isBroken: false,
    verdict: callVerdictOf(counted),
    findings: counted.map(callFindingOf),
  };
}

/** The probable kind of a message with an unknown path or from a log file; undefined when its fields do not say. */
export function kindOfMessage(value: unknown): 'rma' | 'exchange_order' | undefined {
  if (!isObject(value)) return undefined;
  if ('payment' in value || 'original_order_id' in value) return 'exchange_order';
  if ('rma_identifier' in value || 'return_method' in value) return 'rma';
  return undefined;
}

/** What is known of a call without a message. */
export const NOTHING: About = {
  rma: null,
  orders: [],
  status: null,
  anomaly: null,
  changes: [],
};

/** The key of an RMA in the memory. */
export const memoryKey = (sha256: CheckParts['sha256'], rma: string): string =>
  rma.length <= LONGEST_KEY ? rma : `#${sha256(rma)}`;

function checkRmaCall(
  { sha256, memories, factsOf, now = Number.NaN }: CheckParts,
  message: Json,
  body: Uint8Array,
) {
  const findings = validateRma(message);
  const rma = rmaOf(message) ?? null;
  const ahead = (instantOf(message) ?? 0) / 1000 - now;
  if (ahead > AHEAD_MS)
    findings.push(found(updatedFuture, 'updated_at', { ahead_minutes: Math.round(ahead / 60_000) }));
  let anomaly: Anomaly | null = null;
  let changes: readonly RmaChange[] = [];
  if (rma !== null) {
    const followed = remember({ sha256, memories }, rma, message, body);
    findings.push(...followed.findings);
    ({ anomaly, changes } = followed);
  }
  if (factsOf) findings.push(...validateRmaAgainstOrder(message, factsOf));
  return { findings, about: { ...aboutMessage('rma', message), anomaly, changes } };
}

/** Adds a message to what is known of its RMA. */
export function remember(
  { sha256, memories }: Pick<CheckParts, 'sha256' | 'memories'>,
  rma: string,
  message: Json,
  body: Uint8Array,
) {
  const key = memoryKey(sha256, rma);
  const followed = follow(memories.get(key), message, messageDigests(sha256, body, message));
  memories.set(key, followed.memory);
  return followed;
}

/** What a message is about, without what earlier messages say of it. */
export function aboutMessage(kind: 'rma' | 'exchange_order', message: Json): About {
  if (!isObject(message)) return NOTHING;
  if (kind === 'rma') {
    const rma = shortenedText(rmaOf(message) ?? null);
    return { ...NOTHING, rma, orders: ordersOf(message), status: shortenedText(message['status']) };
  }
  const order = shortenedText(exchangeKey(message));
  const orders = order === null ? [] : [order];
  return { ...NOTHING, rma: shortenedText(message['rma_identifier']), orders };
}

function ordersOf(message: Json): string[] {
  const orders = new Set<string>();
  for (const item of itemsOf(message) ?? []) {
    const order = isObject(item) ? shortenedText(item['order_identifier']) : null;
    if (order !== null) orders.add(order);
    if (orders.size >= MAX_ORDERS) break;
  }
  return [...orders];
}

interface CheckedAnswer {
  /** Why the body is not JSON. */
  readonly broken?: Extract<ReadMessage, { kind: 'broken' }>;
  readonly findings: readonly CallFinding[];
}

/** Checks a retailer's answer to a variants request or to an exchange order, from an endpoint or from a file. */
export function checkAnswer(to: 'variants' | 'exchange_order', body: Uint8Array): CheckedAnswer {
  const read = readMessage(body);
  if (read.kind === 'broken') return { broken: read, findings: [] };
  const checked = to === 'variants' ? validateVariantsAnswer(read.value) : validateExchangeAnswer(read.value);
  return { findings: [...read.findings, ...checked].map(callFindingOf) };
}

// The memory of RMAs while calls arrive: the most recently used ones, rebuilt from the record at the start.

/** Maximum number of characters of all remembered RMAs together: about 2,500 for an RMA of five units, more for a hostile one. */
const MAX_CHARACTERS = 30_000_000;

/** The most recently used values; the least recently used one is removed first. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export type RmaMemories = Recent<RmaMemory>;

/** Limits the sum of the weights (1 each by default). */
export function makeRecent<T>(most: number, weigh: (value: T) => number = () => 1): Recent<T> {
  const values = new Map<string, T>();
  let weight = 0;
  const remove = (key: string): T | undefined => {
    const value = values.get(key);
    if (value === undefined) return undefined;
    values.delete(key);
    weight -= weigh(value);
    return value;
  };
  const add = (key: string, value: T) => {
    values.set(key, value);
    weight += weigh(value);
  };
  return {
    get(key) {
      const value = remove(key);
      // A Map keeps the order of insertion, so a value that is read moves to the end.
      if (value !== undefined) add(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      add(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= 1 || weight <= most) break;
        remove(oldest);
      }
    },
  };
}

/**
 * Each RMA is one text. As objects they would be hundreds of thousands, and each garbage collection would visit all of them: that
 * took more time than all other work for a message.
 */
export function makeRmaMemories(): RmaMemories {
  const texts = makeRecent<string>(MAX_CHARACTERS, (text) => text.length);
  return {
    get(key) {
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as RmaMemory);
    },
    set: (key, memory) => texts.set(key, JSON.stringify(memory)),
  };
}

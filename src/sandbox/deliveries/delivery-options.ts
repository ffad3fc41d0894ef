// How deliveries go wrong on purpose: as a program or a request gives it, and as the text of
// `--delivery "duplicates=5%,reorder,delay=1s,concurrency=64,timeout=10s"`.
import { badValue, parseDuration } from '../../basics/units.ts';
import {
  count,
  duration,
  durationOf,
  flag,
  keys,
  readShape,
  share,
  type Wrong,
  wrongRequest,
} from '../routes/read-request.ts';
import type { DeliveryChanges, DeliveryOptions } from './types.ts';

export const DELIVERY_DEFAULTS: DeliveryOptions = {
  duplicates: 0,
  reorder: false,
  delayMs: 0,
  concurrency: 64,
  timeoutMs: 10_000,
};

export const DELIVERY_CHANGES = keys({
  duplicates: share('share of messages that are sent twice, 0 to 1').exactOptional(),
  reorder: flag('messages of one RMA may overtake each other').exactOptional(),
  delay: duration('wait before each first attempt').exactOptional(),
  concurrency: count('requests at the same time', 10_000, 1).exactOptional(),
  timeout: duration('real time that an attempt may take').exactOptional(),
});

/** What is left out stays as it is. @throws Failure */
export function deliveryOptions(given: unknown, wrong: Wrong = wrongRequest): Partial<DeliveryOptions> {
  const { delay, timeout, ...changes }: DeliveryChanges = readShape(given, DELIVERY_CHANGES, wrong);
  const timeoutMs = timeout === undefined ? undefined : durationOf(timeout, 'timeout');
  if (timeoutMs === 0) throw wrong('timeout', 'a duration from 1ms', '0', '');
  return {
    ...changes,
    ...(delay !== undefined && { delayMs: durationOf(delay, 'delay') }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

/** Only the options that the text names. An empty text names none. @throws Failure exit 2 */
export function parseDeliveryOptions(text: string, flagWord: string): Partial<DeliveryOptions> {
  const words = text.split(',').map((one) => /^\s*([^=]*?)\s*(?:=\s*(.*?)\s*)?$/s.exec(one)!);
  const given = words.flatMap(([, word = '', value = 'on']) =>
    word === '' ? [] : [[word, readWord(word, value)]],
  );
  return deliveryOptions(Object.fromEntries(given), (where, expected, _found, more) =>
    badValue(flagWord, text, `${where}: ${expected}.${more}`),
  );
}

/** `5%`, `64`, `on`, `1s`. */
function readWord(word: string, text: string): unknown {
  if (word === 'delay' || word === 'timeout') return parseDuration(text, `--delivery ${word}`);
  if (/^[\d.]+%?$/.test(text)) return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return text === 'on' || text === 'off' ? text === 'on' : text;
}

// Reads `--delivery "duplicates=5%,reorder,delay=1s,concurrency=64,timeout=10s"`: how deliveries go wrong on purpose.
import { usageFailure } from '../../basics/failure.ts';
import { didYouMean, quote } from '../../basics/text.ts';
import { badValue, parseCount, parseDuration } from '../../basics/units.ts';
import type { DeliveryOptions } from './types.ts';

export const DELIVERY_DEFAULTS: DeliveryOptions = {
  duplicates: 0,
  reorder: false,
  delayMs: 0,
  concurrency: 64,
  timeoutMs: 10_000,
};

const MOST_CONCURRENCY = 1_000;
const FLAG = '--delivery';

/** Each word with an example, and how its value is read. */
const WORDS: Readonly<Record<string, { example: string; read(value: string): Partial<DeliveryOptions> }>> = {
  duplicates: { example: 'duplicates=5%', read: (value) => ({ duplicates: shareOf(value) }) },
  reorder: { example: 'reorder', read: (value) => ({ reorder: switchOf(value) }) },
  delay: { example: 'delay=1s', read: (value) => ({ delayMs: parseDuration(value, `${FLAG} delay`) }) },
  concurrency: {
    example: 'concurrency=64',
    read: (value) => ({ concurrency: parseCount(value, `${FLAG} concurrency`, 1, MOST_CONCURRENCY) }),
  },
  timeout: { example: 'timeout=10s', read: (value) => ({ timeoutMs: timeoutOf(value) }) },
};

/** Only the options that the text names. An empty text names none. @throws Failure exit 2 */
export function parseDeliveryOptions(text: string): Partial<DeliveryOptions> {
  const options: Partial<DeliveryOptions> = {};
  const seen = new Set<string>();
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '' && text.trim() === '') continue;
    const [, word = '', sign, value = ''] = /^([^=]*?)\s*(?:(=)\s*(.*))?$/s.exec(part) ?? [];
    const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (!known) throw unknownWord(part, word);
    if (seen.has(word)) throw badValue(FLAG, text, `${word} once`);
    if (sign === undefined && word !== 'reorder')
      throw badValue(FLAG, part, `a value, as in ${known.example}`);
    seen.add(word);
    Object.assign(options, known.read(sign === undefined ? 'on' : value));
  }
  return options;
}

function unknownWord(part: string, word: string) {
  const meant = didYouMean(word, Object.keys(WORDS));
  return usageFailure('usage.value', `${FLAG} does not know ${quote(part)}`, {
    expected: Object.values(WORDS)
      .map(({ example }) => example)
      .join(', '),
    found: part,
    hint:
      meant === undefined
        ? `Give ${FLAG} some of them, separated by commas.`
        : `Did you mean ${WORDS[meant]!.example}?`,
  });
}

function shareOf(text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const share = number === undefined ? Number.NaN : Number(number) / (percent ? 100 : 1);
  if (share >= 0 && share <= 1) return share;
  throw badValue(`${FLAG} duplicates`, text, 'a share from 0% to 100%, or from 0 to 1');
}

function switchOf(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw badValue(`${FLAG} reorder`, text, 'on or off; the word alone means on');
}

function timeoutOf(text: string): number {
  const ms = parseDuration(text, `${FLAG} timeout`);
  if (ms >= 1) return ms;
  throw badValue(`${FLAG} timeout`, text, 'a duration from 1ms');
}

// Calls that a script waits for: reads the file that lists them, and counts which of them arrived.
import { usageFailure } from '../../basics/failure.ts';
import { isObject, parseJsonInput } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { isCounted, wasRefusedUnchecked } from '../record/call-state.ts';
import { bodyValue, itemsOf } from '../record/recorded-call.ts';

const KINDS = ['rma', 'variants', 'exchange_order'];
const NAMES = ['rma_identifier', 'status', 'package_tracking_status', 'order_identifier'];
/** One line of the file: a kind of call, values that it must have, and how many of them are expected. */
export interface Expectation {
  readonly kind: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly count: number;
}

/**
 * A JSON list, one JSON object, or one object a line (NDJSON): `{"kind":"rma","status":"REFUNDED","count":1}`.
 * @throws Failure exit 6 for what is not JSON, 2 for what is not an expectation
 */
export function parseExpectations(given: string, file: string): Expectation[] {
  const text = given.replace(/^\ufeff/, '');
  const first = text.trimStart()[0];
  const isWhole = first === '[' || !/\n\s*\{/.test(text.trim());
  const lines = isWhole ? [[text, 1] as const] : text.split('\n').map((line, i) => [line, i + 1] as const);
  const values = lines
    .filter(([line]) => line.trim() !== '')
    .flatMap(([line, at]) => {
      const value = parseJsonInput(line, { file, line: at });
      return Array.isArray(value) ? value : [value];
    });
  if (values.length === 0) throw notOne(file, 'Nothing is expected');
  return values.map((value, i) => expectationOf(value, file, i + 1));
}

function expectationOf(value: unknown, file: string, number: number): Expectation {
  const { kind, count = 1, ...others } = isObject(value) ? value : {};
  const isWhole = Number.isSafeInteger(count) && (count as number) >= 1;
  const values = Object.entries(others);
  const isText = ([name, text]: [string, unknown]) => NAMES.includes(name) && typeof text === 'string';
  if (typeof kind !== 'string' || !KINDS.includes(kind) || !isWhole || !values.every(isText))
    throw notOne(file, `Expectation ${number} is not one`);
  return { kind, values: values as [string, string][], count: count as number };
}

const notOne = (file: string, message: string) =>
  usageFailure('usage.expect', message, {
    place: { file },
    expected: `a kind (${KINDS.join(', ')}), texts (${NAMES.join(', ')}), and a count from 1`,
    hint: 'Correct the file of --expect; one line is such as {"kind":"rma","status":"REFUNDED","count":1}.',
  });

/**
 * A call counts for every expectation that it meets. An RMA message that repeats an earlier one byte for byte does not
 * count. Only messages of this run are compared: the record of earlier runs does not matter here.
 */
export class ExpectedCalls {
  private readonly left: number[];
  /** Digests of the RMA messages of this run. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly expected: readonly Expectation[],
    private readonly sha256: (text: string) => string,
  ) {
    this.left = expected.map(({ count }) => count);
  }

  /** Counts one more call. Returns whether all expected calls have arrived. */
  count(record: CallRecord): boolean {
    const { left } = this;
    // Before the comparison with earlier ones: what was refused must not make the right one a repeat.
    if (isCounted(record) && !wasRefusedUnchecked(record) && !this.isRepeated(record)) {
      const facts = factsOf(record);
      this.expected.forEach((expectation, i) => {
        if (left[i]! > 0 && isMet(expectation, record, facts)) left[i]!--;
      });
    }
    return left.every((count) => count === 0);
  }

  /** The calls that have not arrived, as text. */
  missing(): string[] {
    return this.expected.flatMap(({ kind, values, count }, i) => {
      const left = this.left[i]!;
      const wanted = values.map(([name, value]) => ` ${name}=${quote(value)}`).join('');
      return left === 0 ? [] : [`${kind}${wanted} (${plural(count - left, 'time')} of ${count})`];
    });
  }

  private isRepeated({ kind, body }: CallRecord): boolean {
    if (kind !== 'rma') return false;
    const digest = this.sha256(body).slice(0, 32);
    return this.seen.size === this.seen.add(digest).size;
  }
}

type Facts = ReadonlyMap<string, readonly string[]>;

const isMet = ({ kind, values }: Expectation, record: CallRecord, facts: Facts): boolean =>
  record.kind === kind && values.every(([name, value]) => facts.get(name)?.includes(value));

/** The values of a call under the names that expectations use. */
export function factsOf(record: CallRecord): Facts {
  const message = bodyValue(record);
  const facts = new Map<string, string[]>();
  const add = (name: string, value: unknown) => {
    const known = facts.get(name);
    if (typeof value === 'string') known ? known.push(value) : facts.set(name, [value]);
  };
  // A body that is not JSON meets no expectation.
  if (!isObject(message)) return facts;
  add('rma_identifier', message['rma_identifier']);
  add('status', message['status']);
  add('order_identifier', message['original_order_id']);
  for (const item of (itemsOf(message) ?? []).slice(0, 1000))
    if (isObject(item)) {
      add('order_identifier', item['order_identifier']);
      add('package_tracking_status', item['package_tracking_status']);
    }
  return facts;
}

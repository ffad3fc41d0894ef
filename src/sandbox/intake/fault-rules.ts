// Parses the fault file, a list of rules. Unknown keys are errors. samples/schemas/sandbox-faults.schema.json publishes the
// same shape.
import { inputFailure } from '../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';

export const FAULT_TARGETS = [...(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]), '*'] as const;

export interface FaultAction {
  /** Delay before any other processing, ms. */
  readonly delay?: number;
  /** Answer with this status without processing the request. */
  readonly status?: number;
  /**
   * Body of that answer: a string as it is, any other value as JSON. Default: the body that the service uses for this
   * status.
   */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Close the connection without an answer, before or after the request is processed. */
  readonly drop?: 'before' | 'after';
  /** `asnCreate` only: the ASN is accepted with 202, and rejected for this reason when the service works on it. */
  readonly reject?: string;
}

/** Which requests fail, and how. Without `first`, `every` and `share`, all matching requests fail. */
export interface FaultRule {
  readonly on: (typeof FAULT_TARGETS)[number];
  readonly do: FaultAction;
  /** The first N matching requests fail; later ones succeed. */
  readonly first?: number;
  /** Every Nth matching request fails. */
  readonly every?: number;
  /** This share (0 to 1) of the matching requests fails, chosen at random from the seed. */
  readonly share?: number;
  /** The first N matching requests pass and are not counted. */
  readonly after?: number;
  /** Only requests whose body contains this text, for example an order id. */
  readonly match?: string;
}

const RULE_KEYS = ['on', 'do', 'first', 'every', 'share', 'after', 'match'];
const ACTION_KEYS = ['delay', 'status', 'body', 'headers', 'drop', 'reject'];
// Headers that control the connection cannot be set.
const OWN_HEADERS = /^(content-length|transfer-encoding|connection)$/i;

/** Parses the text of a fault file. @throws Failure exit 6 */
export function parseFaults(text: string, file: string): readonly FaultRule[] {
  const parsed = parseJsonStrictly(text.replace(/^\ufeff/, ''));
  if (parsed.fault)
    throw inputFailure(`input.json.${parsed.fault.code}`, parsed.fault.message, {
      place: { file, ...lineAndColumn(text, parsed.fault.offset) },
      hint: 'Correct the file at that place and start again.',
    });
  const { value } = parsed;
  return checkFaults(isObject(value) && Array.isArray(value['rules']) ? value['rules'] : value, file);
}

/** @throws Failure exit 6 with the rule and the key */
export function checkFaults(value: unknown, file = 'faults'): readonly FaultRule[] {
  if (!Array.isArray(value)) throw wrong(file, '', 'a list of fault rules', value);
  return value.map((rule: unknown, index) => checkRule(rule, `[${index}]`, file));
}

function checkRule(rule: unknown, at: string, file: string): FaultRule {
  const known = objectAt(rule, at, file, RULE_KEYS);
  const target = known['on'];
  if (!FAULT_TARGETS.includes(target as FaultRule['on']))
    throw wrong(file, `${at}.on`, `one of ${FAULT_TARGETS.join(', ')}`, target);
  const action = objectAt(known['do'], `${at}.do`, file, ACTION_KEYS);
  const ways = ['first', 'every', 'share'].filter((key) => known[key] !== undefined);
  if (ways.length > 1) throw wrong(file, at, 'only one of first, every and share', ways.join(' and '));
  for (const [key, least] of [
    ['first', 1],
    ['every', 1],
    ['after', 0],
  ] as const)
    numberAt(known[key], `${at}.${key}`, file, least, Number.MAX_SAFE_INTEGER);
  const { share, match } = known;
  if (share !== undefined && !(typeof share === 'number' && share > 0 && share <= 1))
    throw wrong(file, `${at}.share`, 'a number above 0, at most 1', share);
  if (match !== undefined && (typeof match !== 'string' || match === ''))
    throw wrong(file, `${at}.match`, 'a text', match);
  checkAction(action, `${at}.do`, file);
  const { reject } = action;
  if (reject !== undefined && (typeof reject !== 'string' || reject === ''))
    throw wrong(file, `${at}.do.reject`, 'a text, the reason', reject);
  if (reject !== undefined && target !== 'asnCreate')
    throw wrong(file, `${at}.on`, 'asnCreate, because only the creation of an ASN is rejected later', target);
  return rule as FaultRule;
}

function checkAction(action: Record<string, unknown>, at: string, file: string): void {
  const { delay, status, drop, reject, headers } = action;
  numberAt(status, `${at}.status`, file, 200, 599);
  // A delay of more than a day is a mistake. Timers are limited to 2^31 ms.
  numberAt(delay, `${at}.delay`, file, 0, 86_400_000);
  if (drop !== undefined && drop !== 'before' && drop !== 'after')
    throw wrong(file, `${at}.drop`, '"before" or "after" (the work)', drop);
  const ways = Object.entries({ status, drop, reject }).filter(([, value]) => value !== undefined);
  if (delay === undefined && ways.length === 0)
    throw wrong(file, at, 'at least one of status, drop, reject and delay', 'none of them');
  if (ways.length > 1)
    throw wrong(file, at, 'only one of status, drop and reject', ways.map(([key]) => key).join(' and '));
  if (headers === undefined) return;
  for (const [name, value] of Object.entries(objectAt(headers, `${at}.headers`, file)))
    if (
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      OWN_HEADERS.test(name) ||
      typeof value !== 'string' ||
      !/^[\t\x20-\x7e]*$/.test(value)
    )
      throw wrong(
        file,
        `${at}.headers.${name}`,
        'a header that does not frame the answer, with a text as value',
        value,
      );
}

function objectAt(
  value: unknown,
  at: string,
  file: string,
  keys?: readonly string[],
): Record<string, unknown> {
  if (!isObject(value)) throw wrong(file, at, 'an object', value);
  if (keys)
    for (const key of Object.keys(value))
      if (!keys.includes(key))
        throw wrong(file, at, `only the keys ${keys.join(', ')}`, key, meantText(key, keys));
  return value;
}

function numberAt(value: unknown, at: string, file: string, least: number, most: number): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
    throw wrong(
      file,
      at,
      most === Number.MAX_SAFE_INTEGER
        ? `a whole number from ${least}`
        : `a whole number from ${least} to ${most}`,
      value,
    );
}

function wrong(file: string, path: string, expected: string, found: unknown, meant = '') {
  const shown = found === undefined ? 'nothing' : quote(found);
  return inputFailure(
    'input.faults',
    `The fault rules are wrong at ${path || 'the top'}: expected ${expected}, found ${shown}.${meant}`,
    {
      place: { file, ...(path && { path }) },
      expected,
      found: shown,
      hint: 'See samples/faults/flaky.json for a working file and samples/schemas/sandbox-faults.schema.json for every key.',
    },
  );
}

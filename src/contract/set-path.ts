// `--set path=value`: replaces one value in the text of a message; all other bytes stay.
import { usageFailure } from '../basics/failure.ts';
import { MAX_WALKED, parseJsonStrictly } from '../basics/json.ts';
import { type JsonPlace, jsonPlaces, type Steps, stepsText } from '../basics/json-text.ts';
import { didYouMean, meantText, quote } from '../basics/text.ts';
import { asnShape } from './asn.ts';
import { exchangeOrderShape } from './exchange-order.ts';
import { rmaShape } from './rma.ts';
import { FIELD_RMA_FIELDS, FIELD_UNIT_FIELDS } from './rma-words.ts';
import { fieldsAt } from './shape-findings.ts';

export interface PathValue {
  readonly steps: Steps;
  /** JSON text of the new value. */
  readonly json: string;
}

const PATH = /^(?:[^.[\]]+|\[\d{1,9}\])(?:\.[^.[\]]+|\[\d{1,9}\])*$/;

/** The steps of `items[0].sku`; undefined when it is no path. */
export const pathSteps = (path: string): Steps | undefined =>
  PATH.test(path)
    ? path.match(/[^.[\]]+|\[\d+/g)!.map((step) => (step.startsWith('[') ? Number(step.slice(1)) : step))
    : undefined;

/**
 * Parses `items[0].sku=TEE`. A value that is JSON is used as JSON (`3`, `null`, `"3"`, `[]`), any other as text. @throws
 * Failure exit 2
 */
export function parseSetting(given: string, flag = '--set'): PathValue {
  const at = given.indexOf('=');
  const steps = pathSteps(given.slice(0, Math.max(at, 0)));
  if (!steps)
    throw usageFailure('usage.set', `${flag} does not understand ${quote(given)}`, {
      expected: 'path=value, such as status=REFUNDED or items[0].tracking_number=null',
      hint: `Give ${flag} the path of a field as findings show it, an equals sign and the value.`,
    });
  return { steps, json: jsonOf(given.slice(at + 1)) };
}

function jsonOf(value: string): string {
  try {
    JSON.parse(value);
    return value.trim();
  } catch {
    return JSON.stringify(value);
  }
}

/** The message that is changed. */
interface ChangedMessage {
  readonly kind: 'rma' | 'variants' | 'exchange_order' | 'asn' | 'unknown';
  /** Names it in errors: `Call C-1`. */
  readonly named: string;
  /** The command that shows it. */
  readonly shownBy: string;
  /** Told of a field that neither the message nor the interface has, and that looks like none of theirs; without it, that is refused. */
  readonly onNew?: ((path: string) => void) | undefined;
}

/**
 * The text of a message with the values set, in their order. What the message does not hold is added when the interface
 * has such a field. @throws Failure exit 2 where there is no such place
 */
export function withSettings(text: string, settings: readonly PathValue[], message: ChangedMessage): string {
  let changed = text;
  if (settings.length === 0) return text;
  // The text is edited, not parsed and written again. So duplicate keys and numbers that would be rounded stay unchanged.
  const fault = parseJsonStrictly(text, MAX_WALKED).fault;
  if (fault?.code === 'syntax' || fault?.code === 'nesting')
    throw noPlace(
      message,
      `its body is ${fault.code === 'syntax' ? 'not JSON' : fault.message}`,
      'Omit that message, or send it without --set.',
    );
  for (const setting of settings) changed = withOne(changed, setting, message);
  return changed;
}

function withOne(text: string, { steps, json }: PathValue, message: ChangedMessage): string {
  const parent = steps.slice(0, -1);
  let value: JsonPlace | undefined;
  let around: JsonPlace | undefined;
  let elements = 0;
  // Of a duplicate key, the last one counts.
  for (const place of jsonPlaces(text, steps.length)) {
    if (isSame(place.steps, steps)) value = place;
    if (isSame(place.steps, parent)) around = place;
    if (place.steps.length === steps.length && isSame(place.steps.slice(0, -1), parent)) elements++;
  }
  if (value) return text.slice(0, value.start) + json + text.slice(value.end);
  const last = steps.at(-1)!;
  const path = stepsText(steps);
  if (around?.kind !== (typeof last === 'number' ? 'array' : 'object'))
    throw noPlace(message, `it has no place for ${quote(path)}`, `Check the path with: ${message.shownBy}`);
  if (typeof last === 'number' && last !== elements)
    throw noPlace(
      message,
      `${quote(stepsText(parent))} has ${elements} elements`,
      `Use [${elements}] to add one.`,
    );
  if (typeof last === 'string') checkField(steps, message);
  const member = typeof last === 'number' ? json : `${JSON.stringify(last)}:${json}`;
  const before = text.slice(0, around.end - 1).trimEnd();
  return `${before}${elements > 0 ? ',' : ''}${member}${text.slice(around.end - 1)}`;
}

const isSame = (a: Steps, b: Steps): boolean => a.length === b.length && a.every((step, i) => step === b[i]);

function knownAt(parent: Steps, { kind }: ChangedMessage): readonly string[] {
  if (kind === 'exchange_order') return fieldsAt(exchangeOrderShape, parent);
  if (kind === 'asn') return fieldsAt(asnShape, parent);
  if (kind !== 'rma') return [];
  const more = parent.length === 0 ? FIELD_RMA_FIELDS : parent[0] === 'items' ? FIELD_UNIT_FIELDS : [];
  return [...fieldsAt(rmaShape, parent), ...(parent.length <= 2 ? more : [])];
}

/** A field that is neither in the message nor in the interface is a typing error: it would have no effect. */
function checkField(steps: Steps, message: ChangedMessage): void {
  const known = knownAt(steps.slice(0, -1), message);
  const last = String(steps.at(-1));
  // The field name of the provider's amount begins with a brand name.
  if (known.includes(last) || (steps.at(-2) === 'refund_financials' && last.endsWith('_refund_amount_cents')))
    return;
  if (message.onNew && didYouMean(last, known) === undefined) {
    message.onNew(stepsText(steps));
    return;
  }
  throw noPlace(
    message,
    `neither the message nor the interface has ${quote(stepsText(steps))}.${meantText(last, known)}`,
    `See what it has with: ${message.shownBy}; what the interface has with: returns schema ${message.kind.replace('_', '-')}`,
  );
}

const noPlace = ({ named }: ChangedMessage, why: string, hint: string) =>
  usageFailure('usage.set', `${named}: ${why}`, { hint });

// What an answer, or a missing answer, means for the batch that was sent, and which messages a refusal names. Returns a
// decision as data; apply-verdict.ts carries it out.

import type { FailureReason } from '../basics/exit-codes.ts';
import { authFailure, type Failure, unavailableFailure } from '../basics/failure.ts';
import { stepsText } from '../basics/json-text.ts';
import { escapeControls, redact } from '../basics/text.ts';
import { readErrorBody } from '../contract/error-body.ts';
import { type HttpAnswer, NetworkFault } from '../platform/platform.ts';
import type { Batch, Envelope, Message, Refusal } from './batch.ts';
import { connectionFailure } from './connection-failure.ts';
import { ASK_SUPPORT, isLasting, meaningOfStatus, reasonOfOutcome } from './retry-policy.ts';

export type Refused<T> = readonly (readonly [Message<T>, readonly Refusal[]])[];

export type BatchVerdict<T> =
  | { readonly kind: 'accepted' }
  /** 429: back to the front of the queue; does not count as a failed try. */
  | { readonly kind: 'limited' }
  /** 5xx, time-out, dropped; status 0 when no answer came. */
  | {
      readonly kind: 'failed';
      readonly status: number;
      readonly reason: string;
      readonly cause: FailureReason;
    }
  | { readonly kind: 'unauthorized' }
  /** 413 for more than one message. */
  | { readonly kind: 'too_large' }
  /** Refused, and no message is named as the cause. */
  | { readonly kind: 'bisect' }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly refused: Refused<T>;
      /** Messages that were not named: sent again without the others. */
      readonly rest: readonly Message<T>[];
    }
  /** No message will be accepted at this address; status 0 when no answer came. */
  | { readonly kind: 'fatal'; readonly status: number; readonly failure: Failure };

export function batchVerdictOf<T>(
  outcome: HttpAnswer | NetworkFault,
  { messages }: Batch<T>,
  envelope: Envelope,
): BatchVerdict<T> {
  if (outcome instanceof NetworkFault)
    return isLasting(outcome)
      ? { kind: 'fatal', status: 0, failure: connectionFailure(outcome) }
      : {
          kind: 'failed',
          status: 0,
          reason: `no answer: ${outcome.message}`,
          cause: reasonOfOutcome(outcome),
        };
  const { status } = outcome;
  const meaning = meaningOfStatus(status);
  switch (meaning) {
    case 'accepted':
      // A 2xx with an HTML page: the sign-in page of a proxy or another program at the address. The messages were not
      // accepted.
      if (isPage(outcome.body)) return { kind: 'fatal', status, failure: page(status) };
      // The errors of a refusal under a status of success.
      return hasErrors(outcome.body) ? invalid(outcome, messages, envelope) : { kind: 'accepted' };
    case 'limited':
    case 'unauthorized':
      return { kind: meaning };
    case 'failed':
      return { kind: 'failed', status, reason: `it answers ${status}`, cause: reasonOfOutcome(outcome) };
    case 'too_large':
      if (messages.length > 1) return { kind: 'too_large' };
      return alone(messages, [tooLarge(messages[0]!.bytes)]);
    case 'invalid':
      return invalid(outcome, messages, envelope);
    default:
      if (status === 404 && envelope.named) return alone(messages, [unknownMessage(status)]);
      return { kind: 'fatal', status, failure: refusedAddress(meaning, status) };
  }
}

/** Markup (HTML): the service itself answers with JSON or an empty body. */
const isPage = (body: Uint8Array): boolean =>
  new TextDecoder().decode(body.subarray(0, 1024)).trimStart().startsWith('<');

function hasErrors(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body);
  return text.includes('"errors"') && readErrorBody(text).errors.length > 0;
}

const alone = <T>(messages: readonly Message<T>[], refusals: readonly Refusal[]): BatchVerdict<T> => ({
  kind: 'refused',
  status: refusals[0]!.status,
  refused: [[messages[0]!, refusals]],
  rest: [],
});

/** 400 or 422: messages that the errors name by index are taken out; when none is named the batch is divided in two. */
function invalid<T>(
  answer: HttpAnswer,
  messages: readonly Message<T>[],
  envelope: Envelope,
): BatchVerdict<T> {
  const { status } = answer;
  const body = readErrorBody(new TextDecoder().decode(answer.body));
  const message = saidBy(body.message) ?? `refused with ${status}`;
  // The only message of the batch is at fault, whatever index the errors name.
  if (messages.length === 1) return alone(messages, loneRefusals(body.errors, envelope, status, message));
  const named = namedRefusals(body.errors, envelope, messages.length, { status, message });
  if (named.size === 0) return { kind: 'bisect' };
  return {
    kind: 'refused',
    status,
    refused: [...named].map(([index, list]) => [messages[index]!, list] as const),
    rest: messages.filter((_, index) => !named.has(index)),
  };
}

/** Longer texts of the service are cut to this length when they are shown. */
const MOST_WORDS = 300;

/** The service's own text on one line, shortened, without control characters. */
function saidBy(message: string | undefined): string | undefined {
  const text = redact(message ?? '').trim();
  if (text === '') return undefined;
  return escapeControls(text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}...` : text);
}

const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  code,
  field: '',
  message,
});

const tooLarge = (bytes: number) =>
  refusal(413, 'too_large', `The service finds this message alone too large (${bytes} bytes)`);

const unknownMessage = (status: number) => refusal(status, 'not_found', 'The service knows no such message');

/** The refusal of a single message that fails with 5xx while others are accepted. */
export const serverError = (status: number, failures: number) =>
  refusal(
    status,
    'server_error',
    `The service failed on this message ${failures} times in a row while it accepted others (${status}). ${ASK_SUPPORT}`,
  );

export const refusedTwice = () =>
  authFailure('auth.token.refused', 'The service refuses a token that it has just issued (401 twice)', {
    hint: 'Check that the orders address belongs to the same environment as the token address: returns whoami',
  });

const page = (status: number) =>
  unavailableFailure('service.page', `A web page answers at that address (${status}), not the service`, {
    hint: 'Check the addresses with: returns whoami; on a network with a sign-in page, sign in there first. What was sent last is not counted as accepted.',
  });

function refusedAddress(meaning: 'forbidden' | 'not_found', status: number) {
  return meaning === 'forbidden'
    ? authFailure('auth.forbidden', 'The service forbids this client to post here (403)', {
        hint: 'Ask the service to allow this client id, or sign in as another one: returns login',
      })
    : unavailableFailure('service.not_found', `Nothing takes messages at that address (${status})`, {
        hint: 'Check the addresses with: returns whoami; change them with: returns profile set',
      });
}

/**
 * What an error names: the message's index in the batch and the path inside the message. Reads
 * `orders[3].items[0].sku`, `orders.3.sku`, `/orders/3/sku` and `orders[3][sku]`, with or without `$`, `#` or the
 * wrapper's name in front. Any other text names no message: a guess could refuse a message that is not at fault.
 */
export function spotOf(path: string, envelope: Envelope) {
  const parts = stepsOf(path);
  if (!parts) return undefined;
  if (parts[0] !== envelope.list && envelope.before.includes(`"${parts[0]}"`)) parts.shift();
  const [list, index, ...inside] = parts;
  if (list !== envelope.list || index === undefined || !/^\d{1,9}$/.test(index)) return undefined;
  return { index: Number(index), field: fieldPath(inside) };
}

/**
 * The steps of a path in any of these spellings, without `$` and `#`; undefined when the path cannot be split into
 * steps.
 */
export function stepsOf(path: string): string[] | undefined {
  if (/\[[^\]]*[./][^\]]*\]/.test(path)) return undefined;
  const parts = path
    .replace(/\[(?:"([^"\]]*)"|'([^'\]]*)'|([^\]]*))\]/g, '.$1$2$3')
    .replace(/\//g, '.')
    .split('.');
  while (parts[0] === '' || parts[0] === '$' || parts[0] === '#') parts.shift();
  return parts;
}

/** Steps in the spelling of this tool's findings: `items[0].sku`. */
export const fieldPath = (steps: readonly string[]): string =>
  stepsText(steps.flatMap((step) => (/^\d+$/.test(step) ? Number(step) : step || [])));

/** Index in the batch -> its refusals; empty when no message is named. */
export function namedRefusals(
  errors: readonly { field: string; code: string }[],
  envelope: Envelope,
  size: number,
  said: Pick<Refusal, 'status' | 'message'>,
): Map<number, Refusal[]> {
  const named = new Map<number, Refusal[]>();
  for (const { field, code } of errors) {
    const spot = spotOf(field, envelope);
    if (!spot || spot.index >= size) continue;
    const list = named.get(spot.index) ?? [];
    list.push({ ...said, code: code || 'invalid', field: spot.field });
    named.set(spot.index, list);
  }
  return named;
}

/** The refusals of a message that was sent alone: all errors of the body are about it. */
export function loneRefusals(
  errors: readonly { field: string; code: string }[],
  envelope: Envelope,
  status: number,
  message: string,
): Refusal[] {
  const list = errors.map(({ field, code }) => ({
    status,
    code: code || 'invalid',
    field: spotOf(field, envelope)?.field ?? field,
    message,
  }));
  return list.length > 0 ? list : [refusal(status, 'invalid', message)];
}

/** Two refusals for the same reason have the same signature: status, codes and fields without indexes. */
export const signatureOf = (refusals: readonly Refusal[]): string =>
  [...new Set(refusals.map((r) => `${r.status} ${r.code} ${r.field.replace(/\[\d+\]/g, '[]')}`))]
    .sort()
    .join('\n');

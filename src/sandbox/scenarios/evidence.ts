// Evidence of a check in words: what was sent, what was answered, when. Identifiers, states, times and amounts, and of an answer
// that was no success its beginning, without addresses and secrets.
import { isObject, parsedJson } from '../../basics/json.ts';
import { escapeControls, redact } from '../../basics/text.ts';
import { formatDuration, plural } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Attempt, Delivery } from '../deliveries/types.ts';
import type { ScenarioExchange, Why } from './result.ts';

/** `RMA-1 CREATED, TRANSIT`, `the exchange order of RMA-1`. */
export function messageText(delivery: Delivery): string {
  const { kind, path, rma } = delivery.message;
  if (kind === 'variants') return `GET ${path}`;
  if (kind === 'exchange_order') return `the exchange order of ${rma ?? 'an RMA'}`;
  const states = new Set(itemsIn(delivery).map((item) => item['package_tracking_status']));
  const words = [bodyOf(delivery).status, ...states].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return `${rma ?? ''} ${words.join(', ')}`.trim();
}

/** `D-3 RMA-1 CREATED: answered 503 in 4 ms at 10:00:00, then answered 200 in 12 ms at 10:00:30`. */
export function deliveryEvidence(delivery: Delivery): string {
  const { attempts, state } = delivery;
  const words = attempts.map(attemptText);
  if (words.length > 4) words.splice(2, words.length - 4, `${words.length - 4} more`);
  const unanswered = state === 'sending' ? 'sent, no answer yet' : 'not sent yet';
  const end = state === 'given_up' ? '; given up' : '';
  return `${delivery.id} ${messageText(delivery)}: ${words.join(', then ') || unanswered}${end}`;
}

export const deliveriesEvidence = (deliveries: readonly Delivery[]): string =>
  `${plural(deliveries.length, 'message')}: ${deliveries.map(deliveryEvidence).join('; ')}`;

function attemptText({ at, ms, status, fault, note, answer }: Attempt): string {
  const what = status === null ? silenceText(fault, ms) : `answered ${status} in ${formatDuration(ms)}`;
  const said = saidBy(status, answer);
  return `${what} at ${timeText(at)}${note === null ? '' : ` (${note})`}${said === null ? '' : `, saying ${said}`}`;
}

/** The clock of a scenario is turned, so its times are not those of the retailer's logs. */
export const timeText = (ms: number): string => `${formatInstant(ms)} sandbox time`;

/** What the endpoint said with an answer that was no success; null otherwise. */
export function saidBy(status: number | null, answer: string): string | null {
  if (status === null) return null;
  const text = shownBody(answer);
  if (status >= 200 && status < 300)
    return isPage({ status, answer })
      ? `${text}: a web page; is a sign-in or a proxy in front of your endpoint?`
      : null;
  return text === '' || text === '{}' ? null : text;
}

/** A success that came from something in front of the endpoint. */
const isPage = ({ status, answer }: Pick<Attempt, 'status' | 'answer'>): boolean =>
  status !== null && status < 300 && IS_PAGE.test(answer);

const MOST_SHOWN = 200;
const IS_PAGE = /^\s*<(?:!doctype|html|head|body)\b/i;
const EMAIL = /[^\s"'<>:;,()]+@[^\s"'<>:;,()]+\.[a-z]{2,}/gi;
/** Of JSON members and of `name=value`; `redact` knows the usual names of OAuth only. */
const SECRET_VALUE =
  /("?[\w-]*(?:secret|password|passwd|token|api[-_]?key|authorization|cookie)[\w-]*"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[^\s,;&}"]+)/gi;

/** The beginning of a body from outside, for a person: on one line, escaped, without e-mail addresses and secrets. */
function shownBody(body: string): string {
  const clean = redact(body.slice(0, 10 * MOST_SHOWN))
    .replace(SECRET_VALUE, '$1***')
    .replace(EMAIL, '***')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = escapeControls(clean);
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}...` : shown;
}

/** What the service said: the first three fields of a 422 with their codes, else its message. */
export function saidText(body: string | Uint8Array | undefined): string {
  const answer = parsedJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (!isObject(answer)) return '';
  const errors = Array.isArray(answer['errors']) ? answer['errors'] : [];
  const fields = errors.map((one: unknown) => (isObject(one) ? `${one['field']} ${one['code']}` : ''));
  if (fields.length > 3) fields.splice(3, fields.length, `${fields.length - 3} more`);
  return shownBody(fields.join(', ') || String(answer['error_description'] ?? answer['message'] ?? ''));
}

const TIME_OUT =
  'Store the message, answer 200, and do the work afterwards: the connection is accepted, and no answer comes in time. Agree upon the limit with the service.';
const CLOSED =
  'See the log of your side: it closes the connection without a whole answer, or has stopped. Answer each request to its end.';
const PAGE =
  'Let these requests through to your program: what is in front of it, such as a sign-in or a proxy, answers with a web page. Or give the address of the program itself: --customer-url';

/** What a request without success says about the endpoint as a whole; undefined after a success. */
export function wireOf({ attempts, message }: Delivery): Why | undefined {
  // An outage is played by the sandbox.
  const bad = attempts.findLast((one) => one.fault !== 'outage' && (!isAccepted(one) || isPage(one)));
  if (!bad) return undefined;
  const { status, fault, note } = bad;
  const where = note?.split(' is not')[0] ?? 'without Location';
  const redirect = `Give the address itself (--customer-url): a redirect is never followed (${status}, ${where}).`;
  if (fault === 'timeout') return { symptom: 'time-out', id: 'messages.answered-in-time', hint: TIME_OUT };
  if (fault === 'dropped') return { symptom: 'reset', id: 'messages.reachable', hint: CLOSED };
  if (status === null) return { symptom: 'unreached', id: 'messages.reachable' };
  if (status === 401 || status === 403) return { symptom: 'credentials', id: 'messages.credentials' };
  if (status >= 300 && status < 400) return { symptom: 'redirect', id: 'messages.answered', hint: redirect };
  if (isAccepted(bad)) return { symptom: 'page', id: 'messages.answered', hint: PAGE };
  const kinds = { rma: 'messages', variants: 'variants', exchange_order: 'exchanges' } as const;
  return { symptom: 'status', id: `${kinds[message.kind]}.answered` };
}

export const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

type Body = Readonly<Record<string, unknown>>;

export const bodyOf = ({
  message,
}: Delivery): Body & { readonly status?: string; readonly updated_at?: string } => {
  const body = parsedJson(message.body ?? '');
  return isObject(body) ? body : {};
};

/** The items of a message. */
export const itemsIn = (delivery: Delivery): readonly Body[] => {
  const { items } = bodyOf(delivery);
  return Array.isArray(items) ? items.filter(isObject) : [];
};

/** The new order, of an answer to an exchange order that was a success. */
export function orderIdentifierOf(attempt: Attempt): string | undefined {
  const answer = isAccepted(attempt) ? parsedJson(attempt.answer) : undefined;
  const name = isObject(answer) ? answer['order_identifier'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

const silenceText = (fault: string | null, ms: number): string =>
  `no answer after ${ms} ms: ${fault ?? 'unknown'}`;

/** `200 in 12 ms`, or why no answer came. */
export const answerText = ({ status, fault, ms, answer: said }: ScenarioExchange): string =>
  status === null ? silenceText(fault, ms) : `${status} in ${ms} ms${said === undefined ? '' : `: ${said}`}`;

export const exchangeText = (one: ScenarioExchange): string => `${one.request}: ${answerText(one)}`;

// Rules about the call itself and about answers: bodies that are not a message, answers by a mock, results of forwards.
import { formatDuration } from '../basics/units.ts';
import { contentText } from './content-type.ts';
import { RULES } from './contract-rules.ts';
import {
  ANSWERED,
  type CallFinding,
  type CallVerdict,
  type Finding,
  found,
  type Rule,
  ruleList,
} from './finding.ts';

const RMA = '{"rma_identifier":"RMA-1", ...}';

const rules = ruleList({});
const answered = ruleList({ fixed: ANSWERED });

export const bodyBroken = answered.error('call.body.broken', {
  title: 'The body is JSON in UTF-8',
  explanation:
    'A body that is not JSON cannot be checked, so it is answered 400, and the service tries again or gives up. The raw bytes are recorded: returns calls show ID.',
  source: 'Resources and their fields',
  say: (args) => `Expected JSON; ${args.what} (line ${args.line}, column ${args.column}).`,
  good: RMA,
  bad: '{"rma_identifier":"RMA-1", ',
});

export const bodyLarge = answered.error('call.body.large', {
  title: 'The body is within the limit',
  explanation:
    'A body beyond the limit (--max-body) is answered 413. Its beginning up to the limit is recorded, but not checked.',
  say: (args) => `The body is larger than ${args.limit} bytes.`,
  good: 'a body of 3 kB',
  bad: 'a body of 10 MB',
});

export const bodyCut = answered.error('call.body.cut', {
  title: 'The connection stays open until the body is there',
  explanation:
    'The sender closed the connection, or took too long, before the whole body had come. No answer could be sent; the bytes received are recorded.',
  say: (args) => `The connection ended after ${args.bytes} bytes of the body.`,
  good: 'Content-Length: 20, and 20 bytes',
  bad: 'Content-Length: 20, and 7 bytes',
});

export const mediaType = answered.error('call.media.type', {
  title: 'A message says Content-Type: application/json',
  explanation:
    'The interface names the header with this value. A charset may stand behind it when it is a label of UTF-8 or of ASCII (utf-8, utf8, us-ascii). Another value is answered 415; where the header is missing, the message is read all the same (call.media.missing).',
  source: 'Endpoints the customer provides',
  say: (args) => contentText(args.found),
  good: 'Content-Type: application/json',
  bad: 'Content-Type: text/plain',
});

export const mediaMissing = rules.warning('call.media.missing', {
  title: 'A message names its media type',
  explanation:
    'The interface names the header Content-Type: application/json for what the service posts. A body without it is read as JSON all the same and taken when it parses; another media type is answered 415.',
  source: 'Endpoints the customer provides',
  say: () => 'The request has no Content-Type; the interface names Content-Type: application/json.',
  good: 'Content-Type: application/json',
  bad: 'no Content-Type',
});

export const compressed = answered.error('call.media.compressed', {
  title: 'Bodies are not compressed',
  explanation: 'The interface knows no Content-Encoding. A compressed body is answered 415.',
  say: (args) => `The body has Content-Encoding ${args.found}, which is not part of the interface.`,
  good: 'no Content-Encoding',
  bad: 'Content-Encoding: gzip',
});

export const updatedFuture = rules.warning('rma.updated_at.ahead', {
  title: 'updated_at of an RMA message is at most 5 minutes ahead of now',
  explanation:
    'Later messages of the RMA are older than this one until that time has come: they count as late, and lead to no refund. Or the clock of this machine is behind: returns doctor. Messages of the sandbox, whose clock can be advanced, are not checked.',
  source: 'RMA',
  say: (args) => `updated_at is ${formatDuration(Number(args.ahead_minutes) * 60_000)} ahead of now.`,
  good: 'updated_at is a minute ago',
  bad: 'updated_at is in 2099',
});

export const pathUnknown = rules.warning('call.path.unknown', {
  title: 'A call goes to one of the endpoints',
  explanation:
    'Nothing is served at that path, or another kind of message, so the answer is 404. It is an error when the body is an RMA or an exchange order: that message is lost, and the call is open. Correct the address that the service was given, or change the path here: --rmas-path, --variants-path, --exchange-orders-path. One slash more or less at the end is the same path.',
  source: 'Endpoints the customer provides',
  say: ({ meant, kind, takes, served }) => {
    const where = served ? 'Something else is served at this path.' : 'Nothing is served at this path.';
    if (meant !== undefined) return `${where} Did you mean ${meant}?`;
    const what = kind === 'rma' ? 'RMA messages' : 'Exchange orders';
    return `${where}${takes === undefined ? '' : ` ${what} come to ${takes}.`}`;
  },
  good: 'POST /rmas',
  bad: 'POST /rma',
});

export const methodWrong = rules.warning('call.path.method', {
  title: 'A call has the method of its endpoint',
  explanation:
    'RMAs and exchange orders are posted, variants are got. Another method is answered 405. It is an error when the body is an RMA or an exchange order: that message is lost, and the call is open.',
  source: 'Endpoints the customer provides',
  say: (args) => `This path takes ${args.expected}.`,
  good: 'POST /rmas',
  bad: 'PUT /rmas',
});

export const senderUnknown = answered.error('call.sender.unknown', {
  title: 'The sender presents what was agreed',
  explanation:
    'The call did not carry what --require-header or --basic asks for, so it is answered 401 and not checked. Services of this family then fetch new credentials and try again.',
  source: 'field notes',
  say: (args) => `The sender did not present ${args.expected}.`,
  good: 'the header that --require-header names, with its value',
  bad: 'no such header',
});

export const variantsUnknown = rules.note('variants.none.known', {
  title: 'Variants are known for what is asked',
  explanation:
    'The answer is 200 with an empty list, so the portal offers no exchange for the item. Give --variants a file that holds the identifier, or --forward-to the address of the shop.',
  say: () => 'No variants are known for this identifier: the answer is an empty list.',
  good: '--variants FILE with a row for the identifier',
  bad: 'no --variants, or no row for the identifier',
});

export const mockMade = rules.note('exchange.mock.made', {
  title: 'An exchange order was answered by a mock',
  explanation:
    'No order was placed anywhere: the answer has an order identifier that begins with MOCK- and amounts made from the message. Give --forward-to the address of the shop for real ones.',
  say: (args) => `Mock answer ${args.order}: no order was placed.`,
  good: '--forward-to exchange_order=https://shop.example/exchange_orders',
  bad: 'an exchange order without --forward-to',
});

export const mockRepeated = rules.warning('exchange.mock.repeated', {
  title: 'An original order has one exchange order',
  explanation:
    'Exchange orders are idempotent by original_order_id: a second one with another content gets the answer of the first, as a shop should do.',
  source: 'field notes',
  say: () => 'Another exchange order for the same original order: it gets the answer of the first one.',
  good: 'the same message again',
  bad: 'another message with the same original_order_id',
});

export const mockOff = answered.error('exchange.mock.off', {
  title: 'In production nothing is invented',
  explanation:
    'A mock answer would tell a shopper of an order that does not exist, so the answer is 503 and the service tries again. Give --forward-to the address of the shop, or --allow-production if mocks are wanted.',
  say: () => 'No endpoint is set that takes exchange orders: mocks are off in production.',
  good: '--forward-to exchange_order=https://shop.example/exchange_orders',
  bad: 'an exchange order in production without --forward-to',
});

export const forwardNone = rules.error('forward.answer.none', {
  title: 'The endpoint behind --forward-to answers',
  explanation:
    'No answer came, so the service got a 502 and tries again. Look at the address, and whether the endpoint is up.',
  say: (args) => `The endpoint behind --forward-to gave no answer (${args.fault}).`,
  good: 'an endpoint that is up',
  bad: 'connection refused',
});

export const forwardStatus = rules.warning('forward.answer.status', {
  title: 'The endpoint behind --forward-to answers 2xx',
  explanation:
    'Services of this family take 2xx for success and try again for hours on 500, 502, 503 and 504. A receiver should not answer 400 or 422 to a message that it dislikes, but take it and deal with it.',
  source: 'field notes',
  say: ({ status, location }) =>
    `The endpoint behind --forward-to answered ${status}${location === undefined ? '' : ` with Location ${location}, which is not followed; give --forward-to that address`}.`,
  good: '200',
  bad: '422',
});

export const forwardLoop = answered.error('forward.loop', {
  title: 'A call that was passed on does not come back',
  explanation:
    'The address of --forward-to leads back to this receiver, through a tunnel, a proxy or another receiver. The second time, the call is answered 508 and not passed on again; the sender gets that answer. Give --forward-to the address where your own endpoints are.',
  say: () => '--forward-to leads back to this receiver: the call was not passed on a second time (508).',
  good: '--forward-to http://localhost:3000, where your own endpoints are',
  bad: '--forward-to with the address of a tunnel that leads to this receiver',
});

export const forwardBroken = rules.error('forward.answer.broken', {
  title: 'Answers that decide something are JSON',
  explanation:
    'The answer to a variants request or an exchange order decides what the shopper sees. It must be JSON in UTF-8, not compressed.',
  source: 'Endpoints the customer provides',
  say: (args) => `The answer of the endpoint behind --forward-to is not JSON: ${args.what}.`,
  good: '[]',
  bad: '<html>',
});

export const handlerFailed = rules.error('handler.call.failed', {
  title: 'A function that takes calls ends without an error',
  explanation:
    'A function that was given to createReceiver (returns-cli/receiver) threw an error, or returned nothing where an answer is needed. The call was answered 500, so the service tries again. The error itself is in what handle() returns.',
  say: (args) => `The function ${args.name} failed, so the answer is 500.`,
  good: 'onExchangeOrder returns the answer',
  bad: 'onExchangeOrder throws',
});

export const CALL_RULES = [...answered.all, ...rules.all];

const OWN: ReadonlyMap<string, Rule> = new Map(CALL_RULES.map((rule) => [rule.code, rule]));

/** A finding together with its message, as it is recorded. */
export function callFindingOf({ code, severity, path, args }: Finding): CallFinding {
  const rule = RULES.get(code) ?? OWN.get(code);
  const message = rule?.say(args, path) ?? code;
  return { severity, code, path, message, ...(Object.keys(args).length > 0 && { args }) };
}

/** Makes a finding of one of the rules above. */
export const callFindingOfRule = (rule: Rule, args?: Finding['args'], path = '') =>
  callFindingOf(found(rule, path, args));

/** The highest severity of the findings, as a verdict. */
export function callVerdictOf(
  findings: readonly { readonly severity: CallFinding['severity'] }[],
): CallVerdict {
  let verdict: CallVerdict = 'ok';
  for (const { severity } of findings) {
    if (severity === 'error') return 'error';
    if (severity === 'warning') verdict = 'warning';
    else if (verdict === 'ok') verdict = 'note';
  }
  return verdict;
}

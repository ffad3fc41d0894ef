// One recorded call for reading: request, findings, changes, answer, and the body; and the amounts of its units by
// their orders, next to the estimates of the service and the refunds sent.
import { groupBy } from '../../basics/groups.ts';
import { type JsonLine, jsonLines } from '../../basics/json-lines.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { formatBytes, formatCents, plural } from '../../basics/units.ts';
import { clean, labelled, type Paint } from '../../cli/presenter.ts';
import type { CallFinding, CallVerdict } from '../../contract/finding.ts';
import { readMessage } from '../../contract/read-message.ts';
import { type ReturnFees, withheldText } from '../../contract/refund-amount.ts';
import type { OrderMoney, RmaMoney, UnitMoney } from '../../contract/rma-money.ts';
import { describeChange } from '../../contract/rma-units.ts';
import { type CallRecord, type CallResponse, type Forwarded, MAX_ANSWER_BYTES } from '../../storage/calls.ts';
import type { OpenCalls } from '../record/call-state.ts';
import { bodyBytes, bodyText, maskedCall, rmaGlance } from '../record/recorded-call.ts';
import { colourOf, settledText } from './list-text.ts';

/** Maximum number of lines of a body, of findings and of changes; the rest is only counted. */
const MOST_LINES = 400;
const MOST_FINDINGS = 50;
const INDENT = '    ';

export function callShowText(record: CallRecord, states: OpenCalls, paint: Paint): string {
  const call = maskedCall(record);
  const lines = [
    `${paint.bold(`Call ${clean(call.id)}`)}  ${clean(call.kind)}  ${verdict(call.verdict, paint)}`,
  ];
  const row = (name: string, text: string) => lines.push(labelled(name, text, paint));
  row('arrived', `${new Date(call.at).toISOString()}${call.remote ? ` from ${clean(call.remote)}` : ''}`);
  if (call.imported) row('imported', `from ${clean(call.imported.file)}, line ${call.imported.line}`);
  row('request', `${clean(call.method)} ${clean(call.target)}`);
  headerRows('headers', call.headers, row);
  if (call.replayOf !== undefined) row('replay of', clean(call.replayOf));
  const about = aboutText(call);
  if (about !== '') row('about', about);
  if (call.anomaly) row('anomaly', paint.yellow(call.anomaly));
  lines.push(...findingLines(call.findings, paint));
  lines.push(...changeLines(call));
  row('answer', answerText(call.response, call.ms));
  if (call.response.body) lines.push(`${INDENT}${clean(call.response.body)}`);
  const state = stateText(call.id, states);
  if (state !== '') row('state', state);
  if (call.forwarded) lines.push(...forwardedLines(call.forwarded, row, paint));
  row('body', `${formatBytes(call.bytes)}${call.truncated ? ', kept up to the limit only' : ''}`);
  lines.push(...bodyLines(call, '--raw'));
  return lines.join('\n');
}

function aboutText(call: CallRecord): string {
  const units = rmaGlance(call)?.units ?? null;
  return [
    call.rma === null ? '' : `RMA ${clean(call.rma)}`,
    call.status === null ? '' : clean(call.status),
    units === null ? '' : plural(units, 'unit'),
    call.orders.length === 0 ? '' : `order ${call.orders.map(clean).join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const verdict = (text: CallVerdict, paint: Paint): string => colourOf(text, paint)(text);

/** Findings with their paths, in the order in which they were found. */
function findingLines(findings: readonly CallFinding[], paint: Paint): string[] {
  const lines = findings
    .slice(0, MOST_FINDINGS)
    .flatMap(({ severity, code, path, message }) => [
      `  ${verdict(severity, paint)}  ${clean(code)}${path === '' ? '' : `  ${paint.bold(clean(path))}`}`,
      `${INDENT}${clean(message)}`,
    ]);
  if (findings.length > MOST_FINDINGS) lines.push(`  and ${findings.length - MOST_FINDINGS} more findings`);
  return lines;
}

function changeLines({ changes }: CallRecord): string[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, MOST_LINES).map((change) => `${INDENT}${clean(describeChange(change))}`);
  const rest = changes.length - shown.length;
  return ['  changed since the last message', ...shown, ...(rest > 0 ? [`${INDENT}and ${rest} more`] : [])];
}

type Row = (name: string, text: string) => void;

function headerRows(title: string, headers: CallRecord['headers'], row: Row): void {
  headers.forEach(([name, value], i) => {
    row(i === 0 ? title : '', `${clean(name)}: ${clean(value)}`);
  });
}

/** What happened to a call that was not answered 2xx. */
function stateText(id: string, { open, settled }: OpenCalls): string {
  if (open.has(id)) return 'open: not answered 2xx yet';
  const by = settled.get(id);
  if (!by) return '';
  return `${settledText(by)}, answered ${by.status} at ${new Date(by.at).toISOString()}`;
}

function answerText({ status, by, dropped }: CallResponse, ms: number): string {
  if (by === 'none') return 'not known: the call was imported';
  if (dropped) return 'none: the connection was cut on purpose';
  const who = {
    receiver: '',
    mock: ' by a MOCK',
    file: ' from --variants',
    forwarded: ' of the forward',
    forced: ' by --respond',
  };
  return `${status}${who[by] ?? ''} in ${ms} ms`;
}

function forwardedLines(
  { url, status, ms, fault, answer, findings = [] }: Forwarded,
  row: Row,
  paint: Paint,
): string[] {
  const what = fault === undefined ? String(status) : `no answer (${clean(fault)})`;
  row('forwarded', `${clean(url)}: ${what} in ${ms} ms`);
  if (!answer) return findingLines(findings, paint);
  headerRows('its headers', answer.headers, row);
  const kept = answer.truncated ? `, ${formatBytes(MAX_ANSWER_BYTES)} kept` : '';
  row('its body', `${formatBytes(answer.bytes)}${kept}`);
  return [...bodyLines(answer, '--json'), ...findingLines(findings, paint)];
}

const shown = (text: string): string => clean(text.length > 2000 ? `${text.slice(0, 2000)}...` : text);

/** JSON formatted; another body as it was received. `whole` is the flag that shows all of it. */
function bodyLines(body: Parameters<typeof bodyText>[0], whole: string): string[] {
  const bytes = bodyBytes(body);
  if (bytes.length === 0) return [];
  const text = bodyText(body);
  const lines =
    readMessage(bytes).kind === 'broken'
      ? text.split('\n', MOST_LINES + 1)
      : jsonLines(text.replace(/^\ufeff/, ''), MOST_LINES + 1).lines.map(textOfLine);
  const texts = lines.slice(0, MOST_LINES).map((line) => `${INDENT}${shown(line)}`);
  return lines.length > MOST_LINES
    ? [...texts, `${INDENT}... and more: the whole body with ${whole}`]
    : texts;
}

const textOfLine = ({ depth, key, text, comma }: JsonLine): string =>
  `${'  '.repeat(depth)}${key === null ? '' : `${key}: `}${text}${comma ? ',' : ''}`;

/** Equal units are shown once. */
export function callMoneyText(money: RmaMoney, paint: Paint, units: MinorUnits | undefined): string {
  const cents: Cents = (value) => (value === null ? 'unknown' : formatCents(value, money.currency, units));
  const amount: Cents = (value) => cents(value).padStart(10);
  const lines = [paint.bold('Money')];
  for (const alike of groupBy(money.units, ({ path: _, ...unit }) => JSON.stringify(unit)).values()) {
    const unit = alike[0]!;
    lines.push(
      `  ${plural(alike.length, 'unit')} of ${clean(unit.line)} (${clean(unit.sku)}), order ${clean(unit.order)}${typeText(unit)}`,
      ...shareLines(unit, cents),
      `    estimated ${cents(unit.estimated_cents)}: ${conclusion(unit, cents)}`,
    );
  }
  for (const order of money.orders) lines.push(...orderLines(order, cents, money.fees));
  const isLess = money.to_refund_cents !== money.by_order_cents;
  const open = money.to_refund_cents === null ? null : money.to_refund_cents - money.refunded_cents;
  lines.push(
    `  to refund       ${amount(money.to_refund_cents)}  by the order${isLess ? ', less what is agreed' : ''}`,
    `  estimated       ${amount(money.estimated_cents)}  by the service; decides even exchanges only`,
    `  refunded        ${amount(money.refunded_cents)}  by refunds sent from here; open: ${cents(open)}`,
  );
  if (money.gift_refund_only)
    lines.push('  gift            the money belongs on a gift card, not on the original payment method');
  return lines.join('\n');
}

type Cents = (value: number | null) => string;

const typeText = ({ refund_type: type }: UnitMoney): string =>
  type === 'REFUND' ? '' : `, ${type === null ? 'no refund_type' : clean(type)}: not refunded`;

function shareLines(unit: UnitMoney, cents: Cents): string[] {
  if (unit.goods_cents === null) return [];
  const parts = `${cents(unit.price_cents)} + tax ${cents(unit.tax_cents)} - discount ${cents(unit.discount_cents)}`;
  const cost = `its return shipping ${cents(unit.return_shipping_cents)}`;
  return [`    price ${parts} = goods ${cents(unit.goods_cents)}; ${cost}`];
}

function conclusion({ follows, difference_cents: more }: UnitMoney, cents: Cents): string {
  if (follows === 'goods') return 'as the goods';
  if (follows === 'goods_less_shipping') return 'the goods less return shipping';
  if (follows === 'neither') return `differs from the goods by ${cents(more)}`;
  return 'the order line is not known here';
}

function orderLines(order: OrderMoney, cents: Cents, fees: ReturnFees | undefined): string[] {
  const amount: Cents = (value) => cents(value).padStart(10);
  const name = clean(order.order);
  if (!order.known)
    return [`  order ${name} is not in the ledger: upload it from here, or name its --profile`];
  const withheld = {
    restocking: order.restocking_fee_cents ?? 0,
    shipping: order.return_shipping_withheld_cents ?? 0,
  };
  return [
    `  order ${name}, total ${cents(order.total_cents)}`,
    `    by the order  ${amount(order.by_order_cents)}`,
    ...withheldText(withheld, fees, amount).map((text) => `    kept back     ${text}`),
    ...order.refunds.map(
      ({ identifier, amount_cents: of, rma_identifier: rma }) =>
        `    refund ${clean(identifier)}  ${amount(of)}${rma === null ? ', names no RMA' : ''}`,
    ),
  ];
}

/** Anybody can post anything, so nothing is computed from a message that was not let in. */
export const refusedMoneyText = ({ response }: Pick<CallRecord, 'response'>, paint: Paint): string =>
  `${paint.bold('Money')}\n  refused (${response.status}): the message does not count, so nothing is to be refunded by it`;

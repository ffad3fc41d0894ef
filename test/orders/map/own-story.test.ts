// From an export that nobody knows to accepted orders in the sandbox, as a person types it; every value is held against the truth.
import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import type { AskedQuestion } from '../../../src/orders/map/types.ts';
import { type Cli, makeCli } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { hasPty, KEY, onTerminal, onTerminalHere } from '../../helpers/pty.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { ORDERS, ownCsv, ownJson, type TrueOrder } from './own-export.ts';

const usual = inForm<typeof onTerminalHere>({
  short: onTerminalHere,
  long: hasPty ? onTerminal : onTerminalHere,
});

/** What is typed at a question that holds a text. */
const TYPED: readonly (readonly [question: string, keys: string])[] = [
  ['  teilversandt (', `${KEY.up.repeat(3)}${KEY.enter}`],
  ['  erstattet (', `${KEY.up.repeat(4)}${KEY.enter}`],
];
/** Answers what stands at the bottom of the screen, until the command ends. */
async function play(on: Cli): Promise<string> {
  const screen = usual(on, ['orders', 'map', 'shop.csv'], { columns: 120 });
  let isRunning = true;
  void screen.ended.finally(() => {
    isRunning = false;
  });
  let answered = '';
  let before = '';
  const end = performance.now() + 40_000;
  while (isRunning) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (performance.now() > end) throw new Error(`no answer to:\n${screen.lines().slice(-15).join('\n')}`);
    const lines = screen.lines().join('\n').trimEnd();
    // What is still being drawn is no question yet.
    const isDrawn = lines === before;
    before = lines;
    if (!isDrawn) continue;
    const question = lines.slice(lines.lastIndexOf('\n? ') + 1);
    const isLast = question.startsWith('? Enter writes the mapping');
    if (isLast && !question.trimEnd().endsWith('changes it:')) continue;
    const shown = isLast ? `prompt ${lines.split('✔ Enter writes').length}` : question;
    if (!question.startsWith('? ') || shown === answered || question.includes('⠋')) continue;
    answered = shown;
    await screen.type('', TYPED.find(([text]) => question.includes(text))?.[1] ?? KEY.enter);
  }
  expect(await screen.ended, screen.lines().slice(-30).join('\n')).toBe(0);
  return screen.text();
}

const partsOf = ({ name, street1, zip_code, city, country_code }: Order['shipping_address']) =>
  [name, street1, zip_code, city, country_code].join(', ');
const truePlace = (texts: readonly string[]) => [...texts.slice(0, 4), 'DE'].join(', ');
const instant = (text: string) => new Date(text).toISOString();

/** What the service has of an order, in the words of the truth. */
const heard = (order: Order) => ({
  ...{ id: order.identifier, status: order.status, currency: order.currency },
  created: instant(order.created_at),
  ...{ email: order.customer.email, customer: order.customer.identifier },
  ...{ ship: partsOf(order.shipping_address), bill: partsOf(order.billing_address) },
  shipping: order.shipping_amount_cents,
  lines: order.items.map((line) => ({
    ...{ sku: line.sku, model: line.variant_identifier, title: line.title },
    ...{ units: line.quantity, shipped: line.quantity_shipped, price: line.unit_price_amount_cents },
  })),
  refunds: (order.refunds ?? []).map((refund) => ({
    ...{ id: refund.identifier, cents: refund.total_refund_amount_cents, at: instant(refund.created_at) },
    units: refund.refund_line_items?.map(({ quantity }) => quantity),
  })),
});

const truth = ({ id, status, created, email, customer, ship, bill, shipping, lines, refund }: TrueOrder) => ({
  ...{ id, status, currency: 'EUR', created: instant(created), email, customer },
  ...{ ship: truePlace(ship), bill: truePlace(bill) },
  shipping: lines.some(({ shipped }) => shipped > 0) ? shipping : expect.any(Number),
  lines: lines.map(({ sku, model, title, units, shipped, price }) => ({
    ...{ sku, model, title, units, shipped, price },
  })),
  refunds: refund ? [{ id: refund.id, cents: refund.cents, at: instant(refund.at), units: [1] }] : [],
});

/** Uploads the export and holds what the sandbox has against the truth. */
async function uploaded(on: Cli, sandbox: Awaited<ReturnType<typeof sandboxFor>>, args: readonly string[]) {
  const { code, stdout, stderr } = await on.run(['orders', 'upload', ...args, '--yes']);
  expect(code, stdout + stderr).toBe(0);
  const orders = sandbox.orders().map(({ order }) => order as Order);
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
  expect(orders.map(heard).sort(byId)).toEqual(ORDERS.map(truth).sort(byId));
  for (const { id, status, total, lines } of ORDERS.filter((one) => one.status === 'Shipped')) {
    const order = orders.find(({ identifier }) => identifier === id)!;
    expect([id, order.total_amount_cents, order.status]).toEqual([id, total, status]);
    const sent = order.items.map(({ discount_amount_cents: discount }) => discount);
    expect(sent, id).toEqual(lines.map(({ discount }) => discount));
  }
  return stdout + stderr;
}

test('an export that nobody knows: answered, corrected, uploaded, and every order is true', async () => {
  const sandbox = await sandboxFor();
  const on = makeCli({ target: sandbox });
  on.file('shop.csv', ownCsv());
  const screen = await play(on);
  expect(screen).toContain('next: returns orders check shop.csv --map shop');
  const plan = await uploaded(on, sandbox, ['shop.csv']);
  // A unit at 1.249,00 less its half of the line's discount.
  expect(plan.replace(/\s+/g, ' ')).toContain(
    'refund 1 unit of line W26-10004-S-3-M would refund 1,124.10 EUR',
  );
});

test('the same as JSON, with lists of its own names: what a person answers, and nothing by hand', async () => {
  const sandbox = await sandboxFor();
  const on = makeCli({ target: sandbox });
  on.file('shop.jsonl', ownJson());
  const price = 'positions[].grossPrice x positions[].count';
  const answers = {
    amounts: `${price} + freight - positions[].rebate = grandTotal`,
    'field:refund.identifier': 'creditNotes[].id',
    'field:refund.created_at': 'creditNotes[].issuedAt',
    'field:refund.total_refund_amount_cents': 'creditNotes[].amount',
    'field:refund_line.quantity': 'creditNotes[].lines[].count',
    'field:refund_line.sku': 'creditNotes[].lines[].article',
    statuses: {
      ...{ versandt: 'Shipped', erstattet: 'Shipped', storniert: 'Cancelled' },
      ...{ teilversandt: 'Created', offen: 'Created' },
    },
  };
  on.file('answers.json', JSON.stringify(answers));
  const map = ['orders', 'map', 'shop.jsonl', '--answers', 'answers.json', '--yes', '--no-input'];
  const { code, stdout, stderr } = await on.run(map);
  expect(code, stdout + stderr).toBe(0);
  await uploaded(on, sandbox, ['shop.jsonl', '--map', 'shop']);
});

const AFTER_DISCOUNT = { amounts: 'sum of Pos_Summe + Versandkosten = Gesamt', round: 'half_up' };
test.each([
  ['price before the discount, and the discount', {}, '1,124.10'],
  // The discount counts twice: the order adds up, and the unit is worth less than was paid.
  ['price after the discount, and the discount', AFTER_DISCOUNT, '999.20'],
  [
    'price after the discount alone',
    { ...AFTER_DISCOUNT, 'field:item.discount_amount_cents': 'none' },
    '24.90',
  ],
])('the plan shows what one unit would be refunded with: %s', async (_, chosen, amount) => {
  const on = makeCli();
  on.file('shop.csv', ownCsv());
  const answers = {
    statuses: {
      versandt: 'Shipped',
      teilversandt: 'Created',
      erstattet: 'Shipped',
      offen: 'Created',
      storniert: 'Cancelled',
    },
    ...{ timezone: 'Europe/Berlin', refunds: 'warn' },
    ...chosen,
  };
  const plan = await planOf(on, answers);
  expect(plan.replace(/\s+/g, ' ')).toContain(` would refund ${amount} EUR`);
});

/** Whatever the audit finds is said to be right. */
async function planOf(on: Cli, answers: object): Promise<string> {
  const args = ['orders', 'map', 'shop.csv', '--answers', 'answers.json'];
  let all = answers;
  for (let round = 0; round < 3; round++) {
    on.file('answers.json', JSON.stringify(all));
    const { stdout } = await on.run([...args, '--json']);
    const { questions } = JSON.parse(stdout) as { questions?: AskedQuestion[] };
    if (!questions) throw new Error(`no proposal: ${stdout}`);
    const open = questions.filter(({ answer }) => answer === null).map(({ id }) => [id, 'yes']);
    all = { ...all, ...Object.fromEntries(open) };
  }
  const { stdout, stderr } = await on.run(args);
  return stdout + stderr;
}

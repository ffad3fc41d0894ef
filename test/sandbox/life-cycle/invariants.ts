// What must hold after every command, whatever it was: worked out from the interface and the field notes, not from the code.
// Each check lists what is wrong; one expectation for all, because ten thousand sequences have millions of checks.
import { validateExchangeOrder } from '../../../src/contract/exchange-rules/order.ts';
import { validateRma } from '../../../src/contract/validate-rma.ts';
import { ASSUMPTIONS } from '../../../src/sandbox/life-cycle/assumptions.ts';
import { returnableLines } from '../../../src/sandbox/life-cycle/create-return.ts';
import { decide, nextSteps } from '../../../src/sandbox/life-cycle/decide.ts';
import type { Book, Command, Decision, Rma } from '../../../src/sandbox/life-cycle/types.ts';
import type { World } from './world.ts';

/** Each check adds what it finds wrong. */
export type Wrong = string[];

const IDS = new Set<string>(ASSUMPTIONS.map(({ id }) => id));
const isClosed = ({ status }: Rma) => status === 'REFUNDED' || status === 'CANCELED';

/** Acts, and checks everything that can be checked of one command. */
export function actChecked(world: World, command: Command, wrong: Wrong): Decision {
  const before = world.book;
  const circumstances = world.circumstances();
  const text = JSON.stringify(before);
  const sent = world.messages.length;
  const asked = world.exchangeOrders.length;
  const decision = world.act(command);
  if (JSON.stringify(before) !== text) wrong.push('the book was changed');
  if (JSON.stringify(decide(before, command, circumstances)) !== JSON.stringify(decision))
    wrong.push('another decision the second time');
  const ids = decision.refused ? decision.refused.assumed : decision.log.flatMap(({ assumed }) => assumed);
  wrong.push(...ids.filter((id) => !IDS.has(id)).map((id) => `no assumption ${id}`));
  if (decision.refused) {
    const { code, message } = decision.refused;
    if (!/^[a-z]+\.[a-z_]+$/.test(code) || !/^[A-Z\d].*\.$/.test(message)) wrong.push(`${code}: ${message}`);
    return decision;
  }
  for (const message of world.messages.slice(sent))
    for (const { severity, code } of validateRma(message)) if (severity !== 'note') wrong.push(code);
  for (const message of world.exchangeOrders.slice(asked))
    wrong.push(...validateExchangeOrder(message).map(({ code, path }) => `${code} ${path}`));
  checkRmas(before, world.book, decision, wrong);
  checkUnits(world.book, wrong);
  return decision;
}

type Done = Exclude<Decision, { refused: object }>;

/** A closed RMA stays as it is, every change is told, and REFUNDED means settled. */
function checkRmas(before: Book, after: Book, { effects }: Done, wrong: Wrong): void {
  const names = new Set(after.rmas.map(({ identifier }) => identifier));
  if (names.size < after.rmas.length) wrong.push('two RMAs have one identifier');
  for (const rma of after.rmas) {
    const { identifier, status, units } = rma;
    const was = before.rmas.find((one) => one.identifier === identifier);
    const told = effects.flatMap((effect) =>
      effect.kind === 'message' && effect.rma.identifier === identifier ? [effect.rma] : [],
    );
    if (was && isClosed(was) && (rma !== was || told.length > 0)) wrong.push(`${identifier} was closed`);
    const isTold = !was || was.status !== status || shown(was) !== shown(rma);
    if (isTold && told.at(-1) !== rma) wrong.push(`a change of ${identifier} is not told`);
    const isSettled = units.every(({ settled }) => settled);
    if (status !== 'CANCELED' && (status === 'REFUNDED') !== isSettled)
      wrong.push(`${identifier} is ${status}, settled: ${isSettled}`);
    if (was && was.units.length !== units.length) wrong.push(`${identifier} has other units`);
  }
}

/** What the message shows of the units. */
const shown = ({ units }: Rma): string =>
  JSON.stringify(units.map(({ settled, refund, nth, ...rest }) => rest));

/** No unit that did not ship, none twice, and what is settled has its refund or its exchange order. */
function checkUnits({ order, rmas }: Book, wrong: Wrong): void {
  const isWhole = order.refunds.some(({ refund_line_items }) => refund_line_items.length === 0);
  for (const line of order.items) {
    const units = rmas.flatMap((rma) =>
      rma.status === 'CANCELED' ? [] : rma.units.filter((unit) => unit.line === line.identifier),
    );
    if (units.length > line.quantity_shipped) wrong.push(`more of ${line.identifier} than shipped`);
    if (new Set(units.map(({ nth }) => nth)).size < units.length) wrong.push('a share is used twice');
    const refunded = order.refunds
      .flatMap(({ refund_line_items }) => refund_line_items)
      .filter(({ order_item_identifier }) => order_item_identifier === line.identifier)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const byRefund = units.filter(({ refundType, settled }) => refundType === 'REFUND' && settled);
    if (!isWhole && byRefund.length > refunded) wrong.push(`${line.identifier} settled without a refund`);
  }
  for (const { identifier, exchangeOrder, units } of rmas)
    if (exchangeOrder === null && units.some(({ refundType, settled }) => refundType !== 'REFUND' && settled))
      wrong.push(`${identifier} is settled by an exchange order that was never placed`);
}

const STEPS: readonly Command[] = [
  ...(['label', 'accept', 'not-dropped-off', 'scan', 'deliver', 'return', 'lose'] as const).map(
    (step) => ({ kind: 'carrier', rma: '', step }) as const,
  ),
  ...(['receive', 'not-received', 'close'] as const).map(
    (step) => ({ kind: 'warehouse', rma: '', step }) as const,
  ),
  { kind: 'cancel', rma: '' },
];

/** What nextSteps lists is possible, and nothing else is. */
export function checkNextSteps(world: World, wrong: Wrong): void {
  for (const rma of world.book.rmas) {
    const next = nextSteps(rma, world.assume).join();
    const possible = STEPS.filter((step) => {
      const command = { ...step, rma: rma.identifier } as Command;
      return !decide(world.book, command, world.circumstances()).refused;
    }).map((step) => ('step' in step ? `${step.kind} ${step.step}` : step.kind));
    if (next !== possible.join()) wrong.push(`next: ${next}; possible: ${possible.join()}`);
  }
}

/** What can be returned can be returned, and one unit more cannot. */
export function checkEligibility(world: World, wrong: Wrong): void {
  for (const { line, returnable, reason } of returnableLines(world.book, world.circumstances())) {
    const isRefused = (units: number) =>
      decide(
        world.book,
        {
          ...{ kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null },
          lines: [{ line: line.identifier, units, reason: 'r', settle: 'refund' }],
        },
        world.circumstances(),
      ).refused !== undefined;
    if (returnable > 0 && isRefused(returnable)) wrong.push(`${line.identifier} cannot be returned`);
    if (!isRefused(returnable + 1)) wrong.push(`too much of ${line.identifier} can be returned`);
    if ((reason === null) !== (returnable === line.shipped)) wrong.push(`${line.identifier}: reason`);
  }
}

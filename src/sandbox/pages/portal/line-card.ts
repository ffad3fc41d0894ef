// One line of the order: how many units come back, why, and what the shopper would like instead.
import { button, h, setChildren } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { select } from '../../../page/parts.ts';
import type { ReturnableLine, VariantsDocument } from '../types.ts';
import { choiceCards } from './choice-cards.ts';
import type { LineChoice, Settle } from './draft.ts';
import { itemView } from './step-parts.ts';
import { variantPicker } from './variant-picker.ts';
import { REASONS, whyNot } from './words.ts';

export interface LineActs {
  /** @returns the choice after the change; undefined when no unit is left */
  change(change: Partial<LineChoice>): LineChoice | undefined;
  variants(): Promise<VariantsDocument>;
}

export function lineCard(
  line: ReturnableLine,
  currency: string,
  first: LineChoice | undefined,
  acts: LineActs,
) {
  let choice = first;
  const id = `line-${line.line.replace(/[^\w-]/g, '_')}`;
  const reason = reasonSelect(id, choice?.reason ?? '');
  const rest = h('div.stack.wish');
  const options = h('div.stack.line-options', reason.element, rest);
  const picker = variantPicker(line, currency, id, {
    load: acts.variants,
    choose: (variant) => change({ variant }),
  });
  const units = unitsControl(line, choice?.units ?? 0, (next) => {
    change({ units: next });
    picker.setUnits(next);
    draw();
  });
  const change = (part: Partial<LineChoice>) => {
    choice = acts.change(part);
  };
  const draw = () => {
    options.hidden = choice === undefined;
    if (!choice) return;
    const offered = REASONS.find(({ text }) => text === choice!.reason)?.offersExchange ?? false;
    const canExchange = offered && line.variant_identifier !== '';
    if (!canExchange && choice.settle === 'exchange') change({ settle: 'refund', variant: null });
    const cards = choiceCards<Settle>(
      `${id}-settle`,
      'What would you like instead?',
      [
        { value: 'refund', name: 'Refund', text: 'To how you paid' },
        ...(canExchange
          ? [{ value: 'exchange' as const, name: 'Exchange', text: 'Another size or colour' }]
          : []),
        { value: 'gift_card', name: 'Gift card', text: 'To spend with us' },
      ],
      choice.settle,
      (settle) => {
        change({ settle, variant: settle === 'exchange' ? (choice?.variant ?? null) : null });
        showPicker();
      },
    );
    setChildren(rest, choice.reason !== '' && cards, picker.element);
    showPicker();
  };
  const showPicker = () =>
    picker.show(choice?.settle === 'exchange' && choice.reason !== '', choice?.variant);
  reason.select.addEventListener('change', () => {
    change({ reason: reason.select.value });
    draw();
  });
  picker.setUnits(choice?.units ?? 0);
  draw();
  const element = h('li.card.line', [
    h('div.line-head', [
      itemView(line.title, line.title, [
        h('p.hint', `${line.sku} · ${moneyText(line.unit_price_amount_cents, currency)}`),
        line.reason && h('p.why', whyNot(line)),
      ]),
      units,
    ]),
    options,
  ]);
  return { element, focus: () => (choice?.reason === '' ? reason.select : element).focus() };
}

function reasonSelect(id: string, value: string) {
  const reason = select({ id: `${id}-reason`, name: 'reason' }, [
    ['', 'Choose a reason'],
    ...REASONS.map(({ text }) => [text, text] as const),
  ]);
  reason.value = value;
  const element = h('div.field', h('label', { for: reason.id }, 'Why does it come back?'), reason);
  return { select: reason, element };
}

function unitsControl(line: ReturnableLine, first: number, change: (units: number) => void): HTMLElement {
  let units = first;
  const shown = h('output', { 'aria-live': 'polite', 'aria-label': 'Units to return' });
  const to = (next: number) => {
    units = Math.min(line.returnable, Math.max(0, next));
    change(units);
    draw();
  };
  const less = button('−', () => to(units - 1), { class: 'round', 'aria-label': `One ${line.title} less` });
  const more = button('+', () => to(units + 1), { class: 'round', 'aria-label': `Return one ${line.title}` });
  const draw = () => {
    // A button that has the focus must not vanish from under it: disabled ones stay where they are.
    less.setAttribute('aria-disabled', String(units === 0));
    more.setAttribute('aria-disabled', String(units === line.returnable));
    setChildren(shown, `${units} of ${line.returnable}`);
  };
  draw();
  return h('div.flow.units', { role: 'group', 'aria-label': `Units of ${line.title}` }, less, shown, more);
}

// One line of the order: how many units come back, why, and what the shopper would like instead.
import { button, h } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import { select } from '../../../page/parts.ts';
import type { ReturnableLine } from '../types.ts';
import { type LineChoice, type Settle, withLine } from './draft.ts';
import { choiceCards, itemView } from './parts.ts';
import type { Shop } from './shop.ts';
import { moreText, REASONS } from './words.ts';

export const idOf = (line: string): string => `line-${line.replace(/[^\w-]/g, '_')}`;

export function lineCard(shop: Shop, line: ReturnableLine): HTMLElement {
  const choice = shop.draft.lines[line.line];
  const change = (part: Partial<LineChoice>) => shop.change(withLine(shop.draft, line.line, part));
  return h('li.sheet.stack.line', [
    h('div.item', [
      itemView(line.title, [
        h('p.hint', `${line.sku} · ${moneyText(line.unit_price_amount_cents, shop.order.currency)}`),
        line.reason && h('p.why', line.reason.message),
      ]),
      unitsControl(line, choice?.units ?? 0, (units) => change({ units })),
    ]),
    choice && optionsOf(shop, line, choice, change),
  ]);
}

function optionsOf(
  shop: Shop,
  line: ReturnableLine,
  choice: LineChoice,
  change: (part: Partial<LineChoice>) => void,
): HTMLElement {
  const { reason, settle } = choice;
  const id = idOf(line.line);
  const reasons = select(
    {
      ...{ id: `${id}-reason`, name: 'reason' },
      on: { change: () => change({ reason: reasons.value }) },
    },
    [['', 'Choose a reason'], ...REASONS.map((text) => [text, text] as const)],
  );
  reasons.value = reason;
  const exchange = { value: 'exchange', name: 'Exchange', text: 'Another size or colour' } as const;
  return h('div.stack.line-options', [
    h('div.field', h('label', { for: reasons.id }, 'Why does it come back?'), reasons),
    reason !== '' &&
      h('div.stack.wish', [
        choiceCards<Settle>(
          [
            { value: 'refund', name: 'Refund', text: 'To how you paid' },
            ...(line.variant_identifier !== '' ? [exchange] : []),
            { value: 'gift_card', name: 'Gift card', text: 'To spend with us' },
          ],
          {
            ...{ name: `${id}-settle`, legend: 'What would you like instead?', chosen: settle },
            choose(next) {
              if (next === 'exchange' && shop.offerOf(line.line) === undefined) shop.ask(line.line);
              change({ settle: next, variant: null });
            },
          },
        ),
        settle === 'exchange' &&
          h('div.stack.variants', { 'aria-live': 'polite' }, [
            offerView(shop, line, choice, (variant) => change({ variant })),
          ]),
      ]),
  ]);
}

/** The retailer's variants, asked for when they are needed. */
function offerView(
  shop: Shop,
  line: ReturnableLine,
  { units, variant: chosen }: LineChoice,
  choose: (variant: LineChoice['variant']) => void,
) {
  const offer = shop.offerOf(line.line) ?? 'asked';
  if (offer === 'asked') return h('p.hint', 'Looking what is in stock …');
  if ('complaint' in offer)
    return [
      h('p.problem', 'We cannot show exchanges right now.'),
      h('p.sandbox', `Sandbox: ${offer.complaint}`),
      button('Try again', () => shop.ask(line.line)),
    ];
  if (offer.length === 0)
    return h('p.sheet.stack.hint', 'Nothing to swap it for right now. Choose a refund or a gift card.');
  const choices = offer.map((variant) => {
    const isOff = variant.quantity_in_stock < units;
    const more = variant.unit_price_amount_cents - line.unit_price_amount_cents;
    const attributes = variant.attributes.map(({ name, value }) => `${name}: ${value}`);
    const text = [...attributes, isOff ? 'Out of stock' : moreText(more, shop.order.currency)].join(' · ');
    return { value: variant.sku, name: variant.title, text, isOff };
  });
  return choiceCards(choices, {
    ...{ name: `${idOf(line.line)}-variant`, legend: 'Choose your new item', chosen: chosen?.sku },
    choose: (sku) => choose(offer.find((variant) => variant.sku === sku) ?? null),
    isWide: true,
  });
}

function unitsControl(line: ReturnableLine, units: number, change: (units: number) => void): HTMLElement {
  // A button that has the focus must not vanish from under it: disabled ones stay where they are.
  const turn = (label: string, name: string, next: number, id: string) => {
    const isOff = next < 0 || next > line.returnable;
    const attributes = { 'aria-label': name, 'aria-disabled': String(isOff), id: `${idOf(line.line)}-${id}` };
    return button(label, () => !isOff && change(next), { class: 'round', ...attributes });
  };
  return h('div.flow.units', { role: 'group', 'aria-label': `Units of ${line.title}` }, [
    turn('−', `One ${line.title} less`, units - 1, 'less'),
    h('output', { 'aria-label': 'Units to return' }, `${units} of ${line.returnable}`),
    turn('+', `Return one ${line.title}`, units + 1, 'more'),
  ]);
}

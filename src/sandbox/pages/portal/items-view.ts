// The second step: the lines of the order, what of them comes back and why, what the shopper would like instead, how
// it is sent, and whether it was a gift; then confirm.
import { button, type Child, h } from '../../../page/dom.ts';
import { whileBusy } from '../../../page/feedback.ts';
import { field, select } from '../../../page/parts.ts';
import { count, moneyText } from '../../../page/words.ts';
import type { ReturnableLine } from '../types.ts';
import { type Draft, type LineChoice, missingIn, priceOf, type Settle, unitsIn, withLine } from './draft.ts';
import { complaintText, type Order, type Shop } from './shop.ts';
import { dayText, METHODS, moreText, progressOf, REASONS } from './words.ts';

export function itemsView(shop: Shop, confirm: () => Promise<void>): HTMLElement {
  const { order, draft } = shop;
  const open = order.lines.filter(({ returnable }) => returnable > 0);
  const closed = order.lines.filter(({ returnable }) => returnable === 0);
  const send = () => {
    const missing = missingIn(shop.draft);
    if (!missing)
      return void whileBusy(submit, 'One moment …', confirm, (error) => shop.complain(complaintText(error)));
    shop.complain(missing.text);
    document.getElementById(missing.line === null ? 'giftee' : `${idOf(missing.line)}-reason`)?.focus();
  };
  const submit: HTMLButtonElement = button('Confirm return', send, { class: 'primary', id: 'next' });
  return stepView(
    ['Another order', () => shop.go({})],
    'What would you like to return?',
    h('p.hint.lead', `Order ${order.id}, placed ${dayText(order.createdAt)}.`),
    order.returns.length > 0 && earlier(shop),
    open.length > 0
      ? h('ul.stack', { 'aria-label': 'Items that can be returned' }, [
          open.map((line) => lineCard(shop, line)),
        ])
      : h('p.sheet.stack.hint', 'Nothing of this order can be returned now.'),
    closed.length > 0 &&
      h('section.stack.closed', h('h2', 'Cannot be returned'), h('ul.stack', closed.map(closedCard))),
    open.length > 0 && [way(shop), bottom(shop.problem, h('p.sum', sumText(draft, order)), submit)],
  );
}

/** How the items come back, and whether they were a gift. */
function way({ draft, change }: Shop): HTMLElement[] {
  const email = field('giftee', 'E-mail for the gift card', {
    ...{ type: 'email', autocomplete: 'email', value: draft.giftee ?? '' },
    on: { input: () => change({ giftee: email.input.value.trim() }, true) },
  });
  const gift = h('input', {
    ...{ id: 'gift', type: 'checkbox', checked: draft.giftee !== null },
    on: { change: () => change({ giftee: gift.checked ? '' : null }) },
  });
  return [
    h('div.sheet.stack', [
      choiceCards(METHODS, {
        ...{ name: 'method', legend: 'How do you send it back?', chosen: draft.method },
        choose: (method) => change({ method }),
        isWide: true,
      }),
    ]),
    h('div.sheet.stack', [
      choiceLabel(gift, 'It was a gift to me', 'The refund goes to you as a gift card, not to who paid.'),
      draft.giftee !== null && email.element,
    ]),
  ];
}

/** `2 items · $50.00` */
export function sumText(draft: Draft, { lines, currency }: Order): string {
  const units = unitsIn(draft);
  return units === 0
    ? 'Nothing chosen yet'
    : `${count(units, 'item')} · ${moneyText(priceOf(draft, lines), currency)}`;
}

const earlier = ({ order, go }: Shop): HTMLElement =>
  h('section.sheet.stack', [
    h('h2', count(order.returns.length, 'return')),
    h('ul.stack.tight', [
      order.returns.map((rma) =>
        h('li.flow.spread', [
          h('span', h('strong', rma.rma_identifier), ` · ${progressOf(rma).title}`),
          button('Follow', () => go({ order: order.id, rma: rma.rma_identifier }), {
            'aria-label': `Follow return ${rma.rma_identifier}`,
          }),
        ]),
      ),
    ]),
  ]);

/** What cannot be returned says why. */
const closedCard = (line: ReturnableLine): HTMLElement =>
  h('li.sheet.stack.line.off', [
    itemView(line.title, h('p.hint', line.sku), h('p.why', line.reason?.message)),
  ]);

const idOf = (line: string): string => `line-${line.replace(/[^\w-]/g, '_')}`;

function lineCard(shop: Shop, line: ReturnableLine): HTMLElement {
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

// What the steps of the portal are made of: the frame of a step, an item, a choice of one among a few.

/** The title gets the focus when the step begins, so that it is read aloud. */
export const stepView = (
  back: readonly [label: string, act: () => void] | null,
  title: string,
  ...children: readonly Child[]
): HTMLElement =>
  h('div.stack.step', [
    back && button(`← ${back[0]}`, back[1], { class: 'link' }),
    h('h1', { tabindex: -1 }, title),
    children,
  ]);

/** The bar at the end of a step, with what is missing, if anything. */
export const bottom = (problem: string, ...children: readonly Child[]): HTMLElement =>
  h('div.flow.bottom', h('p.problem', { role: 'alert' }, problem), children);

export const itemView = (title: string, ...texts: readonly Child[]): HTMLElement =>
  h('div.line-title', h('h3', title), texts);

export interface Choice<T extends string> {
  readonly value: T;
  readonly name: string;
  readonly text: string;
  readonly isOff?: boolean;
}

/** A box or button to tick, with what it means beside it. */
const choiceLabel = (input: HTMLInputElement, title: string, text: string, isOff = false) =>
  h('label.choice', { class: isOff ? 'off' : undefined }, [
    input,
    h('span', h('strong', title), text !== '' && h('span.hint', text)),
  ]);

interface Choosing<T> {
  readonly name: string;
  readonly legend: string;
  readonly chosen: T | undefined;
  readonly choose: (value: T) => void;
  readonly isWide?: boolean;
}

/** Cards with a radio button each. */
function choiceCards<T extends string>(
  choices: readonly Choice<T>[],
  { name, legend, chosen, choose, isWide = false }: Choosing<T>,
): HTMLFieldSetElement {
  const cards = choices.map(({ value, name: title, text, isOff = false }, i) => {
    const input = h('input', {
      ...{ type: 'radio', id: `${name}-${i}`, name, value, disabled: isOff, checked: value === chosen },
      on: { change: () => choose(value) },
    });
    return choiceLabel(input, title, text, isOff);
  });
  return h('fieldset.choices', { class: isWide ? 'wide' : undefined }, h('legend', legend), cards);
}

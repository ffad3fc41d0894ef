// What the shopper takes instead: the retailer's variants, asked for when they are needed.
import { button, h, setChildren } from '../../../page/dom.ts';
import { moneyText } from '../../../page/money.ts';
import type { ReturnableLine, VariantsDocument } from '../types.ts';
import { choiceCards } from './choice-cards.ts';
import type { Variant } from './draft.ts';
import { complaintText } from './portal-api.ts';

export interface PickerActs {
  load(): Promise<VariantsDocument>;
  choose(variant: Variant): void;
}

export function variantPicker(line: ReturnableLine, currency: string, id: string, acts: PickerActs) {
  const element = h('div.stack.variants', { 'aria-live': 'polite', hidden: true });
  let variants: readonly Variant[] | undefined;
  let isLoading = false;
  let units = 1;
  let chosen: Variant | undefined;

  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    setChildren(element, [
      h('p.hint.flow', h('span.spinner', { 'aria-hidden': 'true' }), 'Looking what is in stock …'),
    ]);
    try {
      ({ variants } = await acts.load());
      draw();
    } catch (error) {
      setChildren(element, [
        h('p.problem', 'We cannot show exchanges right now.'),
        h('p.sandbox', `Sandbox: ${complaintText(error)}`),
        button('Try again', () => void load()),
      ]);
    } finally {
      isLoading = false;
    }
  };
  const draw = () => {
    if (!variants) return;
    if (variants.length === 0) {
      setChildren(element, [
        h('p.card.hint', 'Nothing to swap it for right now. Choose a refund or a gift card.'),
      ]);
      return;
    }
    const choices = variants.map((variant) => {
      const isOff = variant.quantity_in_stock < units;
      const text = variantText(variant, line, currency, isOff);
      return { value: variant.sku, name: variant.title, text, isOff };
    });
    const choose = (sku: string) => {
      chosen = variants?.find((variant) => variant.sku === sku);
      if (chosen) acts.choose(chosen);
    };
    const sku = chosen?.sku ?? null;
    setChildren(element, choiceCards(`${id}-variant`, 'Choose your new item', choices, sku, choose, 'wide'));
  };
  return {
    element,
    setUnits(next: number) {
      units = next;
      draw();
    },
    show(isShown: boolean, variant: Variant | null | undefined) {
      chosen = variant ?? undefined;
      element.hidden = !isShown;
      if (!isShown) return;
      if (variants) draw();
      else void load();
    },
  };
}

function variantText(variant: Variant, line: ReturnableLine, currency: string, isOff: boolean): string {
  const attributes = variant.attributes.map(({ name, value }) => `${name}: ${value}`);
  const more = variant.unit_price_amount_cents - line.unit_price_amount_cents;
  const price =
    more === 0 ? 'Same price' : `${moneyText(Math.abs(more), currency)} ${more > 0 ? 'more' : 'less'}`;
  return [...attributes, isOff ? 'Out of stock' : price].join(' · ');
}

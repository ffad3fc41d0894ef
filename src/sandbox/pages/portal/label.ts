// The shipping label of a return, drawn and printable, plainly marked as one of a sandbox.
import { h } from '../../../page/dom.ts';
import { barsOf } from './code39.ts';

/** Where the sandbox's parcels go: nobody lives there. */
const RETURN_CENTRE = ['Returns sandbox', '1 Nowhere Street', 'Testville'];

export function labelView(tracking: string, sender: readonly string[], rma: string): HTMLElement {
  return h('section.label', { 'aria-label': 'Shipping label' }, [
    h('p.label-mark', 'SANDBOX · NOT VALID FOR POSTAGE'),
    h('div.label-ways', address('From', sender), address('To', RETURN_CENTRE)),
    barcode(tracking),
    h('p.label-number', tracking),
    h('p.label-foot', `Return ${rma}`),
  ]);
}

const address = (name: string, lines: readonly string[]): HTMLElement =>
  h('div', [h('h3', name), lines.map((line) => h('p', line))]);

function barcode(tracking: string): HTMLElement | null {
  const bars = barsOf(tracking);
  if (!bars) return null;
  return h('div.bars', { 'aria-hidden': 'true' }, [
    bars.map(({ isWide, isWideAfter }) =>
      h('span', { class: `${isWide ? 'wide' : ''} ${isWideAfter ? 'gap-wide' : ''}` }),
    ),
  ]);
}

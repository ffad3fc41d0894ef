// The shipping label of a return, drawn and printable, plainly marked as one of a sandbox.
import { h } from '../../../page/dom.ts';
import { barsOf } from './code39.ts';

/** Where the sandbox's parcels go: nobody lives there. */
const RETURN_CENTRE = ['Returns sandbox', '1 Nowhere Street', 'Testville'];

export function labelView(tracking: string, sender: readonly string[], rma: string): HTMLElement {
  return h(
    'section',
    { class: 'label', 'aria-label': 'Shipping label' },
    h('p', { class: 'label-mark' }, 'SANDBOX · NOT VALID FOR POSTAGE'),
    h('div', { class: 'label-ways' }, address('From', sender), address('To', RETURN_CENTRE)),
    barcode(tracking),
    h('p', { class: 'label-number' }, tracking),
    h('p', { class: 'label-foot' }, `Return ${rma}`),
  );
}

const address = (name: string, lines: readonly string[]): HTMLElement =>
  h('div', {}, h('h3', {}, name), ...lines.map((line) => h('p', {}, line)));

function barcode(tracking: string): HTMLElement | null {
  const bars = barsOf(tracking);
  if (!bars) return null;
  return h(
    'div',
    { class: 'bars', 'aria-hidden': 'true' },
    ...bars.map(({ isWide, isWideAfter }) =>
      h('span', { class: `${isWide ? 'wide' : 'thin'} ${isWideAfter ? 'gap-wide' : 'gap'}` }),
    ),
  );
}

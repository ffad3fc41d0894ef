// The buttons of what can happen next to an RMA; some units only, when the operator says so.
import { button, h } from '../../../page/dom.ts';
import type { RmaDocument } from '../types.ts';
import type { Acts } from './place.ts';
import { type Step, stepOf } from './steps.ts';

const WHO = { carrier: 'Carrier', warehouse: 'Warehouse', shopper: 'Shopper' } as const;

export function stepButtons(rma: RmaDocument, acts: Acts): HTMLElement {
  const steps = rma.next.map((words) => stepOf(rma.rma_identifier, words));
  if (steps.length === 0)
    return h('p.next.hint', 'Nothing more can be done here: the rest is up to the retailer, or it is over.');
  const only = unitInputs(rma);
  const run = ({ hasUnits, path, body, who, label }: Step) => {
    const lines = hasUnits ? only.read() : undefined;
    return acts.post(path, { ...body, ...(lines && { lines }) }, `${WHO[who]}: ${label}`);
  };
  const stepButton = (step: Step) => {
    const act = () => {
      if (step.who === 'shopper') acts.confirm(`Cancel ${rma.rma_identifier}?`, step.label, () => run(step));
      else void run(step);
    };
    return button(step.label, act, { id: `step-${step.words.replaceAll(' ', '-')}` });
  };
  const groups = (['carrier', 'warehouse', 'shopper'] as const).map((who) => {
    const own = steps.filter((step) => step.who === who);
    const group = { role: 'group', 'aria-label': WHO[who] };
    return own.length > 0 && h('div.flow.tight', group, h('span.hint.small', WHO[who]), own.map(stepButton));
  });
  return h('div.flow.next', groups, steps.some(({ hasUnits }) => hasUnits) && only.element);
}

/** How many units of each line the next step is about; nothing entered: all. */
function unitInputs({ items }: RmaDocument) {
  const units = new Map<string, number>();
  for (const { order_line_item_identifier: line } of items) units.set(line, (units.get(line) ?? 0) + 1);
  const inputs = [...units].map(([line, most]) => {
    const input = h('input', {
      ...{ id: `units-of-${line.replace(/[^\w-]/g, '_')}`, type: 'number', min: 0, max: most },
      ...{ inputmode: 'numeric', placeholder: 'all' },
      'aria-label': `Units of line ${line}, at most ${most}`,
    });
    return { line, input, element: h('label', `${line} `, input, h('span.hint', ` of ${most}`)) };
  });
  const element = h('details.some', [
    h('summary.hint', 'Some units only'),
    h('div.flow', [inputs.map((one) => one.element)]),
  ]);
  return {
    element: items.length > 1 ? element : null,
    read() {
      const filled = inputs.filter(({ input }) => input.value !== '' && Number(input.value) > 0);
      return filled.length === 0
        ? undefined
        : Object.fromEntries(filled.map(({ line, input }) => [line, Number(input.value)]));
    },
  };
}

// What the sandbox assumes where the interface says nothing, each with its switch.
import { button, h } from '../../../page/dom.ts';
import { AS_TYPED, emptyView, select } from '../../../page/parts.ts';
import type { AssumptionsDocument } from '../types.ts';
import { type Acts, isFound } from './place.ts';

type Assumption = AssumptionsDocument['assumptions'][number];

export function assumptionsView(assumptions: readonly Assumption[], search: string, acts: Acts): HTMLElement {
  const shown = assumptions.filter(({ id, text, source }) => isFound(search, `${id} ${text} ${source}`));
  const changed = assumptions.filter(({ value, initial }) => value !== initial).length;
  return h('section.assumptions', { 'aria-label': 'Assumptions' }, [
    h('h3', 'Assumptions'),
    h('p.hint', [
      `Where the interface says nothing, the sandbox had to decide. ${assumptions.length} decisions, ${changed} changed.`,
    ]),
    shown.length === 0 && emptyView('No assumption matches the search'),
    h('ul', [shown.map((one) => assumptionRow(one, acts))]),
  ]);
}

function assumptionRow({ id, text, value, initial, choices, source }: Assumption, acts: Acts): HTMLElement {
  const set = (next: string) =>
    void acts.post('/_sandbox/assumptions', { [id]: next }, `${id} is ${next} from now on`);
  // A choice with a space describes a form: `a duration such as 30d`.
  const isFree = choices.some((choice) => choice.includes(' '));
  const at = `assume-${id.replace(/[^\w-]/g, '_')}`;
  const control = isFree
    ? h('input', {
        id: at,
        type: 'text',
        ...AS_TYPED,
        title: choices.join(', '),
      })
    : select(
        { id: at },
        choices.map((choice) => [choice, choice]),
      );
  control.value = value;
  let asked = value;
  const ask = () => {
    if (control.value.trim() === asked) return;
    asked = control.value.trim();
    set(asked);
  };
  control.addEventListener('change', ask);
  // After a redraw of the page a browser takes what was written before as unchanged: then no change event comes.
  control.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Enter') ask();
  });
  return h(value === initial ? 'li' : 'li.changed', [
    h('div', [
      h('label', { for: at }, h('code', id)),
      h('p', text),
      h('p.hint.small', isFree ? `${source} · ${choices.join(' or ')}` : source),
    ]),
    h('div.field', [
      control,
      value !== initial && button(`Back to ${initial}`, () => set(initial), { class: 'link plain' }),
    ]),
  ]);
}

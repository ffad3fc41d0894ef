// The settings of the sandbox: the retailer's address, how deliveries and requests go wrong, what is assumed, what it holds.
import { button, type Child, h } from '../../../page/dom.ts';
import { AS_TYPED, emptyView, field, form, select } from '../../../page/parts.ts';
import type { AssumptionsDocument, CustomerDocument, FaultsDocument } from '../types.ts';
import { type Acts, isFound, place } from './place.ts';

export const SETTINGS = place({
  name: 'Settings',
  async load(asking) {
    const customer = await asking.get<CustomerDocument>('/_sandbox/customer');
    const faults = await asking.get<FaultsDocument>('/_sandbox/faults');
    const { assumptions } = await asking.get<AssumptionsDocument>('/_sandbox/assumptions');
    return { customer, faults, assumptions };
  },
  detail: ({ customer, faults, assumptions }, { q }, acts) =>
    h('div.settings', [h('div.stack', forms(customer, faults, acts)), assumptionsView(assumptions, q, acts)]),
});

/** What a form looks like, where it posts to, and what is said then. */
interface Box {
  readonly title: string;
  readonly hint: string;
  readonly path: string;
  readonly said: string;
  readonly submit: string;
  /** Beside the button that sends it. */
  readonly more?: Child;
}

type Field = Pick<ReturnType<typeof field>, 'element'> & {
  readonly input: HTMLInputElement | HTMLTextAreaElement;
};

/** A form whose fields are the keys of what is posted; empty ones are left out. Enter sends it, too. */
function box(acts: Acts, { title, hint, path, said, submit, more }: Box, ...fields: readonly Field[]) {
  const send = () => {
    const written = fields.map(({ input }) => [input.id, input.value.trim()] as const);
    const given = written.filter(([, text]) => text !== '').map(([key, text]) => [key, jsonOf(text)]);
    void acts.post(`/_sandbox/${path}`, Object.fromEntries(given), said);
  };
  const buttons = h('div.flow', h('button', { type: 'submit' }, submit), more);
  const elements = fields.map(({ element }) => element);
  return form('sheet stack', send, h('h3', title), h('p.hint', hint), elements, buttons);
}

/** A number, `true`, `null` or rules are JSON; anything else is a text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function forms({ url, auth }: CustomerDocument, { rules, counts }: FaultsDocument, acts: Acts): Child {
  const endOutage = () => void acts.post('/_sandbox/deliveries/outage', { for: '0s' }, 'The outage is over');
  const askToEmpty = () =>
    acts.confirm('Remove all orders, returns and deliveries?', 'Remove', () =>
      acts.post('/_sandbox/reset', {}, 'The sandbox is empty'),
    );
  const input = h('textarea', { id: 'rules', rows: 5, spellcheck: 'false' });
  input.value = JSON.stringify(rules, null, 1);
  const fired = rules.map((rule, i) =>
    h('li', h('code', JSON.stringify(rule)), ` fired ${counts[i]?.fired} of ${counts[i]?.matched} times`),
  );
  return [
    box(
      acts,
      {
        title: "The retailer's endpoint",
        hint:
          url === null
            ? 'Without an address messages wait. `returns listen` gives one.'
            : `Messages go there; with null they wait. The sandbox signs in with: ${auth}.`,
        ...{ path: 'customer', said: 'Address changed', submit: 'Save' },
      },
      field('url', 'Address', { placeholder: 'http://127.0.0.1:4400', value: url ?? '' }),
    ),
    box(
      acts,
      {
        title: 'Delivery',
        hint: 'How messages go wrong on purpose. Empty fields stay as they are.',
        ...{ path: 'deliveries/options', said: 'Delivery options changed', submit: 'Apply' },
      },
      field('duplicates', 'Duplicates, share', { placeholder: '0.05' }),
      field('delay', 'Delay', { placeholder: '1s' }),
      field('timeout', 'Time-out', { placeholder: '10s' }),
      field('concurrency', 'At the same time', { placeholder: '64' }),
      field('reorder', 'May overtake', { placeholder: 'true or false' }),
    ),
    box(
      acts,
      {
        title: 'Outage',
        hint: 'Every attempt fails for so long, on the clock of the sandbox.',
        ...{ path: 'deliveries/outage', said: 'The retailer cannot be reached', submit: 'Begin' },
        more: button('End it', endOutage),
      },
      field('for', 'For', { value: '31h' }),
    ),
    box(
      acts,
      {
        title: 'Faults of the service',
        hint: 'Requests to the service fail, as in a file of --faults: [{"on": "orders", "do": {"status": 503}, "first": 2}]',
        ...{ path: 'faults', said: 'Fault rules changed', submit: 'Apply' },
      },
      { input, element: h('div.field', h('ul', fired), h('label', { for: 'rules' }, 'Rules'), input) },
    ),
    box(
      acts,
      {
        title: 'What it holds',
        hint: 'Orders that can be returned, invented by the sandbox.',
        ...{ path: 'seed', said: 'Orders added', submit: 'Add' },
        more: button('Empty the sandbox', askToEmpty, { class: 'danger' }),
      },
      field('orders', 'Orders', { placeholder: '100' }),
    ),
  ];
}

/** What the sandbox assumes where the interface says nothing, each with its switch. */
type Assumption = AssumptionsDocument['assumptions'][number];

function assumptionsView(assumptions: readonly Assumption[], search: string, acts: Acts): HTMLElement {
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
    ? h('input', { id: at, type: 'text', ...AS_TYPED, title: choices.join(', ') })
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

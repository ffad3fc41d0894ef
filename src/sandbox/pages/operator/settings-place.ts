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
    h('div.settings', [
      h('div.stack', [
        customerForm(customer, acts),
        deliveryForm(acts),
        outageForm(acts),
        faultsForm(faults, acts),
        stockForm(acts),
      ]),
      assumptionsView(assumptions, q, acts),
    ]),
});

/** A form with a heading; `send` runs on Enter, too. */
const box = (title: string, hint: string, send: () => void, ...children: readonly Child[]) =>
  form('sheet stack', send, h('h3', title), h('p.hint', hint), children);

/** What is written into the fields, by their ids; empty ones are left out. */
const written = (...fields: readonly ReturnType<typeof field>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.map(({ input }) => [input.id, input.value.trim()] as const).filter(([, text]) => text !== ''),
  );

const submit = (label: string): HTMLButtonElement => h('button', { type: 'submit' }, label);

function customerForm({ url, auth }: CustomerDocument, acts: Acts): HTMLElement {
  const address = field('customer', 'Address', { placeholder: 'http://127.0.0.1:4400', value: url ?? '' });
  const hint =
    url === null
      ? 'Without an address messages wait. `returns listen` gives one.'
      : `Messages go there. The sandbox signs in with: ${auth}.`;
  const send = () => {
    const next = address.input.value.trim();
    void acts.post('/_sandbox/customer', { url: next === '' ? null : next }, 'Address changed');
  };
  return box("The retailer's endpoint", hint, send, address.element, submit('Save'));
}

function deliveryForm(acts: Acts): HTMLElement {
  const share = field('duplicates', 'Duplicates, %', { inputmode: 'decimal', placeholder: '0 to 100' });
  const delay = field('delay', 'Delay', { placeholder: '1s' });
  const timeout = field('timeout', 'Time-out', { placeholder: '10s' });
  const atOnce = field('concurrency', 'At the same time', { inputmode: 'numeric', placeholder: '64' });
  const reorder = select({ id: 'reorder' }, [
    ['', 'as it is'],
    ['yes', 'yes'],
    ['no', 'no'],
  ]);
  const send = () => {
    const { duplicates, concurrency, ...times } = written(share, delay, timeout, atOnce);
    const options = {
      ...times,
      ...(duplicates !== undefined && { duplicates: Number(duplicates) / 100 }),
      ...(concurrency !== undefined && { concurrency: Number(concurrency) }),
      ...(reorder.value !== '' && { reorder: reorder.value === 'yes' }),
    };
    if (Object.keys(options).length === 0) return acts.say('Nothing to change: every field is empty.', true);
    void acts.post('/_sandbox/deliveries/options', options, 'Delivery options changed');
  };
  return box(
    'Delivery',
    'How messages go wrong on purpose. Empty fields stay as they are.',
    send,
    h('div.fields', [
      share.element,
      delay.element,
      timeout.element,
      atOnce.element,
      h('div.field', h('label', { for: 'reorder' }, 'May overtake'), reorder),
    ]),
    submit('Apply'),
  );
}

function outageForm(acts: Acts): HTMLElement {
  const time = field('outage', 'For', { placeholder: '31h' });
  const begin = (duration: string, said: string) =>
    void acts.post('/_sandbox/deliveries/outage', { for: duration }, said);
  const send = () => {
    const duration = time.input.value.trim() || '31h';
    begin(duration, `The retailer cannot be reached for ${duration}`);
  };
  return box(
    'Outage',
    'Every attempt fails for so long, on the clock of the sandbox.',
    send,
    time.element,
    h('div.flow', [submit('Begin'), button('End it', () => begin('0s', 'The outage is over'))]),
  );
}

function stockForm(acts: Acts): HTMLElement {
  const orders = field('seed', 'Orders', { inputmode: 'numeric', placeholder: '100' });
  const send = () => {
    const text = orders.input.value.trim();
    void acts.post('/_sandbox/seed', text === '' ? {} : { orders: Number(text) }, 'Orders added');
  };
  const askToEmpty = () =>
    acts.confirm('Remove all orders, returns and deliveries?', 'Remove', () =>
      acts.post('/_sandbox/reset', {}, 'The sandbox is empty'),
    );
  return box(
    'What it holds',
    'Orders that can be returned, invented by the sandbox.',
    send,
    orders.element,
    h('div.flow', [submit('Add'), button('Empty the sandbox', askToEmpty, { class: 'danger' })]),
  );
}

const EXAMPLE = '[{"on": "orders", "do": {"status": 503}, "first": 2}]';

function faultsForm({ rules, counts }: FaultsDocument, acts: Acts): HTMLElement {
  const text = h('textarea', { id: 'faults', rows: 5, spellcheck: 'false', placeholder: EXAMPLE });
  text.value =
    rules.length === 0 ? '' : `[\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]`;
  const send = () => {
    let wanted: unknown;
    try {
      wanted = text.value.trim() === '' ? [] : JSON.parse(text.value);
    } catch {
      acts.say('The rules are not JSON.', true);
      text.focus();
      return;
    }
    void acts.post('/_sandbox/faults', wanted, 'Fault rules changed');
  };
  return box(
    'Faults of the service',
    'Rules that make requests to the service fail, as in a file of --faults.',
    send,
    h('ul', [
      rules.map((rule, i) =>
        h('li', h('code', JSON.stringify(rule)), ` fired ${counts[i]?.fired} of ${counts[i]?.matched} times`),
      ),
    ]),
    h('div.field', h('label', { for: 'faults' }, 'Rules'), text),
    submit('Apply'),
  );
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

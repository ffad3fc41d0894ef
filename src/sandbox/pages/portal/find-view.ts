// The first step: find an order by its number and e-mail.
import { h, setChildren } from '../../../page/dom.ts';
import type { PortalPair } from '../types.ts';
import { complaintText } from './portal-api.ts';

/** `given`: the number of an order that is filled in. */
export function findView(find: (pair: PortalPair) => Promise<void>, given: string): HTMLElement {
  const order = field('order', 'Order number', 'text', 'off', 'For example SO-1001');
  const email = field('email', 'E-mail', 'email', 'email', 'The e-mail of the order');
  order.input.value = given;
  const problem = h('p.problem', { role: 'alert', id: 'find-problem' });
  const submit = h('button.primary', { type: 'submit' }, 'Find my order');
  const form = h('form.card.find', order.element, email.element, problem, submit);
  const complain = (text: string) => setChildren(problem, text);
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const pair = { order: order.input.value.trim(), email: email.input.value.trim() };
    const empty = pair.order === '' ? order : pair.email === '' ? email : undefined;
    if (empty) {
      complain(`Enter ${empty === order ? 'your order number' : 'your e-mail'}.`);
      empty.input.focus();
      return;
    }
    complain('');
    submit.disabled = true;
    setChildren(submit, 'Looking …');
    find(pair)
      .catch((error: unknown) => {
        complain(complaintText(error));
        order.input.focus();
      })
      .finally(() => {
        submit.disabled = false;
        setChildren(submit, 'Find my order');
      });
  });
  return h('div.step.narrow', [
    h('h1', { tabindex: -1 }, 'Start a return'),
    h('p.lead', [
      'Send something back, swap it, or follow a return. Your order number and e-mail are in your order confirmation.',
    ]),
    form,
  ]);
}

function field(id: string, label: string, type: string, autocomplete: string, placeholder: string) {
  const input = h('input', {
    ...{ id, type, autocomplete, placeholder },
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'find-problem',
  });
  return { input, element: h('div.field', h('label', { for: id }, label), input) };
}

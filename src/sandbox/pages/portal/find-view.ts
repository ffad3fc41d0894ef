// The first step: find an order by its number and e-mail.
import { h, setChildren } from '../../../page/dom.ts';
import { whileBusy } from '../../../page/feedback.ts';
import { field, form } from '../../../page/parts.ts';
import { stepView } from './parts.ts';
import { complaintText } from './shop.ts';

/** `given`: the number of an order that is filled in. */
export function findView(find: (order: string, email: string) => Promise<void>, given: string): HTMLElement {
  const needed = { required: true, 'aria-describedby': 'find-problem' };
  const order = field('order', 'Order number', {
    ...needed,
    placeholder: 'For example SO-1001',
    value: given,
  });
  const asEmail = { type: 'email', autocomplete: 'email', placeholder: 'The e-mail of the order' };
  const email = field('email', 'E-mail', { ...needed, ...asEmail });
  const problem = h('p.problem', { role: 'alert', id: 'find-problem' });
  const submit = h('button.primary', { type: 'submit' }, 'Find my order');
  const complain = (text: string, { input }: typeof order) => {
    setChildren(problem, text);
    input.focus();
  };
  const send = () => {
    const [number, address] = [order.input.value.trim(), email.input.value.trim()];
    if (number === '' || address === '')
      return complain('Enter your order number and e-mail.', number === '' ? order : email);
    setChildren(problem);
    void whileBusy(
      submit,
      'Looking …',
      () => find(number, address),
      (error) => complain(complaintText(error), order),
    );
  };
  const view = stepView(
    null,
    'Start a return',
    h('p.hint.lead', [
      'Send something back, swap it, or follow a return. Your order number and e-mail are in your order confirmation.',
    ]),
    form('sheet stack', send, order.element, email.element, problem, submit),
  );
  view.classList.add('narrow');
  return view;
}

// A question before what cannot be taken back.
import { button, h, setChildren } from '../../../page/dom.ts';

export function confirmDialog() {
  let act = () => {};
  const title = h('h2', { id: 'confirm-title' });
  const yes = button(
    '',
    () => {
      element.close();
      act();
    },
    { class: 'danger' },
  );
  const element = h('dialog', { 'aria-labelledby': 'confirm-title' });
  element.append(title, h('div.acts', [button('No', () => element.close()), yes]));
  return {
    element,
    ask(question: string, label: string, then: () => void) {
      act = then;
      setChildren(title, question);
      setChildren(yes, label);
      element.showModal();
    },
  };
}

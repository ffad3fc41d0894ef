// A question before what cannot be taken back. It stays open until the act is done, and says what went wrong.
import { whileBusy } from './busy.ts';
import { button, h, setChildren } from './dom.ts';

export interface Question {
  readonly title: string;
  readonly text?: string;
  readonly yes: string;
  readonly no?: string;
}

export function confirmDialog(complaintText: (error: unknown) => string) {
  let act = async () => {};
  const title = h('h2', { id: 'confirm-title' });
  const text = h('p');
  const problem = h('p.problem', { role: 'alert' });
  const no = button('', () => element.close());
  const complain = (error: unknown) => setChildren(problem, complaintText(error));
  const actAndClose = async () => {
    await act();
    element.close();
  };
  const agree = () => void whileBusy(yes, yes.textContent, actAndClose, complain);
  const yes = button('', agree, { class: 'danger' });
  const choices = h('div.flow', h('span.push'), no, yes);
  const element = h('dialog', { 'aria-labelledby': 'confirm-title' }, title, text, problem, choices);
  return {
    element,
    ask(question: Question, then: () => Promise<void>) {
      act = then;
      setChildren(title, question.title);
      setChildren(text, question.text);
      setChildren(no, question.no ?? 'No');
      setChildren(yes, question.yes);
      setChildren(problem);
      element.showModal();
    },
  };
}

// What a page says back: whether it is up to date, that an act runs, what came of it, and a question before what cannot be taken back.
import { button, h, setChildren } from './dom.ts';
import type { LiveState } from './session.ts';

const STATES: Readonly<Record<LiveState, readonly [tone: string, text: string]>> = {
  connecting: ['', 'Connecting'],
  live: ['ok', 'Live'],
  broken: ['error', 'Reconnecting'],
  unknown: ['error', 'Ended'],
};

/** The mark in the top of a page that says whether it is up to date. */
export function connectionMark() {
  const element = h('span.connection', { role: 'status' });
  return {
    element,
    show(connection: LiveState) {
      const [tone, text] = STATES[connection];
      element.className = `connection ${connection} ${tone}`;
      setChildren(element, text);
    },
  };
}

/** While the act runs, the button cannot be pressed again, and says `label`. `complain` gets why the act failed. */
export async function whileBusy(
  button: HTMLButtonElement,
  label: string,
  act: () => Promise<void>,
  complain: (error: unknown) => void,
): Promise<void> {
  const before = button.textContent;
  button.disabled = true;
  setChildren(button, label);
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    button.disabled = false;
    setChildren(button, before);
  }
}

const SHOWN_MS = 6_000;

/** The short message at the bottom of a page that says what came of an action. */
export function makeToast(page: Window) {
  const element = h('div.toast', { role: 'status', 'aria-live': 'polite' });
  const say = (text: string, isBad = false) => {
    const note = h(isBad ? 'p.bad' : 'p', text);
    element.replaceChildren(note);
    page.setTimeout(() => note.remove(), SHOWN_MS);
  };
  return {
    /** The live region. */
    element,
    say,
    /** Reports the failure of an act to the user. */
    async trying(act: () => Promise<void>) {
      try {
        await act();
      } catch (error) {
        say(error instanceof Error && error.message !== '' ? error.message : 'That did not work.', true);
      }
    },
  };
}

/** A question before what cannot be taken back. It stays open until the act is done, and says what went wrong. */
export function confirmDialog(complaintText: (error: unknown) => string) {
  let act = async () => {};
  const title = h('h2', { id: 'confirm-title' });
  const problem = h('p.problem', { role: 'alert' });
  const no = button('No', () => element.close());
  const complain = (error: unknown) => setChildren(problem, complaintText(error));
  const actAndClose = async () => {
    await act();
    element.close();
  };
  const agree = () => void whileBusy(yes, yes.textContent, actAndClose, complain);
  const yes = button('', agree, { class: 'danger' });
  const choices = h('div.flow', h('span.push'), no, yes);
  const element = h('dialog', { 'aria-labelledby': 'confirm-title' }, title, problem, choices);
  return {
    element,
    ask(question: string, answer: string, then: () => Promise<void>) {
      act = then;
      setChildren(title, question);
      setChildren(yes, answer);
      setChildren(problem);
      element.showModal();
    },
  };
}

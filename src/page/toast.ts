// The short message at the bottom of a page that says what came of an action.
import { h } from './dom.ts';

const SHOWN_MS = 6_000;

export interface Toast {
  /** The live region. */
  readonly element: HTMLElement;
  say(text: string, isBad?: boolean): void;
  /** Reports the failure of an act to the user. */
  trying(act: () => Promise<void>): Promise<void>;
}

export function makeToast(page: Window): Toast {
  const element = h('div.toast', { role: 'status', 'aria-live': 'polite' });
  const say: Toast['say'] = (text, isBad = false) => {
    const note = h(isBad ? 'p.bad' : 'p', text);
    element.replaceChildren(note);
    page.setTimeout(() => note.remove(), SHOWN_MS);
  };
  return {
    element,
    say,
    async trying(act) {
      try {
        await act();
      } catch (error) {
        say(error instanceof Error && error.message !== '' ? error.message : 'That did not work.', true);
      }
    },
  };
}

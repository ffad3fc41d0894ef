// The short message at the bottom of a page that says what came of an action.
import { h } from './dom.ts';

const SAID_MS = 6_000;

export interface Said {
  /** The live region. */
  readonly element: HTMLElement;
  say(text: string, isBad?: boolean): void;
  /** Reports the failure of an act to the user. */
  trying(act: () => Promise<void>): Promise<void>;
}

export function makeSaid(page: Window): Said {
  const element = h('div.said', { role: 'status', 'aria-live': 'polite' });
  const say: Said['say'] = (text, isBad = false) => {
    const note = h('p', { class: isBad ? 'bad' : '' }, text);
    element.replaceChildren(note);
    page.setTimeout(() => note.remove(), SAID_MS);
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

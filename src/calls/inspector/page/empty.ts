// What the page shows when there are no calls, and the next steps.
import { button, h } from '../../../page/dom.ts';
import { emptyView } from '../../../page/parts.ts';

export function noCallsView(receiver: string, copy: (text: string, said: string) => void): HTMLElement {
  const command = `returns trigger rma.created --to ${receiver}`;
  return emptyView('No calls yet', [
    h('p', ['The receiver listens on ', h('code', receiver), '. What arrives there shows up here at once.']),
    h('p', 'Try it from a terminal:'),
    h('pre', { tabindex: 0, 'aria-label': 'Command' }, command),
    button('Copy the command', () => copy(command, 'Command copied')),
  ]);
}

export const noMatch = (clear: () => void): HTMLElement =>
  emptyView('No call matches', button('Clear the filter (Esc)', clear));

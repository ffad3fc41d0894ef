// What the page shows when there are no calls, and the next steps.

import { button, h } from '../../../page/dom.ts';
import type { Hello } from '../types.ts';

export function noCallsView(
  { receiver, example }: Pick<Hello, 'receiver' | 'example'>,
  copy: (text: string, said: string) => void,
): HTMLElement {
  const command = `curl ${example.url} -H 'content-type: application/json' -d '${example.body}'`;
  return h('div.empty', [
    h('h2', 'No calls yet'),
    h('p', 'The receiver listens on ', h('code', receiver), '. What arrives there shows up here at once.'),
    h('p', 'Try it from a terminal:'),
    h('pre.text', { tabindex: 0, 'aria-label': 'Command' }, command),
    button('Copy the command', () => copy(command, 'Command copied')),
  ]);
}

export const noMatch = (clear: () => void): HTMLElement =>
  h('div.empty', h('h2', 'No call matches'), button('Clear the filter (Esc)', clear));

export const noChoice = (): HTMLElement =>
  h('div.empty', [
    h('h2', 'Choose a call'),
    h('p', [
      'Click one, or use ',
      h('kbd', 'j'),
      ' and ',
      h('kbd', 'k'),
      '. ',
      h('kbd', '?'),
      ' shows all keys.',
    ]),
  ]);

export const sessionOver = (): HTMLElement =>
  h('div.empty.over', { role: 'alert' }, [
    h('h2', 'This page belongs to no running session'),
    h('p', [
      'Open the address that ',
      h('code', 'returns listen'),
      ' printed. It stays the same for a month, on the port that it names.',
    ]),
  ]);

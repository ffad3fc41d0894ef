// What the page says when there is nothing to show, and what to do then.
import { button, h } from './dom.ts';

/** A message that can be sent at once. */
const SAMPLE =
  '{"rma_identifier":"RMA-1","status":"CREATED","created_at":"2026-03-10T09:00:00Z","updated_at":"2026-03-10T09:00:00Z","items":[],"return_method":"mail-back","return_shipping_cost_cents":0,"gift_refund_only":false}';

export function noCalls(receiver: string, copy: (text: string, said: string) => void): HTMLElement {
  const command = `curl ${receiver}/rmas -H 'content-type: application/json' -d '${SAMPLE}'`;
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No calls yet'),
    h(
      'p',
      {},
      'The receiver listens on ',
      h('code', {}, receiver),
      '. What arrives there shows up here at once.',
    ),
    h('p', {}, 'Try it from a terminal:'),
    h('pre', { class: 'text', tabindex: 0, 'aria-label': 'Command' }, command),
    button('Copy the command', () => copy(command, 'Command copied')),
  );
}

export const noMatch = (clear: () => void): HTMLElement =>
  h('div', { class: 'empty' }, h('h2', {}, 'No call matches'), button('Clear the filter (Esc)', clear));

export const noChoice = (): HTMLElement =>
  h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'Choose a call'),
    h(
      'p',
      {},
      'Click one, or use ',
      h('kbd', {}, 'j'),
      ' and ',
      h('kbd', {}, 'k'),
      '. ',
      h('kbd', {}, '?'),
      ' shows all keys.',
    ),
  );

export const sessionOver = (): HTMLElement =>
  h(
    'div',
    { class: 'empty over', role: 'alert' },
    h('h2', {}, 'This page belongs to no running session'),
    h(
      'p',
      {},
      'Open the address that ',
      h('code', {}, 'returns listen'),
      ' printed: it changes with every start.',
    ),
  );

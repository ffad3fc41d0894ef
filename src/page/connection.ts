// The mark in the top of a page that says whether it is up to date.
import { h, setChildren } from './dom.ts';
import type { LiveState } from './live.ts';

const STATES: Readonly<Record<LiveState, readonly [tone: string, text: string]>> = {
  connecting: ['', 'Connecting'],
  live: ['ok', 'Live'],
  broken: ['error', 'Reconnecting'],
  unknown: ['error', 'Ended'],
};

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

// The mark in the top of a page that says whether it is up to date.
import { h, setChildren } from './dom.ts';
import type { LiveState } from './live.ts';

const STATES: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  broken: 'Reconnecting',
  unknown: 'Ended',
};

export function connectionMark() {
  const element = h('span.connection', { role: 'status' });
  return {
    element,
    show(connection: LiveState) {
      element.className = `connection ${connection}`;
      setChildren(element, STATES[connection]);
    },
  };
}

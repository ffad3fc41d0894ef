// The top of the operator's view: name, connection, clock, places and search.
import { button, h, setChildren } from '../../../page/dom.ts';
import { connectionMark } from '../../../page/feedback.ts';
import { AS_TYPED, form, searchInput } from '../../../page/parts.ts';
import { keysButton } from '../../../page/shell.ts';
import { fullTime } from '../../../page/words.ts';
import type { ClockDocument } from '../types.ts';
import { shortTime } from './parts.ts';
import { type Acts, PLACES, type PlaceName, type View } from './place.ts';

export function makeTopBar(
  acts: Acts,
  places: Readonly<Record<PlaceName, { readonly name: string }>>,
  help: () => void,
) {
  const { element: state, show: connection } = connectionMark();
  const clock = clockBar(acts);
  const search = searchInput('Search  ( / )', 'Search this list', () => acts.go({ q: search.value }, true));
  const tabs = PLACES.map((place) => ({
    place,
    tab: button(places[place].name, () => acts.go({ place, id: '', q: '' }), { class: 'tab' }),
  }));
  const element = h('header.top', [
    h('div.flow.name', [
      h('h1', 'returns sandbox'),
      state,
      clock.element,
      keysButton(help),
      button('Open the portal', () => acts.openPortal(), { class: 'plain' }),
    ]),
    h('nav.flow.places', { 'aria-label': 'Places' }, [tabs.map(({ tab }) => tab), search]),
  ]);
  return {
    element,
    search,
    connection,
    clock: clock.show,
    show(view: View) {
      if (search.value !== view.q) search.value = view.q;
      for (const { place, tab } of tabs)
        if (place === view.place) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
    },
  };
}

const STEPS = [
  ['+1 min', '1m'],
  ['+1 h', '1h'],
  ['+1 day', '1d'],
] as const;

/** What the clock shows, what is due, and its hands where it can be turned. */
function clockBar(acts: Acts) {
  const time = h('span.clock-time.mono');
  const due = h('span.hint', { 'aria-live': 'off' });
  const label = 'Advance the clock by, for example 31h';
  const by = h('input', {
    id: 'advance',
    type: 'text',
    placeholder: '31h',
    ...AS_TYPED,
    'aria-label': label,
  });
  const turn = (body: object) => void acts.post('/_sandbox/clock', body, 'What was due has run');
  const advance = () => {
    if (by.value.trim() !== '') turn({ advance: by.value.trim() });
    else acts.say('Say how far: 31h, 15m, 3d.', true);
  };
  const custom = form('flow tight advance', advance, by, h('button', { type: 'submit' }, 'Advance'));
  const hands = h('div.flow.tight.push', { role: 'group', 'aria-label': 'Turn the clock' }, [
    STEPS.map(([label, step]) => button(label, () => turn({ advance: step }))),
    custom,
    button('Run until idle', () => turn({ run_until_idle: true }), { id: 'idle' }),
  ]);
  const element = h('div.flow.clock', { role: 'group', 'aria-label': 'Clock' }, time, due, hands);
  return {
    element,
    show(clock: ClockDocument) {
      // A real one is that of every wall.
      setChildren(time, clock.kind === 'manual' && fullTime(Date.parse(clock.now)).replace(/\.\d+$/, ''));
      hands.hidden = clock.kind === 'real';
      const next = clock.next === null ? '' : `, next ${shortTime(clock.next)}`;
      setChildren(due, `${clock.kind} clock · ${clock.pending} due${next}`);
    },
  };
}

// The top of the operator's view: name, connection, clock, places and search.
import { button, h } from '../../../page/dom.ts';
import { connectionMark } from '../../../page/feedback.ts';
import { keysButton } from '../../../page/keys.ts';
import { searchInput } from '../../../page/parts.ts';
import { PLACES, type PlaceName, type View } from './address.ts';
import { clockBar } from './clock-bar.ts';
import type { Acts } from './place.ts';

const NAMES: Readonly<Record<PlaceName, string>> = {
  returns: 'Returns',
  orders: 'Orders',
  deliveries: 'Deliveries',
  log: 'Log',
  settings: 'Settings',
};

export function makeTopBar(acts: Acts, help: () => void) {
  const { element: state, show: connection } = connectionMark();
  const clock = clockBar(acts);
  const search = searchInput('Search  ( / )', 'Search this list', () =>
    acts.go({ search: search.value }, true),
  );
  const tabs = PLACES.map((place) => ({
    place,
    tab: button(NAMES[place], () => acts.go({ place, id: null, search: '' }), { class: 'tab' }),
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
      if (search.value !== view.search) search.value = view.search;
      for (const { place, tab } of tabs)
        if (place === view.place) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
    },
  };
}

// The top of the page: name, connection, and the filter with its counts.

import { connectionMark } from '../../../page/connection.ts';
import { button, h, setChildren } from '../../../page/dom.ts';
import type { LiveState } from '../../../page/live.ts';
import type { CallKind, CallVerdict } from '../types.ts';
import type { Filter } from './filter.ts';
import { KINDS, VERDICT_MARKS } from './words.ts';

export interface Bar {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  show(filter: Filter, counts: Readonly<Record<CallVerdict, number>>): void;
  connection(state: LiveState): void;
  receiver(url: string): void;
}

export function makeBar(change: (filter: Filter, isTyping: boolean) => void, help: () => void): Bar {
  let filter: Filter | undefined;
  const with_ = (part: Partial<Filter>, isTyping = false) =>
    filter && change({ ...filter, ...part }, isTyping);
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search RMA, order, sku, status, code …  ( / )',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'Search calls; a word with a minus in front excludes',
  });
  search.addEventListener('input', () => with_({ text: search.value }, true));
  const kind = h('select', { id: 'kind', 'aria-label': 'Kind of call' }, [
    h('option', { value: '' }, 'All kinds'),
    Object.entries(KINDS).map(([value, name]) => h('option', { value }, name)),
  ]);
  kind.addEventListener('change', () => with_({ kind: kind.value === '' ? null : (kind.value as CallKind) }));
  const verdicts = VERDICT_MARKS.map(({ verdict, shape, plural }) => {
    const number = h('span.number');
    const toggle = button(
      '',
      () => {
        const chosen = filter?.verdicts ?? [];
        const isOn = chosen.includes(verdict);
        with_({ verdicts: isOn ? chosen.filter((known) => known !== verdict) : [...chosen, verdict] });
      },
      { class: `toggle ${verdict}`, 'aria-pressed': 'false' },
      h('span.shape', { 'aria-hidden': 'true' }, shape),
      plural,
      number,
    );
    return { verdict, toggle, number };
  });
  const anomalies = button('Anomalies', () => with_({ anomalies: !filter?.anomalies }), {
    class: 'toggle',
    'aria-pressed': 'false',
  });
  const { element: state, show: connection } = connectionMark();
  const receiver = h('span.receiver');
  const element = h('header.top', [
    h('div.name', [
      h('h1', 'returns listen'),
      receiver,
      state,
      button('Keys', help, { class: 'plain keys', title: 'Keyboard (?)' }),
    ]),
    h('div.filters', { role: 'search' }, [
      search,
      kind,
      h('div.toggles', { role: 'group', 'aria-label': 'Verdicts' }, [
        verdicts.map(({ toggle }) => toggle),
        anomalies,
      ]),
    ]),
  ]);
  return {
    element,
    search,
    show(next, counts) {
      filter = next;
      if (search.value !== next.text) search.value = next.text;
      kind.value = next.kind ?? '';
      anomalies.setAttribute('aria-pressed', String(next.anomalies));
      for (const { verdict, toggle, number } of verdicts) {
        toggle.setAttribute('aria-pressed', String(next.verdicts.includes(verdict)));
        setChildren(number, counts[verdict].toLocaleString('en'));
      }
    },
    connection,
    receiver: (url) => setChildren(receiver, url),
  };
}

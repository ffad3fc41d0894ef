// The top of the page: name, connection, and the filter with its counts.
import { button, h, setChildren } from '../../../page/dom.ts';
import { connectionMark } from '../../../page/feedback.ts';
import { searchInput, select, shapeOf } from '../../../page/parts.ts';
import { keysButton } from '../../../page/shell.ts';
import { number } from '../../../page/words.ts';
import type { CallVerdict } from '../types.ts';
import { KINDS, VERDICTS } from './call-names.ts';
import { type Filter, NO_FILTER, verdictsOf } from './view.ts';

export function makeBar(change: (filter: Filter, isTyping: boolean) => void, help: () => void) {
  let filter = NO_FILTER;
  const with_ = (part: Partial<Filter>, isTyping = false) => change({ ...filter, ...part }, isTyping);
  const search = searchInput(
    'Search RMA, order, sku, status, code …  ( / )',
    'Search calls; a word with a minus in front excludes',
    () => with_({ q: search.value }, true),
  );
  const chooseKind = () => with_({ kind: kind.value as Filter['kind'] });
  const kind = select({ id: 'kind', 'aria-label': 'Kind of call', on: { change: chooseKind } }, [
    ['', 'All kinds'],
    ...Object.entries(KINDS),
  ]);
  const verdicts = VERDICTS.map(([verdict, name]) => {
    const counted = h('span.number');
    const act = () => {
      const chosen = verdictsOf(filter);
      const others = chosen.filter((known) => known !== verdict);
      with_({ verdict: (others.length < chosen.length ? others : [...chosen, verdict]).join() });
    };
    const toggle = button('', act, { class: `toggle ${verdict}` }, shapeOf(verdict), name, counted);
    return { verdict, toggle, counted };
  });
  const anomalies = button('Anomalies', () => with_({ anomaly: filter.anomaly ? '' : 'any' }), {
    class: 'toggle',
  });
  const { element: state, show: connection } = connectionMark();
  const receiver = h('span.receiver.mono');
  const element = h('header.top', [
    h('div.flow.name', [h('h1', 'returns listen'), receiver, state, keysButton(help)]),
    h('div.flow.filters', { role: 'search' }, [
      search,
      kind,
      h('div.flow.tight', { role: 'group', 'aria-label': 'Verdicts' }, [
        verdicts.map(({ toggle }) => toggle),
        anomalies,
      ]),
    ]),
  ]);
  return {
    element,
    search,
    show(next: Filter, counts: Readonly<Record<CallVerdict, number>>) {
      filter = next;
      if (search.value !== next.q) search.value = next.q;
      kind.value = next.kind;
      anomalies.setAttribute('aria-pressed', String(next.anomaly !== ''));
      for (const { verdict, toggle, counted } of verdicts) {
        toggle.setAttribute('aria-pressed', String(verdictsOf(next).includes(verdict)));
        setChildren(counted, number(counts[verdict]));
      }
    },
    connection,
    receiver: (url: string) => setChildren(receiver, url),
  };
}

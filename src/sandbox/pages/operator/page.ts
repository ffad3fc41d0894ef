// Connects the parts of the operator's view: the place of the address, its data, the list (the rows that match the
// search, above them what states there are) and the detail, all kept up to date.
import { uriPart } from '../../../basics/text.ts';
import { button, h, redraw, setChildren } from '../../../page/dom.ts';
import { confirmDialog, connectionMark, makeToast } from '../../../page/feedback.ts';
import { AS_TYPED, emptyView, form, idText, searchInput } from '../../../page/parts.ts';
import { RowList } from '../../../page/row-list.ts';
import { keepFresh, makeAsking, openSession } from '../../../page/session.ts';
import { backButton, keyboard, keysButton, makeHalves, makeViews, sessionOver } from '../../../page/shell.ts';
import { fullTime, number } from '../../../page/words.ts';
import type { ClockDocument } from '../types.ts';
import { DELIVERIES } from './deliveries-place.ts';
import { LOG } from './log-place.ts';
import { ORDERS } from './orders-place.ts';
import {
  type Acts,
  isFound,
  type List,
  PLACES,
  type Place,
  type PlaceName,
  type Row,
  shortTime,
  stateMark,
  VIEWS,
  type View,
} from './place.ts';
import { RETURNS } from './returns-place.ts';
import { SETTINGS } from './settings-place.ts';

const PLACE_OF = {
  returns: RETURNS,
  orders: ORDERS,
  deliveries: DELIVERIES,
  log: LOG,
  settings: SETTINGS,
} as Readonly<Record<PlaceName, Place<unknown>>>;

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const asking = makeAsking(session);
  const toast = makeToast(page);
  const dialog = confirmDialog(String);
  const views = makeViews(page, VIEWS, changed);
  let data: unknown;
  let shown = '';
  let mustDraw = false;

  const acts: Acts = {
    go: (change, isStep) => views.go({ ...views.now, ...change }, isStep),
    post: (path, body, text) =>
      toast.trying(async () => {
        await asking.post(path, body);
        toast.say(text);
        mustDraw = true;
        await refresh();
      }),
    confirm: dialog.ask,
    say: toast.say,
    openPortal: (order) =>
      page.open(`/portal${order === undefined ? '' : `?order=${uriPart(order)}`}`, '_blank', 'noopener'),
  };
  const top = makeTopBar(acts, () => help.showModal());
  const rows = makeRowList(page, acts);
  const { right } = rows;
  const help = keyboard(
    page,
    rows.list.keys('row', top.search, () => acts.go({ q: '' })),
  );
  document.body.append(top.element, rows.main, toast.element, dialog.element, help);

  const isOther = (view: View) => view.place !== views.now.place || view.id !== views.now.id;

  function changed(before: View): void {
    top.show(views.now);
    if (before.place !== views.now.place) data = undefined;
    draw();
    if (!isOther(before)) return;
    right.scrollTop = 0;
    void refresh();
  }

  async function look(): Promise<void> {
    const at = views.now;
    const clock = await asking.get<ClockDocument>('/_sandbox/clock');
    const next = await PLACE_OF[at.place].load(asking, at);
    // Somebody went on meanwhile: that was asked for, too.
    if (isOther(at)) return;
    top.clock(clock);
    data = next;
    const text = JSON.stringify([at.place, at.id, next]);
    // What somebody acted on is shown at once.
    if (!mustDraw && (text === shown || isTyping())) return;
    mustDraw = false;
    shown = text;
    draw();
  }

  /** What somebody writes into a field is not drawn over. */
  const isTyping = () => {
    const focused = document.activeElement;
    return right.contains(focused) && (focused?.matches('input, textarea') ?? false);
  };

  function draw(): void {
    const view = views.now;
    const { list: left, name, detail } = PLACE_OF[view.place];
    const isChosen = view.id !== '';
    document.body.className = `${left ? 'with-list' : 'whole'} ${isChosen ? 'chosen' : ''}`;
    document.title = view.id || `${name}, returns sandbox`;
    rows.left.hidden = !left;
    if (data === undefined) {
      setChildren(right);
      // Keys and clicks must not act on the rows of another place.
      rows.list.show([]);
      return;
    }
    if (left) rows.show(name, left, data, view);
    if (!left) redraw(right, detail(data, view, acts));
    else if (isChosen)
      redraw(right, [
        backButton(() => acts.go({ id: '' })),
        detail(data, view, acts) ?? h('p.empty', `There is no ${view.id} in this sandbox.`),
      ]);
    else setChildren(right);
  }

  top.show(views.now);
  top.connection('connecting');
  draw();
  const refresh = keepFresh(page, session, look, (connection) => {
    top.connection(connection);
    if (connection === 'unknown')
      document.body.replaceChildren(top.element, sessionOver('sandbox', 'returns sandbox start'));
  });
  void refresh();
}

function makeRowList(page: Window, acts: Acts) {
  const list = new RowList<Row>({
    ...{ page, label: 'Rows' },
    idOf: ({ id }) => id,
    cellsOf: ({ cells }) => cells.map((cell) => h('span', typeof cell === 'string' ? idText(cell) : cell)),
    choose: (id, isStep) => acts.go({ id: id ?? '' }, isStep),
  });
  const chips = h('div.flow.tight.chips', { role: 'group', 'aria-label': 'States' });
  const halves = makeHalves(list.element, 'Detail', chips);
  const chip = (word: string, count: number, search: string) => {
    const isOn = search.toLowerCase() === word.toLowerCase();
    return button(
      '',
      () => acts.go({ q: isOn ? '' : word }, true),
      { class: 'toggle', id: `chip-${word.replace(/[^\w-]/g, '_')}`, 'aria-pressed': String(isOn) },
      stateMark(word),
      h('span.number', number(count)),
    );
  };
  return {
    ...halves,
    list,
    show<Data>(name: string, { columns, one, most, ...place }: List<Data>, data: Data, view: View) {
      const rows = place.rows(data);
      const shown = rows.filter(({ words }) => isFound(view.q, words));
      halves.left.className = `left of-${view.place}`;
      const states = [...(place.chips?.(data) ?? [])];
      chips.hidden = states.length === 0;
      redraw(chips, [states.map(([word, count]) => chip(word, count, view.q))]);
      halves.showColumns(columns);
      list.forget();
      list.show(shown);
      list.choose(view.id || null);
      const noMatch = () => place.noMatch?.(data, view.q, acts) ?? emptyView('Nothing matches the search');
      const instead = shown.length === 0 && (rows.length > 0 ? noMatch() : place.empty(acts));
      const of = shown.length === rows.length ? '' : ` of ${number(rows.length)}`;
      const newest = rows.length >= most ? '; older ones are not in this list' : '';
      halves.summarise(
        `${number(shown.length)}${of} ${rows.length === 1 ? one : name.toLowerCase()}${newest}`,
        view.q.trim() !== '',
        instead,
      );
    },
  };
}

// The top of the operator's view: name, connection, clock, places and search.

function makeTopBar(acts: Acts, help: () => void) {
  const { element: state, show: connection } = connectionMark();
  const clock = clockBar(acts);
  const search = searchInput('Search  ( / )', 'Search this list', () => acts.go({ q: search.value }, true));
  const tabs = PLACES.map((place) => ({
    place,
    tab: button(PLACE_OF[place].name, () => acts.go({ place, id: '', q: '' }), { class: 'tab' }),
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

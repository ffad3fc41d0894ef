// Connects the parts of the operator's view: the place of the address, its data, the list and the detail, all kept up to date.
import { uriPart } from '../../../basics/text.ts';
import { makeAsking } from '../../../page/asking.ts';
import { button, h, setChildren } from '../../../page/dom.ts';
import { runLive } from '../../../page/live.ts';
import { makeSaid } from '../../../page/said.ts';
import { openSession } from '../../../page/session.ts';
import { type ClockDocument, EVENTS_PATH } from '../types.ts';
import { type PlaceName, queryOfView, readView, type View } from './address.ts';
import { confirmDialog } from './confirm.ts';
import { DELIVERIES } from './deliveries-place.ts';
import { LOG } from './log-place.ts';
import { ORDERS } from './orders-place.ts';
import type { Acts, Place } from './place.ts';
import { RETURNS } from './returns-place.ts';
import { makeRowList } from './row-list.ts';
import { SETTINGS } from './settings-place.ts';
import { makeTopBar } from './top-bar.ts';

const PLACE_OF: Readonly<Record<PlaceName, Place<unknown>>> = {
  returns: RETURNS as Place<unknown>,
  orders: ORDERS as Place<unknown>,
  deliveries: DELIVERIES as Place<unknown>,
  log: LOG as Place<unknown>,
  settings: SETTINGS as Place<unknown>,
};

/** How often the page looks while there is no live connection, ms. */
const FALL_BACK_MS = 3_000;

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const asking = makeAsking(session);
  const said = makeSaid(page);
  const dialog = confirmDialog();
  let view = readView(page.location.search);
  let data: unknown;
  let shown = '';
  let isLive = false;
  let isLooking = false;
  let isAsked = false;
  let mustDraw = false;

  const acts: Acts = {
    go: (change, isStep = false) => go({ ...view, ...change }, isStep),
    post: (path, body, text) =>
      said.trying(async () => {
        const answer = await asking.post<Parameters<Exclude<typeof text, string>>[0]>(path, body);
        said.say(typeof text === 'string' ? text : text(answer));
        await refresh(true);
      }),
    confirm: dialog.ask,
    say: said.say,
    openPortal(order) {
      const query = order === undefined ? '' : `?order=${uriPart(order)}`;
      page.open(`/portal${query}`, '_blank', 'noopener');
    },
  };
  const top = makeTopBar(page, acts);
  const list = makeRowList(acts);
  const right = h('section.detail', { 'aria-label': 'Detail' });
  document.body.append(top.element, h('main', list.element, right), said.element, dialog.element);

  function go(next: View, isStep: boolean): void {
    const before = view;
    view = next;
    const address = page.location.pathname + queryOfView(view);
    // Typed text replaces the address; another place or thing is a step of the history.
    if (isStep || (before.place === view.place && before.id === view.id))
      page.history.replaceState(null, '', address);
    else page.history.pushState(null, '', address);
    changed(before);
  }

  function changed(before: View): void {
    top.show(view);
    if (before.place !== view.place) data = undefined;
    draw();
    if (before.place !== view.place || before.id !== view.id) {
      right.scrollTop = 0;
      void refresh();
    }
  }

  /** `isOwn`: somebody acted on this page and wants to see it. One look at a time; what changes meanwhile is looked at next. */
  async function refresh(isOwn = false): Promise<void> {
    isAsked = true;
    mustDraw ||= isOwn;
    if (isLooking) return;
    isLooking = true;
    while (isAsked) {
      isAsked = false;
      await look();
    }
    isLooking = false;
  }

  async function look(): Promise<void> {
    const at = view;
    try {
      const clock = await asking.get<ClockDocument>('/_sandbox/clock');
      const next = await PLACE_OF[at.place].load(asking, at);
      // Somebody went on meanwhile: that was asked for, too.
      if (at.place !== view.place || at.id !== view.id) return;
      top.clock(clock);
      data = next;
      const text = JSON.stringify([at.place, at.id, next]);
      if (!mustDraw && (text === shown || isTyping())) return;
      mustDraw = false;
      shown = text;
      draw();
    } catch (error) {
      if (data === undefined) setChildren(right, h('p.empty', error instanceof Error ? error.message : ''));
    }
  }

  /** What somebody writes into a field is not drawn over. */
  const isTyping = () => {
    const focused = document.activeElement;
    return (
      right.contains(focused) &&
      (focused instanceof page.HTMLInputElement || focused instanceof page.HTMLTextAreaElement)
    );
  };

  /** What is focused on the right, with what is written in it: called after the redraw, puts it back. */
  function keepFocus(): () => void {
    const before = document.activeElement;
    if (!right.contains(before) || !before?.id) return () => {};
    const written = before instanceof page.HTMLInputElement ? before.value : undefined;
    return () => {
      const after = document.getElementById(before.id);
      after?.focus();
      if (after instanceof page.HTMLInputElement && written !== undefined) after.value = written;
    };
  }

  function draw(): void {
    const { columns, name, rows, detail } = PLACE_OF[view.place];
    const hasList = columns.length > 0;
    document.body.className = `${hasList ? 'with-list' : 'whole'} ${view.id === null && hasList ? '' : 'chosen'}`;
    document.title = view.id ?? `${name}, returns sandbox`;
    list.element.hidden = !hasList;
    if (data === undefined) {
      setChildren(right);
      return;
    }
    if (hasList) list.show(PLACE_OF[view.place], data, view);
    const keep = keepFocus();
    const parts = detail(data, view, acts);
    const back = button('← Back', () => acts.go({ id: null }), { class: 'back plain' });
    if (parts) setChildren(right, hasList && back, parts);
    else
      setChildren(right, [
        rows(data, view).length > 0 && h('div.empty', h('h2', `Choose one of the ${name.toLowerCase()}`)),
      ]);
    keep();
  }

  page.addEventListener('popstate', () => {
    const before = view;
    view = readView(page.location.search);
    changed(before);
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.element.open) return;
    const focused = document.activeElement;
    const isWriting = focused?.matches('input, select, textarea') ?? false;
    if (event.key === 'Escape') {
      if (isWriting) (focused as HTMLElement).blur();
      else if (view.id !== null) acts.go({ id: null });
    } else if (!isWriting && event.key === '/') {
      event.preventDefault();
      top.search.select();
    } else if (!isWriting && event.key === 'j') list.step(1);
    else if (!isWriting && event.key === 'k') list.step(-1);
  });
  top.show(view);
  top.connection('connecting');
  draw();
  page.setInterval(() => !isLive && !document.hidden && void refresh(), FALL_BACK_MS);
  void refresh();
  void runLive({
    page,
    session,
    path: EVENTS_PATH,
    events: () => void refresh(),
    state(connection) {
      isLive = connection === 'live';
      top.connection(connection);
      if (connection === 'unknown') document.body.replaceChildren(top.element, sessionOver());
    },
  });
}

const sessionOver = (): HTMLElement =>
  h('div.empty.over', { role: 'alert' }, [
    h('h2', 'This page belongs to no running sandbox'),
    h('p', 'Open the address that ', h('code', 'returns sandbox start'), ' printed.'),
  ]);

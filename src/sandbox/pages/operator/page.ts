// Connects the parts of the operator's view: the place of the address, its data, the list and the detail, all kept up to date.
import { uriPart } from '../../../basics/text.ts';
import { makeAsking } from '../../../page/asking.ts';
import { h, redraw, setChildren } from '../../../page/dom.ts';
import { confirmDialog, makeToast } from '../../../page/feedback.ts';
import { keepFresh } from '../../../page/fresh.ts';
import { keyboard } from '../../../page/keys.ts';
import { openSession } from '../../../page/session.ts';
import { backButton, makeViews, sessionOver } from '../../../page/shell.ts';
import type { ClockDocument } from '../types.ts';
import { DELIVERIES } from './deliveries-place.ts';
import { LOG } from './log-place.ts';
import { ORDERS } from './orders-place.ts';
import { type Acts, type Place, type PlaceName, VIEWS, type View } from './place.ts';
import { RETURNS } from './returns-place.ts';
import { makeRowList } from './row-list.ts';
import { SETTINGS } from './settings-place.ts';
import { makeTopBar } from './top-bar.ts';

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
  const top = makeTopBar(acts, PLACE_OF, () => help.showModal());
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

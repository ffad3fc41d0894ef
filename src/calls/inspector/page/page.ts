// Connects the parts of the page: holds the calls, and draws the list and the chosen call.
import { button, h, setChildren } from '../../../page/dom.ts';
import { handleKeys } from '../../../page/keys.ts';
import { complaintOf, openSession } from '../../../page/session.ts';
import { makeHalves, makeViews, sessionOver } from '../../../page/shell.ts';
import { windowList } from '../../../page/window-list.ts';
import type { CallDetail, CallSummary, Hello } from '../types.ts';
import { makeActs } from './acts.ts';
import { queryOfView, readView, type View } from './address.ts';
import { makeBar } from './bar.ts';
import { Calls, type SearchableCall } from './calls.ts';
import { detailView } from './detail.ts';
import { noCallsView, noChoice, noMatch } from './empty.ts';
import { isFiltering, matcher, NO_FILTER } from './filter.ts';
import { helpDialog, type KeyAct, keyAct } from './keys.ts';
import { runLiveCalls } from './live.ts';
import { answerCell, callRow, rowId } from './row.ts';

/** The same value as in list.css. */
const ROW_HEIGHT = 34;
const COLUMNS = ['Time', 'Verdict', 'Kind', 'RMA or order', 'Status', 'Units', 'Anomaly', 'Answer'];

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const acts = makeActs(page, session);
  const calls = new Calls();
  const views = makeViews(page, readView, queryOfView, draw);
  let shown: readonly SearchableCall[] = [];
  let detail: CallDetail | undefined;
  let hello: Hello | undefined;
  let isListed = false;
  let unseen = 0;
  const pending: CallSummary[] = [];

  const go = (change: Partial<View>, isStep = false) => views.go({ ...views.now, ...change }, isStep);
  const dialog = helpDialog();
  const bar = makeBar(
    (filter, isTyping) => go({ filter }, isTyping),
    () => dialog.showModal(),
  );
  const viewport = h('div.list', { id: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Calls' });
  const arrived = button('', toTop, { class: 'arrived', hidden: true });
  const halves = makeHalves(viewport, 'Call', arrived);
  const { right } = halves;
  halves.showColumns(COLUMNS);
  document.body.append(bar.element, halves.main, acts.toast, dialog);

  const list = windowList<SearchableCall>({
    page,
    viewport,
    rowHeight: ROW_HEIGHT,
    keyOf: ({ call }) => call.id,
    rowOf: ({ call }) => {
      const row = callRow(call, calls.settledBy(call.id), today());
      row.setAttribute('aria-selected', String(call.id === views.now.call));
      return row;
    },
  });

  /** The latest known time: of the last connection or of the last call. */
  function today(): number {
    return Math.max(hello?.now ?? 0, calls.all()[0]?.call.at ?? 0);
  }

  function draw(before?: View): void {
    if (before?.filter !== views.now.filter) {
      refilter();
      viewport.scrollTop = 0;
    }
    if (before?.call !== views.now.call) select(before?.call ?? null);
    else drawDetail();
  }

  function refilter(keepPlace = false): void {
    const { filter } = views.now;
    const matches = matcher(filter);
    const all = calls.all();
    shown = isFiltering(filter) ? all.filter(({ call, words }) => matches(call, words)) : all;
    list.show(shown, keepPlace);
    markSelected(null);
    bar.show(filter, calls.counts);
    const number = (n: number) => n.toLocaleString('en');
    const of = isFiltering(filter) ? `${number(shown.length)} of ` : '';
    const text = `${of}${number(all.length)} calls${isListed ? '' : ', reading the record …'}`;
    halves.showSummary(text, isFiltering(filter), shown.length === 0 && isListed && emptyText());
  }

  const emptyText = () =>
    calls.all().length > 0
      ? noMatch(() => go({ filter: NO_FILTER }))
      : hello && noCallsView(hello, acts.copy);

  function select(before: string | null): void {
    const id = views.now.call;
    markSelected(before);
    document.body.classList.toggle('chosen', id !== null);
    detail = undefined;
    if (id === null) {
      drawDetail();
      return;
    }
    const index = shown.findIndex(({ call }) => call.id === id);
    if (index !== -1) list.reveal(index);
    markSelected(before);
    void load(id);
  }

  async function load(id: string): Promise<void> {
    const isCurrent = () => views.now.call === id;
    const complain = (text: string) => setChildren(right, h('p.empty', text));
    try {
      const answer = await session.ask(`/api/calls/${id}`);
      if (!isCurrent()) return;
      if (!answer.ok) return complain(await complaintOf(answer));
      const read = (await answer.json()) as CallDetail;
      if (!isCurrent()) return;
      detail = read;
      drawDetail();
    } catch {
      if (isCurrent()) complain('The inspector does not answer.');
    }
  }

  function drawDetail(): void {
    const { call: id, tab } = views.now;
    if (id === null) {
      setChildren(right, calls.all().length > 0 && noChoice());
      return;
    }
    const summary = calls.get(id);
    // The listing and the call arrive independently.
    if (!detail || !summary) return;
    const story = summary.rma === null ? [] : calls.storyOf(summary.rma);
    const hadFocus =
      right.contains(document.activeElement) && document.activeElement?.getAttribute('role') === 'tab';
    setChildren(
      right,
      detailView(summary, detail, tab, story, calls.settledBy(id), {
        replay: () => acts.replay(id),
        curl: () => acts.curl(id),
        download: () => acts.download(id),
        tab: (next) => go({ tab: next }),
        choose: (call) => go({ call }),
        close: () => go({ call: null }),
      }),
    );
    if (hadFocus) document.getElementById(`tab-${tab}`)?.focus();
  }

  function markSelected(before: string | null): void {
    const { call } = views.now;
    if (before !== null) list.row(before)?.setAttribute('aria-selected', 'false');
    const row = call === null ? undefined : list.row(call);
    row?.setAttribute('aria-selected', 'true');
    if (row && call !== null) viewport.setAttribute('aria-activedescendant', rowId(call));
    else viewport.removeAttribute('aria-activedescendant');
  }

  /** Moves by steps from the chosen call, or from the first one. */
  function step(by: number): void {
    const at = shown.findIndex(({ call }) => call.id === views.now.call);
    toRow(at === -1 ? 0 : at + by);
  }

  function toRow(index: number): void {
    const row = shown[Math.min(shown.length - 1, Math.max(0, index))];
    if (row) go({ call: row.call.id }, views.now.call !== null);
  }

  function toTop(): void {
    viewport.scrollTop = 0;
    unseen = 0;
    arrived.hidden = true;
  }

  /** Updates the row of the original, which is already there when its replay arrives. */
  function redrawAnswer(id: string | null): void {
    const call = id === null ? undefined : calls.get(id);
    const cell = call && list.row(call.id)?.querySelector('.answer');
    if (call && cell) cell.replaceWith(answerCell(call, calls.settledBy(call.id)));
  }

  /** Draws once for all calls that arrived before the next frame. */
  function take(fresh: readonly CallSummary[]): void {
    if (pending.length === 0) page.requestAnimationFrame(drawPending);
    for (const call of fresh) pending.push(call);
  }

  function drawPending(): void {
    const isLive = isListed;
    const added = calls.add(pending.splice(0));
    refilter(true);
    if (added.length === 0) return;
    for (const { replayOf } of added) redrawAnswer(replayOf);
    const { call } = views.now;
    if (call === null && right.childElementCount === 0) drawDetail();
    if (isLive && viewport.scrollTop > ROW_HEIGHT / 2) {
      unseen += added.length;
      setChildren(arrived, `${unseen.toLocaleString('en')} new ↑`);
      arrived.hidden = false;
    }
    const chosen = call === null ? undefined : calls.get(call);
    if (chosen && added.some(({ id, rma }) => id === chosen.id || (rma !== null && rma === chosen.rma)))
      drawDetail();
  }

  viewport.addEventListener('scroll', () => viewport.scrollTop <= ROW_HEIGHT / 2 && unseen > 0 && toTop());
  viewport.addEventListener('click', (event) => {
    const row =
      event.target instanceof page.Element ? event.target.closest<HTMLElement>('[data-call]') : null;
    if (row) go({ call: row.dataset['call'] ?? null });
  });
  const withChosen = (act: (id: string) => void) => () => views.now.call !== null && act(views.now.call);
  const keys: Readonly<Record<KeyAct, () => unknown>> = {
    next: () => step(1),
    previous: () => step(-1),
    first: () => toRow(0),
    last: () => toRow(shown.length - 1),
    pageDown: () => step(list.pageRows),
    pageUp: () => step(-list.pageRows),
    search: () => bar.search.select(),
    help: () => dialog.showModal(),
    replay: withChosen(acts.replay),
    curl: withChosen(acts.curl),
    open() {
      if (views.now.call === null || document.activeElement === bar.search) step(0);
      viewport.focus();
      if (views.now.call !== null && document.activeElement === viewport)
        document.getElementById('panel')?.focus();
    },
    back() {
      if (document.activeElement === bar.search) viewport.focus();
      else if (views.now.call !== null) go({ call: null });
      else if (isFiltering(views.now.filter)) go({ filter: NO_FILTER });
    },
  };
  handleKeys(page, (key) => {
    const act = keyAct(key);
    return act && keys[act];
  });
  bar.connection('connecting');
  draw();
  void runLiveCalls({
    page,
    session,
    hello(said) {
      hello = said;
      bar.receiver(said.receiver);
    },
    calls: take,
    reset() {
      calls.clear();
      isListed = false;
      refilter();
    },
    listed() {
      drawPending();
      isListed = true;
      refilter(true);
      drawDetail();
    },
    state(connection) {
      bar.connection(connection);
      const more = ' It stays the same for a month, on the port that it names.';
      if (connection === 'unknown')
        document.body.replaceChildren(bar.element, sessionOver('session', 'returns listen', more));
    },
  });
}

// Connects the parts of the page: holds the calls and the current view, and draws both.

import { h, setChildren } from '../../../page/dom.ts';
import { complaintOf, openSession } from '../../../page/session.ts';
import { windowList } from '../../../page/window-list.ts';
import type { CallDetail, CallSummary, Hello } from '../types.ts';
import { makeActs } from './acts.ts';
import { queryOfView, readView, type View } from './address.ts';
import { makeBar } from './bar.ts';
import { Calls, type SearchableCall } from './calls.ts';
import { detailView } from './detail.ts';
import { noCallsView, noChoice, noMatch, sessionOver } from './empty.ts';
import { isFiltering, matcher, NO_FILTER } from './filter.ts';
import { makeFrame } from './frame.ts';
import { handleKeys, helpDialog } from './keys.ts';
import { runLiveCalls } from './live.ts';
import { answerCell, callRow, rowId } from './row.ts';

/** The same value as in page.css. */
const ROW_HEIGHT = 34;

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const acts = makeActs(page, session);
  const calls = new Calls();
  let view = readView(page.location.search);
  let shown: readonly SearchableCall[] = [];
  let detail: CallDetail | undefined;
  let hello: Hello | undefined;
  let canReplay = false;
  let isListed = false;
  let unseen = 0;
  const pending: CallSummary[] = [];

  const dialog = helpDialog();
  const bar = makeBar(
    (filter, isTyping) => go({ ...view, filter }, isTyping),
    () => dialog.showModal(),
  );
  const { left, right, viewport, emptiness, summary, arrived } = makeFrame(() => toTop());
  document.body.append(bar.element, h('main', left, right), acts.said, dialog);

  const list = windowList<SearchableCall>({
    page,
    viewport,
    rowHeight: ROW_HEIGHT,
    keyOf: ({ call }) => call.id,
    rowOf: ({ call }) => {
      const row = callRow(call, calls.settledBy(call.id), today());
      row.setAttribute('aria-selected', String(call.id === view.call));
      return row;
    },
  });

  /** The latest known time: of the last connection or of the last call. */
  const today = (): number => Math.max(hello?.now ?? 0, calls.all()[0]?.call.at ?? 0);

  /**
   * Shows another view. Typed text and keyboard steps replace the address; all other views are added to the browser
   * history.
   */
  function go(next: View, isReplacing = false): void {
    const before = view;
    view = next;
    const address = page.location.pathname + queryOfView(view);
    try {
      if (isReplacing) page.history.replaceState(null, '', address);
      else if (queryOfView(before) !== queryOfView(view)) page.history.pushState(null, '', address);
    } catch {
      // Browsers limit how often the address may change; a held-down key exceeds the limit. The next change updates it.
    }
    draw(before);
  }

  function draw(before?: View): void {
    if (before?.filter !== view.filter) {
      refilter();
      viewport.scrollTop = 0;
    }
    if (before?.call !== view.call) select(before?.call ?? null);
    else drawDetail();
  }

  function refilter(keepPlace = false): void {
    const matches = matcher(view.filter);
    const all = calls.all();
    shown = isFiltering(view.filter) ? all.filter(({ call, words }) => matches(call, words)) : all;
    list.show(shown, keepPlace);
    markSelected(null);
    bar.show(view.filter, calls.counts);
    const number = (n: number) => n.toLocaleString('en');
    const text = isFiltering(view.filter)
      ? `${number(shown.length)} of ${number(all.length)} calls`
      : `${number(all.length)} calls`;
    // A screen reader must not announce every call of a busy receiver.
    summary.setAttribute('aria-live', isFiltering(view.filter) ? 'polite' : 'off');
    setChildren(summary, isListed ? text : `${text}, reading the record …`);
    const isEmpty = shown.length === 0 && isListed;
    emptiness.hidden = !isEmpty;
    if (isEmpty)
      setChildren(emptiness, [
        all.length === 0
          ? hello && noCallsView(hello, acts.copy)
          : noMatch(() => go({ ...view, filter: NO_FILTER })),
      ]);
  }

  function select(before: string | null): void {
    markSelected(before);
    document.body.classList.toggle('chosen', view.call !== null);
    detail = undefined;
    const id = view.call;
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
    try {
      const answer = await session.ask(`/api/calls/${id}`);
      if (view.call !== id) return;
      if (!answer.ok) return setChildren(right, h('p.empty', await complaintOf(answer)));
      const read = (await answer.json()) as CallDetail;
      if (view.call !== id) return;
      detail = read;
      drawDetail();
    } catch {
      if (view.call === id) setChildren(right, h('p.empty', 'The inspector does not answer.'));
    }
  }

  function drawDetail(): void {
    if (view.call === null) {
      setChildren(right, calls.all().length > 0 && noChoice());
      return;
    }
    const summaryOfCall = calls.get(view.call);
    // The listing and the call arrive independently.
    if (!detail || !summaryOfCall) return;
    const { rma } = summaryOfCall;
    const story = rma === null ? [] : calls.storyOf(rma);
    const { id } = summaryOfCall;
    const hadFocus =
      right.contains(document.activeElement) && document.activeElement?.getAttribute('role') === 'tab';
    setChildren(right, [
      detailView(summaryOfCall, detail, view.tab, story, calls.settledBy(id), {
        replay: canReplay ? () => void acts.replay(id) : null,
        curl: () => void acts.curl(id),
        download: () => void acts.download(id),
        tab: (tab) => go({ ...view, tab }),
        choose: (call) => go({ ...view, call }),
        close: () => go({ ...view, call: null }),
      }),
    ]);
    if (hadFocus) document.getElementById(`tab-${view.tab}`)?.focus();
  }

  function markSelected(before: string | null): void {
    if (before !== null) list.row(before)?.setAttribute('aria-selected', 'false');
    const row = view.call === null ? undefined : list.row(view.call);
    row?.setAttribute('aria-selected', 'true');
    if (row && view.call !== null) viewport.setAttribute('aria-activedescendant', rowId(view.call));
    else viewport.removeAttribute('aria-activedescendant');
  }

  /** Moves by steps from the chosen call, or from the first one. */
  function step(by: number): void {
    const at = shown.findIndex(({ call }) => call.id === view.call);
    toRow(at === -1 ? 0 : at + by);
  }

  function toRow(index: number): void {
    const row = shown[Math.min(shown.length - 1, Math.max(0, index))];
    if (row) go({ ...view, call: row.call.id }, view.call !== null);
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
    if (view.call === null && right.childElementCount === 0) drawDetail();
    if (isLive && viewport.scrollTop > ROW_HEIGHT / 2) {
      unseen += added.length;
      setChildren(arrived, `${unseen.toLocaleString('en')} new ↑`);
      arrived.hidden = false;
    }
    const chosen = view.call === null ? undefined : calls.get(view.call);
    if (chosen && added.some(({ id, rma }) => id === chosen.id || (rma !== null && rma === chosen.rma)))
      drawDetail();
  }

  viewport.addEventListener('scroll', () => viewport.scrollTop <= ROW_HEIGHT / 2 && unseen > 0 && toTop());
  viewport.addEventListener('click', (event) => {
    const row =
      event.target instanceof page.Element ? event.target.closest<HTMLElement>('[data-call]') : null;
    if (row) go({ ...view, call: row.dataset['call'] ?? null });
  });
  page.addEventListener('popstate', () => {
    const before = view;
    view = readView(page.location.search);
    draw(before);
  });
  handleKeys(
    page,
    {
      next: () => step(1),
      previous: () => step(-1),
      first: () => toRow(0),
      last: () => toRow(shown.length - 1),
      pageDown: () => step(list.pageRows),
      pageUp: () => step(-list.pageRows),
      search: () => bar.search.select(),
      help: () => dialog.showModal(),
      replay: () => canReplay && view.call !== null && void acts.replay(view.call),
      curl: () => view.call !== null && void acts.curl(view.call),
      open() {
        if (view.call === null || document.activeElement === bar.search) step(0);
        viewport.focus();
        if (view.call !== null && document.activeElement === viewport)
          document.getElementById('panel')?.focus();
      },
      back() {
        if (document.activeElement === bar.search) viewport.focus();
        else if (view.call !== null) go({ ...view, call: null });
        else if (isFiltering(view.filter)) go({ ...view, filter: NO_FILTER });
      },
    },
    dialog,
  );
  bar.connection('connecting');
  draw();
  void runLiveCalls({
    page,
    session,
    hello(said) {
      hello = said;
      ({ canReplay } = said);
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
      if (connection === 'unknown') document.body.replaceChildren(bar.element, sessionOver());
    },
  });
}

// Connects the steps of the portal: holds the order and what the shopper has chosen, draws one step at a time, and keeps a
// confirmed return up to date.
import { makeAsking } from '../../../page/asking.ts';
import { button, h, setChildren } from '../../../page/dom.ts';
import { runLive } from '../../../page/live.ts';
import { openSession, Unknown } from '../../../page/session.ts';
import { EVENTS_PATH, type PortalOrder, type PortalPair, type RmaDocument } from '../types.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { findView } from './find-view.ts';
import { itemsView } from './items-view.ts';
import { methodView } from './method-view.ts';
import { complaintText, makePortalApi } from './portal-api.ts';
import { returnView } from './return-view.ts';
import { reviewView } from './review-view.ts';

/** The step in the history of the browser, so that Back and a reload work. */
type Place =
  | { readonly step: 'find' }
  | { readonly step: 'items' | 'method' | 'review'; readonly pair: PortalPair }
  | { readonly step: 'return'; readonly pair: PortalPair; readonly rma: string };

const STEPS = [
  ['items', 'Items'],
  ['method', 'How to send it'],
  ['review', 'Review'],
] as const;

/** How often a return is asked for while there is no live connection, ms. */
const FALL_BACK_MS = 3_000;

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const api = makePortalApi(makeAsking(session));
  const steps = h('ol.steps', { 'aria-label': 'Steps' });
  const main = h('main');
  const dialog = cancelDialog();
  document.body.append(
    h('p.sandbox-mark', 'Sandbox: a portal to try returns with. Nothing is shipped or paid.'),
    h('header.shop', h('p.brand', 'Returns'), steps),
    main,
    dialog.element,
  );
  let place: Place = { step: 'find' };
  let order: PortalOrder | undefined;
  let draft: Draft = EMPTY_DRAFT;
  let shown = '';
  let isLive = false;
  let isLooking = false;
  let isAsked = false;

  const go = (next: Place, isReplacing = false) => {
    place = next;
    if (isReplacing) page.history.replaceState(next, '');
    else page.history.pushState(next, '');
    draw(true);
  };
  const load = async (pair: PortalPair) => {
    order = await api.order(pair);
  };
  /** An order whose choices are still there, or its items from the beginning. */
  const found = (pair: PortalPair, next: PortalOrder): Place => {
    draft = EMPTY_DRAFT;
    order = next;
    return { step: 'items', pair };
  };

  function view(): HTMLElement {
    const at = place;
    if (at.step === 'find' || !order)
      return findView(
        async (pair) => go(found(pair, await api.order(pair))),
        new URLSearchParams(page.location.search).get('order') ?? '',
      );
    const known = order;
    const { pair } = at;
    if (at.step === 'return') {
      const rma = known.returns.find(({ rma_identifier: id }) => id === at.rma);
      return rma
        ? returnView(known, rma, {
            back: () => go({ step: 'items', pair }),
            print: () => page.print(),
            cancel: () => dialog.ask(rma.rma_identifier, async () => void (await cancel(pair, rma))),
          })
        : h('p.card.quiet', 'This return is not there any more.');
    }
    const change = (next: Draft) => {
      draft = next;
    };
    if (at.step === 'review' && Object.keys(draft.lines).length > 0)
      return reviewView(known, draft, {
        back: () => page.history.back(),
        async confirm() {
          const { rma_identifier: rma } = await api.start(pair, draft);
          await load(pair);
          draft = EMPTY_DRAFT;
          go({ step: 'return', pair, rma });
        },
      });
    if (at.step === 'method' && Object.keys(draft.lines).length > 0)
      return methodView(draft, {
        change,
        back: () => page.history.back(),
        next: () => go({ step: 'review', pair }),
      });
    return itemsView(known, draft, {
      change,
      variants: (line) => api.variants(pair, line),
      back: () => go({ step: 'find' }),
      next: () => go({ step: 'method', pair }),
      follow: (rma) => go({ step: 'return', pair, rma }),
    });
  }

  function draw(isNew: boolean): void {
    const focused = document.activeElement?.id;
    setChildren(main, view());
    const at = order ? place.step : 'find';
    const index = STEPS.findIndex(([step]) => step === at);
    steps.hidden = index === -1;
    setChildren(steps, [
      STEPS.map(([, name], i) =>
        h('li', { class: i < index ? 'done' : '', 'aria-current': i === index ? 'step' : undefined }, name),
      ),
    ]);
    shown = place.step === 'return' ? JSON.stringify(order) : '';
    document.title = at === 'return' ? 'Your return' : 'Returns';
    if (!isNew) {
      if (focused) document.getElementById(focused)?.focus();
      return;
    }
    page.scrollTo(0, 0);
    main.querySelector('h1')?.focus();
  }

  async function cancel(pair: PortalPair, rma: RmaDocument): Promise<void> {
    await api.cancel(pair, rma.rma_identifier);
    await load(pair);
    draw(true);
  }

  /** Redraws a return when it changed. The other steps stay as the shopper left them. */
  async function refresh(): Promise<void> {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && place.step === 'return') {
      isAsked = false;
      // Without an answer the page stays as it is.
      await load(place.pair).catch(() => {});
    }
    isLooking = false;
    if (place.step === 'return' && JSON.stringify(order) !== shown) draw(false);
  }

  async function restore(state: unknown): Promise<void> {
    const next = (state ?? { step: 'find' }) as Place;
    place = next;
    if (next.step !== 'find' && next.pair.order !== order?.order_identifier)
      try {
        await load(next.pair);
      } catch {
        place = { step: 'find' };
      }
    draw(true);
  }

  page.addEventListener('popstate', ({ state }) => void restore(state));
  void restore(page.history.state);
  page.setInterval(() => !isLive && void refresh(), FALL_BACK_MS);
  void runLive({
    page,
    session,
    path: EVENTS_PATH,
    events: () => void refresh(),
    state(connection) {
      isLive = connection === 'live';
      if (connection === 'unknown')
        setChildren(main, h('p.card.quiet', { role: 'alert' }, complaintText(new Unknown())));
    },
  });
}

/** Asks before a return is cancelled. */
function cancelDialog() {
  let act = async () => {};
  const problem = h('p.problem', { role: 'alert' });
  const text = h('p');
  const yes = button(
    'Cancel the return',
    () => {
      yes.disabled = true;
      act()
        .then(() => element.close())
        .catch((error: unknown) => setChildren(problem, complaintText(error)))
        .finally(() => {
          yes.disabled = false;
        });
    },
    { class: 'danger' },
  );
  const element = h('dialog', { 'aria-labelledby': 'cancel-title' });
  element.append(
    h('h2', { id: 'cancel-title' }, 'Cancel this return?'),
    text,
    problem,
    h('div.dialog-acts', [button('Keep it', () => element.close()), yes]),
  );
  return {
    element,
    ask(rma: string, cancel: () => Promise<void>) {
      act = cancel;
      setChildren(problem);
      setChildren(text, `Return ${rma} ends, and nothing has to be sent.`);
      element.showModal();
    },
  };
}

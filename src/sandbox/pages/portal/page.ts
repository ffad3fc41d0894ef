// Connects the steps of the portal: holds the order and what the shopper has chosen, draws one step at a time, and keeps a
// confirmed return up to date.
import { makeAsking } from '../../../page/asking.ts';
import { confirmDialog } from '../../../page/confirm.ts';
import { h, setChildren } from '../../../page/dom.ts';
import { keepFresh, oneAtATime } from '../../../page/fresh.ts';
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

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const api = makePortalApi(makeAsking(session));
  const steps = h('ol.flow.steps', { 'aria-label': 'Steps' });
  const main = h('main');
  const dialog = confirmDialog(complaintText);
  document.body.append(
    h('p.sandbox', 'Sandbox: a portal to try returns with. Nothing is shipped or paid.'),
    h('header.flow.spread.shop', h('p.brand', 'Returns'), steps),
    main,
    dialog.element,
  );
  let place: Place = { step: 'find' };
  let order: PortalOrder | undefined;
  let draft: Draft = EMPTY_DRAFT;
  let shown = '';

  const go = (next: Place) => {
    place = next;
    page.history.pushState(next, '');
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
            cancel: () => askToCancel(pair, rma),
          })
        : h('p.card.hint', 'This return is not there any more.');
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

  const askToCancel = (pair: PortalPair, { rma_identifier: rma }: RmaDocument) => {
    const question = {
      title: 'Cancel this return?',
      text: `Return ${rma} ends, and nothing has to be sent.`,
      yes: 'Cancel the return',
      no: 'Keep it',
    };
    dialog.ask(question, async () => {
      await api.cancel(pair, rma);
      await load(pair);
      draw(true);
    });
  };

  /** Redraws a return when it changed. The other steps stay as the shopper left them. */
  const refresh = oneAtATime(async () => {
    if (place.step !== 'return') return;
    // Without an answer the page stays as it is.
    await load(place.pair).catch(() => {});
    const isStill = (place as Place).step === 'return';
    if (isStill && JSON.stringify(order) !== shown) draw(false);
  });

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
  keepFresh(page, session, EVENTS_PATH, refresh, (connection) => {
    if (connection === 'unknown')
      setChildren(main, h('p.card.hint', { role: 'alert' }, complaintText(new Unknown())));
  });
}

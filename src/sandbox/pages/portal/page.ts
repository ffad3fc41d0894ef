// Connects the steps of the portal: holds the order and what the shopper has chosen, draws one step at a time, and keeps a
// confirmed return up to date.
import { makeAsking } from '../../../page/asking.ts';
import { h, redraw, setChildren } from '../../../page/dom.ts';
import { confirmDialog } from '../../../page/feedback.ts';
import { keepFresh } from '../../../page/fresh.ts';
import { openSession, Unknown } from '../../../page/session.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { findView } from './find-view.ts';
import { itemsView, sumText } from './items-view.ts';
import { returnView } from './return-view.ts';
import { complaintText, makeApi, type Offer, type Order, type Place, type Shop } from './shop.ts';

export function startPage(page: Window & typeof globalThis): void {
  const { document, history } = page;
  const session = openSession(page);
  const api = makeApi(makeAsking(session));
  const main = h('main');
  const sum = h('p.unseen', { role: 'status' });
  const dialog = confirmDialog(complaintText);
  document.body.append(
    h('p.sandbox', 'Sandbox: a portal to try returns with. Nothing is shipped or paid.'),
    h('header.shop', h('p.brand', 'Returns')),
    main,
    sum,
    dialog.element,
  );
  /** The number in the address, as the operator's view gives it. */
  const given = new URLSearchParams(page.location.search).get('order') ?? '';
  let place: Place = { step: 'find' };
  let order: Order | null = null;
  let draft: Draft = EMPTY_DRAFT;
  let problem = '';
  let shown = '';
  const offers = new Map<string, Offer>();

  const go = (next: Place) => {
    place = next;
    history.pushState(next, '');
    draw(true);
  };
  const load = async (id: string) => {
    order = await api.load(id);
  };
  /** Begins with an order from its items. */
  const begin = (found: Order) => {
    draft = EMPTY_DRAFT;
    offers.clear();
    order = found;
    go({ step: 'items', order: found.id });
  };
  const ask = async (of: Order, line: string) => {
    offers.set(line, 'asked');
    draw(false);
    const offer = await api.variants(of, line).catch((error) => ({ complaint: complaintText(error) }));
    offers.set(line, offer);
    draw(false);
  };
  const shopOf = (known: Order): Shop => ({
    ...{ order: known, problem, go },
    get draft() {
      return draft;
    },
    offerOf: (line) => offers.get(line),
    change(changes, isTyping = false) {
      draft = { ...draft, ...changes };
      if (isTyping) return;
      problem = '';
      setChildren(sum, sumText(draft, known));
      draw(false);
    },
    complain(text) {
      problem = text;
      draw(false);
    },
    ask: (line) => void ask(known, line),
  });

  function view(): HTMLElement {
    const at = place;
    if (at.step === 'find' || !order)
      return findView(async (number, email) => begin(await api.find(number, email)), given);
    const known = order;
    if (at.step === 'return') {
      const rma = known.returns.find(({ rma_identifier: id }) => id === at.rma);
      if (!rma) return h('p.sheet.stack.hint', 'This return is not there any more.');
      return returnView(known, rma, {
        back: () => go({ step: 'items', order: known.id }),
        cancel: () => askToCancel(known.id, at.rma),
      });
    }
    return itemsView(shopOf(known), () => confirm(known));
  }

  async function confirm(known: Order): Promise<void> {
    const { rma_identifier: rma } = await api.start(known, draft);
    await load(known.id);
    draft = EMPTY_DRAFT;
    go({ step: 'return', order: known.id, rma });
  }

  /** `isNew`: another step, which begins at its top. */
  function draw(isNew: boolean): void {
    if (isNew) problem = '';
    redraw(main, view());
    shown = place.step === 'return' ? JSON.stringify(order) : '';
    if (!isNew) return;
    page.scrollTo(0, 0);
    main.querySelector('h1')?.focus();
  }

  const askToCancel = (id: string, rma: string) => {
    dialog.ask('Cancel this return?', 'Cancel the return', async () => {
      await api.cancel(rma);
      await load(id);
      draw(true);
    });
  };

  /** Redraws a return when it changed. The other steps stay as the shopper left them. */
  const look = async () => {
    if (place.step !== 'return') return;
    await load(place.order);
    const isStill = (place as Place).step === 'return';
    if (isStill && JSON.stringify(order) !== shown) draw(false);
  };

  async function restore(state: Place | null): Promise<void> {
    place = state ?? (given === '' ? { step: 'find' } : { step: 'items', order: given });
    if (place.step !== 'find' && place.order !== order?.id) await load(place.order).catch(() => {});
    draw(true);
  }

  page.addEventListener('popstate', ({ state }) => void restore(state as Place | null));
  void restore(history.state as Place | null);
  keepFresh(page, session, look, (connection) => {
    if (connection === 'unknown')
      setChildren(main, h('p.sheet.stack.hint', { role: 'alert' }, complaintText(new Unknown())));
  });
}

// Connects the steps of the portal: holds the order and what the shopper has chosen, draws one step at a time, and
// keeps a confirmed return up to date.

import { h, redraw, setChildren } from '../../../page/dom.ts';
import { confirmDialog } from '../../../page/feedback.ts';
import { keepFresh, makeAsking, openSession, type PageSession, Unknown } from '../../../page/session.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { findView } from './find-view.ts';
import { itemsView, sumText } from './items-view.ts';
import { returnView } from './return-view.ts';
import { complaintText, makeApi, type Offer, type Order, type Place, type Shop } from './shop.ts';

export const startPage = (page: Window & typeof globalThis): void => new Portal(page).start();

class Portal implements Shop {
  draft: Draft = EMPTY_DRAFT;
  problem = '';
  private place: Place = { step: 'find' };
  private known: Order | null = null;
  private readonly offers = new Map<string, Offer>();
  private readonly session: PageSession;
  private readonly api: ReturnType<typeof makeApi>;
  private readonly main = h('main');
  private readonly sum = h('p.unseen', { role: 'status' });
  private readonly dialog = confirmDialog(complaintText);
  /** The number in the address, as the operator's view gives it. */
  private readonly given: string;

  constructor(private readonly page: Window & typeof globalThis) {
    this.session = openSession(page);
    this.api = makeApi(makeAsking(this.session));
    this.given = new URLSearchParams(page.location.search).get('order') ?? '';
  }

  start(): void {
    const { page, session, main, sum, dialog } = this;
    page.document.body.append(
      h('p.sandbox', 'Sandbox: a portal to try returns with. Nothing is shipped or paid.'),
      h('header.shop', h('p.brand', 'Returns')),
      main,
      sum,
      dialog.element,
    );
    page.addEventListener('popstate', ({ state }) => void this.restore(state as Place | null));
    void this.restore(page.history.state as Place | null);
    keepFresh(page, session, this.look, (connection) => {
      if (connection === 'unknown')
        setChildren(main, h('p.sheet.stack.hint', { role: 'alert' }, complaintText(new Unknown())));
    });
  }

  /** Of the steps that have one. */
  get order(): Order {
    return this.known!;
  }

  offerOf = (line: string): Offer | undefined => this.offers.get(line);

  change = (changes: Partial<Draft>, isTyping = false): void => {
    this.draft = { ...this.draft, ...changes };
    if (isTyping) return;
    this.problem = '';
    setChildren(this.sum, sumText(this.draft, this.order));
    this.draw(false);
  };

  complain = (text: string): void => {
    this.problem = text;
    this.draw(false);
  };

  ask = async (line: string): Promise<void> => {
    this.offers.set(line, 'asked');
    this.draw(false);
    const complain = (error: unknown) => ({ complaint: complaintText(error) });
    this.offers.set(line, await this.api.variants(this.order, line).catch(complain));
    this.draw(false);
  };

  go = (next: Place): void => {
    this.place = next;
    this.page.history.pushState(next, '');
    this.draw(true);
  };

  private find = async (number: string, email: string): Promise<void> => {
    this.known = await this.api.find(number, email);
    this.draft = EMPTY_DRAFT;
    this.offers.clear();
    this.go({ step: 'items', order: this.known.id });
  };

  private confirm = async (): Promise<void> => {
    const { id: order } = this.order;
    const { rma_identifier: rma } = await this.api.start(this.order, this.draft);
    await this.load(order);
    this.draft = EMPTY_DRAFT;
    this.go({ step: 'return', order, rma });
  };

  private askToCancel(rma: string): void {
    const { id } = this.order;
    this.dialog.ask('Cancel this return?', 'Cancel the return', async () => {
      await this.api.cancel(rma);
      await this.load(id);
      this.draw(true);
    });
  }

  private async load(id: string): Promise<void> {
    this.known = await this.api.load(id);
  }

  /** Redraws a return when it changed. The other steps stay as the shopper left them. */
  private look = async (): Promise<void> => {
    const { place } = this;
    if (place.step !== 'return') return;
    const before = JSON.stringify(this.known);
    await this.load(place.order);
    if (this.place === place && JSON.stringify(this.known) !== before) this.draw(false);
  };

  private async restore(state: Place | null): Promise<void> {
    const { given } = this;
    const place = state ?? (given === '' ? { step: 'find' } : { step: 'items', order: given });
    this.place = place;
    if (place.step !== 'find' && place.order !== this.known?.id) await this.load(place.order).catch(() => {});
    this.draw(true);
  }

  /** `isNew`: another step, which begins at its top. */
  private draw(isNew: boolean): void {
    if (isNew) this.problem = '';
    redraw(this.main, this.view());
    if (!isNew) return;
    this.page.scrollTo(0, 0);
    this.main.querySelector('h1')?.focus();
  }

  private view(): HTMLElement {
    const { place, known } = this;
    if (place.step === 'find' || !known) return findView(this.find, this.given);
    if (place.step === 'items') return itemsView(this, this.confirm);
    const rma = known.returns.find(({ rma_identifier: id }) => id === place.rma);
    if (!rma) return h('p.sheet.stack.hint', 'This return is not there any more.');
    return returnView(known, rma, {
      back: () => this.go({ step: 'items', order: known.id }),
      cancel: () => this.askToCancel(place.rma),
    });
  }
}

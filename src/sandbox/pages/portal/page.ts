// Connects the steps of the portal: holds the order and what the shopper has chosen, draws one step at a time, and
// keeps a confirmed return up to date.
import { button, h, redraw, setChildren } from '../../../page/dom.ts';
import { confirmDialog, whileBusy } from '../../../page/feedback.ts';
import { field, form } from '../../../page/parts.ts';
import { keepFresh, makeAsking, openSession, type PageSession, Unknown } from '../../../page/session.ts';
import { makeViews } from '../../../page/shell.ts';
import { count, moneyText } from '../../../page/words.ts';
import type { Return, RmaItem } from '../types.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { itemsView, itemView, stepView, sumText } from './items-view.ts';
import { complaintText, makeApi, NOWHERE, type Offer, type Order, type Place, type Shop } from './shop.ts';
import { progressOf, refundTypeOf, SETTLED_AS } from './words.ts';

export const startPage = (page: Window & typeof globalThis): void => new Portal(page).start();

class Portal implements Shop {
  draft: Draft = EMPTY_DRAFT;
  problem = '';
  private known: Order | null = null;
  private readonly offers = new Map<string, Offer>();
  private readonly session: PageSession;
  private readonly api: ReturnType<typeof makeApi>;
  private readonly main = h('main');
  private readonly sum = h('p.unseen', { role: 'status' });
  private readonly dialog = confirmDialog(complaintText);
  /** The operator's view gives the number of an order. */
  private readonly views;

  constructor(private readonly page: Window & typeof globalThis) {
    this.session = openSession(page);
    this.api = makeApi(makeAsking(this.session));
    this.views = makeViews(page, { first: NOWHERE, known: {} }, () => void this.restore());
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
    void this.restore();
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

  go = (next: Partial<Place>): void => this.views.go({ ...NOWHERE, ...next });

  private find = async (number: string, email: string): Promise<void> => {
    this.known = await this.api.find(number, email);
    this.draft = EMPTY_DRAFT;
    this.offers.clear();
    this.go({ order: this.known.id });
  };

  private confirm = async (): Promise<void> => {
    const { id: order } = this.order;
    const { rma_identifier: rma } = await this.api.start(this.order, this.draft);
    await this.load(order);
    this.draft = EMPTY_DRAFT;
    this.go({ order, rma });
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
    const place = this.views.now;
    if (place.rma === '') return;
    const before = JSON.stringify(this.known);
    await this.load(place.order);
    if (this.views.now === place && JSON.stringify(this.known) !== before) this.draw(false);
  };

  private async restore(): Promise<void> {
    const { order } = this.views.now;
    if (order !== '' && order !== this.known?.id) await this.load(order).catch(() => {});
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
    const { known } = this;
    const { order, rma: chosen } = this.views.now;
    if (order === '' || !known) return findView(this.find, order);
    if (chosen === '') return itemsView(this, this.confirm);
    const rma = known.returns.find(({ rma_identifier: id }) => id === chosen);
    if (!rma) return h('p.sheet.stack.hint', 'This return is not there any more.');
    return returnView(known, rma, {
      back: () => this.go({ order }),
      cancel: () => this.askToCancel(chosen),
    });
  }
}

// The first step: find an order by its number and e-mail.

/** `given`: the number of an order that is filled in. */
function findView(find: (order: string, email: string) => Promise<void>, given: string): HTMLElement {
  const needed = { required: true, 'aria-describedby': 'find-problem' };
  const order = field('order', 'Order number', {
    ...needed,
    placeholder: 'For example SO-1001',
    value: given,
  });
  const asEmail = { type: 'email', autocomplete: 'email', placeholder: 'The e-mail of the order' };
  const email = field('email', 'E-mail', { ...needed, ...asEmail });
  const problem = h('p.problem', { role: 'alert', id: 'find-problem' });
  const submit = h('button.primary', { type: 'submit' }, 'Find my order');
  const complain = (text: string, { input }: typeof order) => {
    setChildren(problem, text);
    input.focus();
  };
  const send = () => {
    const [number, address] = [order.input.value.trim(), email.input.value.trim()];
    if (number === '' || address === '')
      return complain('Enter your order number and e-mail.', number === '' ? order : email);
    setChildren(problem);
    void whileBusy(
      submit,
      'Looking …',
      () => find(number, address),
      (error) => complain(complaintText(error), order),
    );
  };
  const view = stepView(
    null,
    'Start a return',
    h('p.hint.lead', [
      'Send something back, swap it, or follow a return. Your order number and e-mail are in your order confirmation.',
    ]),
    form('sheet stack', send, order.element, email.element, problem, submit),
  );
  view.classList.add('narrow');
  return view;
}

// A return after it was confirmed: how far it is, its items, and whether it can still be cancelled.

interface ReturnActs {
  cancel(): void;
  back(): void;
}

function returnView(order: Order, rma: Return, acts: ReturnActs): HTMLElement {
  const { items } = rma;
  const { title, tone } = progressOf(rma);
  const tracking = [
    ...new Set(items.map((unit) => unit.tracking_number).filter((number) => number !== null)),
  ];
  const total = items.reduce((sum, unit) => sum + worthOf(unit), 0);
  return h('div.stack.step', [
    button('← Order', acts.back, { class: 'link' }),
    h('section', { class: `sheet stack state ${tone}`, 'aria-live': 'polite' }, [
      h('p.number', `Return ${rma.rma_identifier}`),
      h('h1', { tabindex: -1 }, title),
      tracking.length > 0 && h('p.hint', `Tracking number ${tracking.join(', ')}`),
    ]),
    h('section.sheet.stack', [
      h('h2', count(items.length, 'item')),
      h('ul.stack', [items.map((unit, i) => unitRow(unit, refundTypeOf(rma, i), order))]),
      h('p.flow.spread.total-line', [
        'Estimated value, with taxes and discounts',
        h('strong', moneyText(total, order.currency)),
      ]),
      rma.exchange.order_identifier !== null &&
        h('p.hint', `Your exchange order: ${rma.exchange.order_identifier}`),
    ]),
    rma.next.includes('cancel') &&
      h('section.sheet.stack', [
        h('div.flow.spread', [
          h('p', 'Changed your mind?'),
          button('Cancel this return', acts.cancel, { class: 'danger', id: 'cancel' }),
        ]),
      ]),
  ]);
}

const worthOf = (unit: RmaItem): number => unit.refund_financials.estimated_refund_amount_cents;

function unitRow(unit: RmaItem, refundType: string, order: Order): HTMLElement {
  const line = order.lines.find(({ line: id }) => id === unit.order_line_item_identifier);
  const state = [SETTLED_AS[refundType] ?? refundType, unit.package_tracking_status, unit.receiving_status];
  return h('li.item', [
    itemView(line?.title ?? unit.sku, [
      h('p.hint', [unit.sku, unit.return_reason].filter(Boolean).join(' · ')),
      h('p.wish-text', state.filter(Boolean).join(' · ')),
    ]),
    h('p.amount', moneyText(worthOf(unit), order.currency)),
  ]);
}

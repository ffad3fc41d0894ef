// What the steps of the portal see and do, and what the portal asks of the sandbox, by the same paths as the
// operator's view.
import { uriPart } from '../../../basics/text.ts';
import { type Asking, Refused, Unknown } from '../../../page/session.ts';
import type {
  Return,
  ReturnableDocument,
  ReturnableLine,
  RmaDocument,
  RmaList,
  StoredOrder,
  VariantsDocument,
} from '../types.ts';
import { type Draft, type Variant, wishOf } from './draft.ts';

/** An order as its shopper sees it. */
export interface Order {
  readonly id: string;
  readonly email: string;
  readonly currency: string;
  readonly createdAt: string;
  readonly lines: readonly ReturnableLine[];
  /** Newest first. */
  readonly returns: readonly Return[];
}

/** The step, as the address says it: an order and what of it comes back, or one of its returns; without one the search. */
export type Place = { readonly order: string; readonly rma: string };
export const NOWHERE: Place = { order: '', rma: '' };

/** What can be had instead of a line: asked for, answered, or why not. */
export type Offer = 'asked' | readonly Variant[] | { readonly complaint: string };

export interface Shop {
  readonly order: Order;
  readonly draft: Draft;
  /** What is missing or went wrong, said at the end of the step. */
  readonly problem: string;
  offerOf(line: string): Offer | undefined;
  /** Changes what is chosen, and draws it; not while somebody types. */
  change(changes: Partial<Draft>, isTyping?: boolean): void;
  complain(problem: string): void;
  ask(line: string): void;
  go(place: Partial<Place>): void;
}

export function makeApi(asking: Asking) {
  /** Null when there is none. */
  async function load(id: string): Promise<Order | null> {
    const at = uriPart(id);
    const stored = await asking.find<StoredOrder>(`/_sandbox/orders?id=${at}`);
    if (!stored) return null;
    const returnable = await asking.get<ReturnableDocument>(`/_sandbox/returnable?order=${at}`);
    const { rmas } = await asking.get<RmaList>(`/_sandbox/rmas?order=${at}&limit=100`);
    const { customer, created_at: createdAt = '' } = stored.order ?? {};
    return {
      id,
      email: customer?.email ?? '',
      currency: returnable.currency,
      createdAt,
      lines: returnable.lines,
      returns: rmas,
    };
  }
  return {
    load,
    /** An order that does not exist and a wrong e-mail are answered alike, as a portal does. @throws Refused */
    async find(number: string, email: string): Promise<Order> {
      const found = await load(number);
      if (found?.email && found.email.toLowerCase() === email.toLowerCase()) return found;
      throw new Refused(NOT_FOUND, 404);
    },
    variants: async ({ id }: Order, line: string) =>
      (await asking.get<VariantsDocument>(`/_sandbox/variants?order=${uriPart(id)}&line=${uriPart(line)}`))
        .variants,
    start: ({ id }: Order, draft: Draft) => asking.post<RmaDocument>('/_sandbox/returns', wishOf(id, draft)),
    cancel: (rma: string) => asking.post<RmaDocument>(`/_sandbox/rmas/${uriPart(rma)}/cancel`, {}),
  };
}

const NOT_FOUND =
  'We cannot find an order with this number and e-mail. Check both: they are in your order confirmation.';

/** What went wrong, for the shopper. */
export function complaintText(error: unknown): string {
  if (error instanceof Unknown)
    return 'This page belongs to no running sandbox. Open the address that the sandbox printed.';
  if (error instanceof Refused) return error.message;
  return 'We cannot reach our service. Try again in a moment.';
}

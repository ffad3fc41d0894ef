// What a shopper asks for, as the life cycle takes it: lines with units, and for an exchange a variant that the retailer offers.
import { isObject, parsedJson } from '../../basics/json.ts';
import { meantText } from '../../basics/text.ts';
import { validateVariantsAnswer, variantsOf } from '../../contract/exchange-rules/answers.ts';
import type { VariantsDocument } from '../documents.ts';
import type { LineReturnable } from '../life-cycle/create-return.ts';
import { listed, named, refusal, refuse } from '../life-cycle/parts.ts';
import type { Refusal, ReturnMethod, WantedLine } from '../life-cycle/types.ts';

/** What a shopper asks for. Without `lines`: every unit that can be returned. */
export interface ReturnRequest {
  readonly order: string;
  readonly lines?: readonly {
    readonly line: string;
    readonly units: number;
    readonly reason?: string;
    /** SKU of a variant that the retailer offers for the line. */
    readonly exchange?: string;
    readonly giftCard?: boolean;
  }[];
  readonly method?: ReturnMethod;
  /** Default for lines without a reason. */
  readonly reason?: string;
  /** For lines without one. */
  readonly exchange?: string;
  readonly giftCard?: boolean;
  readonly giftee?: string;
}

/** A variant as the retailer offers it: what the portal shows of it. */
export type OfferedVariant = VariantsDocument['variants'][number];

export type Offered =
  | { readonly variants: readonly OfferedVariant[]; readonly refused?: undefined }
  | { readonly refused: Refusal };

/** The life cycle puts the reason that is assumed in its place. */
const NO_REASON = '';
const NOTHING = 'The order has no line that can be returned.';

/** The lines that are wished for, each exchange with a variant that the retailer offers. */
export async function wantedLines(
  open: readonly LineReturnable[],
  request: ReturnRequest,
  variants: (order: string, line: string) => Promise<Offered>,
): Promise<readonly WantedLine[] | Refusal> {
  const asked: NonNullable<ReturnRequest['lines']> =
    request.lines ??
    open
      .filter(({ returnable }) => returnable > 0)
      .map(({ line, returnable }) => ({ line: line.identifier, units: returnable }));
  if (asked.length === 0)
    return open.find(({ reason }) => reason)?.reason ?? refusal('return.nothing', NOTHING);
  const wanted: WantedLine[] = [];
  const offers = new Map<string, Offered>();
  /** Units by sku: entries of one return share the stock. */
  const taken = new Map<string, number>();
  for (const one of asked) {
    const reason = one.reason ?? request.reason ?? NO_REASON;
    const own = one.exchange !== undefined || one.giftCard !== undefined;
    const exchange = own ? one.exchange : request.exchange;
    const giftCard = own ? one.giftCard : request.giftCard;
    if (exchange === undefined) {
      wanted.push({ line: one.line, units: one.units, reason, settle: giftCard ? 'gift_card' : 'refund' });
      continue;
    }
    const offered = offers.get(one.line) ?? (await variants(request.order, one.line));
    offers.set(one.line, offered);
    if (offered.refused) return offered.refused;
    const chosen = offered.variants.find(({ sku }) => sku === exchange);
    if (!chosen) return notOffered(exchange, offered.variants);
    const units = (taken.get(chosen.sku) ?? 0) + one.units;
    taken.set(chosen.sku, units);
    const { sku, title, unit_price_amount_cents: unitPriceCents, quantity_in_stock: stock } = chosen;
    if (stock < units)
      return refusal(
        'variants.stock',
        `The retailer has ${stock} of ${named(sku)} in stock, and ${units} are wished for. Choose another variant or a refund.`,
      );
    const settle = { exchange: { sku, title, unitPriceCents } };
    wanted.push({ line: one.line, units: one.units, reason, settle });
  }
  return wanted;
}

export function readVariants(answer: string): Offered {
  const value = parsedJson(answer);
  if (value === undefined)
    return refuse('variants.answer', 'The retailer answered the variants request without JSON.');
  const [wrong] = validateVariantsAnswer(value).filter(({ severity }) => severity === 'error');
  if (wrong)
    return refuse(
      'variants.answer',
      `The retailer's variants break a rule: ${wrong.code} at ${wrong.path || 'the top'}. returns explain ${wrong.code} says more.`,
    );
  return { variants: (variantsOf(value) ?? []).filter(isObject).map(offeredVariant) };
}

const offeredVariant = (variant: Record<string, unknown>): OfferedVariant => ({
  sku: variant['sku'] as string,
  title: isText(variant['title']) ? variant['title'] : (variant['sku'] as string),
  unit_price_amount_cents: variant['unit_price_amount_cents'] as number,
  quantity_in_stock: variant['quantity_in_stock'] as number,
  attributes: attributesOf(variant['attributes']),
  image_url: isText(variant['image_url']) ? variant['image_url'] : null,
});

/** Those with texts: the portal shows nothing else. */
function attributesOf(value: unknown): OfferedVariant['attributes'] {
  const all: unknown[] = Array.isArray(value) ? value : [];
  return all
    .filter(isObject)
    .map(({ name, value: text }) => ({ name, value: text }))
    .filter((one): one is { name: string; value: string } => isText(one.name) && isText(one.value));
}

const isText = (value: unknown): value is string => typeof value === 'string';

const notOffered = (sku: string, variants: readonly OfferedVariant[]): Refusal => {
  const offered = variants.map((variant) => variant.sku);
  return refusal(
    'variants.sku',
    offered.length === 0
      ? `The retailer offers no variants for this line, so ${named(sku)} cannot be chosen.`
      : `The retailer does not offer ${named(sku)}.${meantText(sku, offered)} Offered: ${listed(offered)}.`,
  );
};

// Columns of money called `Gutschein` or `Voucher`: a gift card that was paid with, or a discount. Only a person can tell.
import type { Column } from './columns.ts';
import { type Concept, conceptsIn, wordsOf } from './words.ts';

const VOUCHER =
  /^(?:gutscheine?|vouchers?|bon|bons|vales?|buon[oi]|bonos?|bonnen|waardebon(?:nen)?|gavekort)$/;
/** Words beside it that say no more: with `code`, `promo` or `discount` it is something else. */
const AMOUNT =
  /^(?:amount|betrag|wert|value|summe|sum|total|gesamt|montant|valeur|importe?|importo|valor|valore|bedrag|used|redeemed|applied|eingelost|eingeloste[rs]?|usado|utilise|usato|ingewisseld|cents?|brutto|in|de|of|do|del)$/;

export const isVoucher = ({ name }: Pick<Column, 'name'>): boolean => {
  const words = wordsOf(name.slice(name.lastIndexOf('.') + 1));
  const others = words.filter((word) => !VOUCHER.test(word));
  return others.length < words.length && others.every((word) => AMOUNT.test(word));
};

const DISCOUNT = conceptsIn('coupon discount');
const GIFT_CARD = conceptsIn('credit other');

/** The column as that of a gift card. */
export function asGiftCard(column: Column): Column {
  const { meaning } = column;
  const kept = [...meaning.concepts].filter((one) => !DISCOUNT.includes(one));
  return { ...column, meaning: { ...meaning, concepts: new Set<Concept>([...kept, ...GIFT_CARD]) } };
}

// What the cells of a column look like: a name of a person, money, the words of a status, codes of articles.
import { rateIn } from '../../../basics/units.ts';
import { isStateName } from '../../../input/mapping/values/place-codes.ts';
import { DEADLINE } from '../../audit/dates.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { Column } from '../look/columns.ts';
import { type Concept, conceptsIn, meansOf, type OrderStatus, statusMeant, wordsOf } from '../look/words.ts';
import { FEWEST } from './sums.ts';

const YES_OR_NO = /^(?:y|n|yes|no|true|false|ja|nein|oui|non|si|sí|sim|nao|não|tak|nie)$/i;
const isAnswer = ({ texts }: Column): boolean => texts.every((text) => YES_OR_NO.test(text));
const TICK = /^(?:x|\u2713|\u2714|\u2611|done|ok)$/i;
/** What has left is ticked, or has a yes, under a name that says nothing else. */
export const isShippedTick = ({ name, texts, meaning: { concepts, unknown } }: Column): boolean =>
  unknown === 0 &&
  speaksOf(name, LEFT) &&
  [...concepts].every((one) => OF_TICK.includes(one)) &&
  texts.some((text) => TICK.test(text) || /^(?:y|ja?|yes|true|oui|si|s\u00ed|sim|tak)$/i.test(text)) &&
  texts.every((text) => TICK.test(text) || YES_OR_NO.test(text) || /^[j-]$/i.test(text));
const LEFT =
  /^(?:shipped|sent|d[ei]spatched|fulfilled|versendet|versandt|verschickt|abge|expedie|envoye|enviad|despachad|expedid|spedit|verzonden|verstuurd|wyslan|nadan|skicka|a?f?sendt)/;
const OF_TICK = conceptsIn('ship order status');

/** A date that was planned, in whatever compound: `Lieferfrist`. */
export const isPlanned = ({ name }: Column): boolean =>
  speaksOf(`${name} ${wordsOf(name).join(' ')}`, DEADLINE);

/** A date of the arrival, by the last word of its path: beside another one it is no ship date. */
export const isArrival = ({ name }: Column): boolean =>
  speaksOf(name.slice(name.lastIndexOf('.') + 1), ARRIVAL);
const ARRIVAL =
  /^(?:deliver|arriv|zugestellt|zustell|geliefert|ausgeliefert|liefer(?!schein)|livre|livraison|entreg|consegn|bezorg|afgelever|gelever|lever|dostaw|dostarcz|dorecz|nadejsc)/;

/** Seconds or milliseconds since the epoch, whatever the name says. */
export const isEpoch = ({ texts }: Column): boolean =>
  texts.every((text) => /^1[5-9]\d{8}(?:\d{3})?$/.test(text));

export const isText = (column: Column): boolean =>
  column.share.email < 0.5 && column.share.date < 0.5 && !isAnswer(column);
export const isWord = (column: Column): boolean => isText(column) && column.share.word > 0.6;
/** Hardly a name of a person has a digit. */
export const isName = (column: Column): boolean =>
  isWord(column) && column.texts.filter((text) => /\d/.test(text)).length <= column.texts.length / 2;
/** Nearly all texts are one word, as a first name or a family name is, or one behind `van der`. */
export const isHalfName = (one: Column): boolean =>
  isName(one) &&
  !isAnswer(one) &&
  one.texts.filter((text) => HALF_NAME.test(text)).length > one.texts.length * 0.7;
const HALF_NAME =
  /^(?:(?:van|von|vom|zu|zur|de[nr]?|del|della|di|da|dos?|das|du|des|la|le|las|los|el|al|bin|ben|te[nr]?|a[fv]|st\.?) )*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}][\p{L}\p{M}'\u2019.-]+$/iu;

/** Coordinates and rates have more decimals than money; zeros at the end, as databases write them, are none. */
export const isMoney = ({ texts, name }: Column): boolean =>
  !name.includes('%') &&
  texts.filter((text) => /[.,]\d{3}\d*[1-9]0*\D*$/.test(text)).length * 10 <= texts.length;
export const isStatus = ({ words, share }: Column): boolean =>
  words !== undefined &&
  words.size <= 30 &&
  share.word === 1 &&
  (isMostOf(words, () => 1) || isMostOf(words, (rows) => rows));

/** Most words, or those of most rows, are those of a status. */
function isMostOf(words: ReadonlyMap<string, number>, weight: (rows: number) => number): boolean {
  let sum = 0;
  for (const [word, rows] of words) {
    const isKnown = statusMeant(word) !== undefined && !isStateName(word);
    sum += isKnown ? weight(rows) : -weight(rows);
  }
  return sum > 0;
}

/** Among a few words is one with this meaning. */
export const hasMeaning = ({ words }: Column, status: OrderStatus): boolean =>
  words !== undefined && words.size <= 12 && [...words.keys()].some((word) => statusMeant(word) === status);

/** A column that is called status may hold codes, or words that are not known: they are asked for. `Estado` may be a province. */
export const isNamedStatus = (column: Column): boolean => {
  const { words, share, meaning } = column;
  if (words === undefined || words.size > 30 || share.date > 0.5 || isAnswer(column)) return false;
  const isCode = share.house === 1 && words.size <= 12;
  return (
    isStatus(column) ||
    isCode ||
    meaning.concepts.has('status') ||
    (meaning.concepts.has('order') && words.size <= 12)
  );
};

export const SUPPLIER =
  /^(?:vendor|supplier|lieferant|fournisseur|proveedor|fornecedor|fornitore|leverancier|dostaw)/;

/** What the shopper gave to somebody else: whether a return gives it back is nobody's to guess. */
export const DONATION =
  /^(?:donation|donated|charity|spende|don$|dons$|donacion|donativo|doacao|donazion|beneficenza|donatie|darowizna|donasjon|gava$)/;

/** What has arrived left days before. */
export const ARRIVED =
  /^(?:delivered|received|zugestellt|ausgeliefert|entregado|recibido|livree?$|recu$|consegnato|bezorgd|ontvangen|dostarczon|levererad)/;

/** Positions of lines: 1, 2, 10, 20. */
export const areSmall = ({ words, share }: Column): boolean =>
  share.whole > 0.98 && words !== undefined && [...words.keys()].every((text) => text.length <= 3);

/** Numbers that a program gave. */
export const isDigits = ({ texts }: Column): boolean => texts.every((text) => /^\d+$/.test(text));

/** Short texts with digits or capital letters, and no words: `A-100`. */
export const isCodes = (column: Column): boolean => {
  const { texts } = column;
  const codes = texts.filter(
    (text) => /^\S{2,24}$/.test(text) && /[\dA-Z]/.test(text) && !/^\d[\d.,]*[.,]\d+$/.test(text),
  );
  return isText(column) && codes.length >= texts.length * 0.9;
};

const OF_TITLE = conceptsIn('title product name item line');
const isTitled = ({ unknown, concepts }: Column['meaning']): boolean =>
  unknown === 0 && [...concepts].every((one) => OF_TITLE.includes(one));
/** Codes under a name that says more than title or article: `Artikel ARTNR_X`, `Position charge`. */
export const isNamedCode = (c: Column): boolean =>
  !isTitled(c.meaning) && isCodes(c) && c.texts.every((text) => /\d/.test(text) || !/\p{Ll}/u.test(text));

/** Called as the number of an article may be, and not as that of a supplier or of a customer. */
export const isArticleNumber = ({ name, meaning }: Column): boolean =>
  meansOf(meaning, ARTICLE) && !speaksOf(name, SUPPLIER) && !meansOf(meaning, ['customer', 'line']);
const ARTICLE = conceptsIn('sku product item number code reference');

const SELLER =
  /^(?:seller|merchant|vendeur|marchand|verkaufer|handler|vendedor|lojista|venditore|verkoper|sprzedaw|saljare)/;
/** Numbers that the seller gave its articles, not the marketplace; that of a seller itself stands beside many. */
export const isOfSeller = (c: Column): boolean => isCodes(c) && c.distinct > 1 && speaksOf(c.name, SELLER);

/**
 * Few whole numbers up to 99 beside amounts with cents; or any numbers below 100 with percent signs, or under a name that says that
 * they are rates.
 */
export const isRate = ({ name, texts, meaning, filled, distinct }: Column): boolean => {
  const isOfAmounts = meansOf(meaning, ['tax', 'discount']);
  const given = texts.filter((text) => text.trim() !== '');
  // `VAT 20%` may hold the amounts at that rate.
  const isName = meaning.concepts.has('rate') || /^\D*%\D*$/.test(name);
  const isSaid = isOfAmounts && (isName || given.every((text) => text.includes('%')));
  return (
    (isOfAmounts || meaning.concepts.has('rate')) &&
    filled >= FEWEST &&
    given.some((text) => /[1-9]/.test(text)) &&
    (isSaid
      ? distinct <= MOST_SAID && given.every((text) => !Number.isNaN(rateIn(text)))
      : distinct <= MOST_RATES && given.every((text) => /^\d{1,2}(?:[.,][05])? ?%?$/.test(text.trim())))
  );
};
const MOST_RATES = 6;
const MOST_SAID = 40;

// Columns of money called `Gutschein` or `Voucher`: a gift card that was paid with, or a discount. Only a person can tell.

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

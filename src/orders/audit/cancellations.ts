// What was cancelled, or never became an order: columns and words that say so, of orders and lines that are sent without it.
import { notAnOrder, openLines, unusedCancellation } from '../../contract/order-rules/audit.ts';
import { saidOf } from './money.ts';
import { CANCEL, isNegated } from './statuses.ts';
import type { AuditedOrder, Subject } from './subject.ts';
import { type Doubt, entriesThatSpeak, isNothing, type Question, speaksOf, wordsIn } from './suspicion.ts';

const FIELD = 'status';
const MOST_LETTERS = 40;

/** Nothing of it is sent as cancelled. */
const isWhole = ({ order, items }: AuditedOrder) =>
  order.status !== 'Cancelled' && items.every(({ quantity_canceled: units = 0 }) => units === 0);

/** A column says that something was cancelled, and nothing of the order is. */
const cancellationsThatAreLeftOut: Question = (subject) => {
  const speaks = (order: AuditedOrder, name: string) =>
    subject.textsOf(order, name).some((text) => !isNothing(text));
  const whole = subject.orders.filter(isWhole);
  const said = saidOf(subject, whole, CANCEL, speaks);
  const [entries] = entriesThatSpeak(subject, whole, CANCEL);
  return said.orders.length === 0 && entries
    ? cancelledByEntries(entries)
    : { rule: unusedCancellation, field: FIELD, ...said, lineColumn: lineColumn(subject, said.columns[0]) };
};

const lineColumn = (subject: Subject, name: string | undefined) =>
  name !== undefined && subject.isOfLines(name) ? name : undefined;

/** Of one word, what has an entry with it was cancelled. */
function cancelledByEntries({ name, words, orders }: ReturnType<typeof entriesThatSpeak>[number]): Doubt {
  const [word = '', ...more] = words;
  const [, list = '', key = ''] = /^([^[]+)\[\]\.([^.[]+)$/.exec(name) ?? [];
  const isOne = more.length === 0 && key !== '' && !/[.[\]=]/.test(word);
  const columns = isOne ? [`${list}[${key}=${word}].${key}`] : [name];
  return { rule: unusedCancellation, field: FIELD, columns, others: isOne ? [] : [name], orders };
}

/** A line that was not delivered. */
const GONE =
  /^(?:nichtmehr|nicht)?(?:lieferbar|verfugbar|vorratig)$|^(?:ausverkauft|vergriffen|entfall(?:t|en)$|gestrichen|outofstock|soldout|unavailable|notavailable|discontinued|rupture|epuise|indisponi|agotad|sinstock|sinexistencias|esgotad|esaurit|nondisponibil|uitverkocht|nietleverbaar|nietopvoorraad|wyprzedan|niedostepn|slutsald|欠品|在庫切れ|品切れ)/u;
/** Columns of what the article, the payment or the parcel is like. */
const BESIDE =
  /^(?:stock|availab|inventor|lager|bestand|verfugbar|vorrat|payment|transaction|zahl|paiement|pago|pagamento|betal|subscri|abo$|return|retour|refund|title|titel|product|produkt|article|artikel|name|description|beschreib)/;

const saysGone = (text: string): boolean => {
  const words = wordsIn(text);
  const isGone = (_: string, i: number) => GONE.test(words.slice(i).join(''));
  return (
    text.length <= MOST_LETTERS &&
    words.some(isGone) &&
    !/^(?:lieferbar|verfugbar|vorratig)$/.test(words.join(''))
  );
};
const saysCancelled = (text: string): boolean =>
  text.length <= MOST_LETTERS && speaksOf(text, CANCEL) && !isNegated(text);

/** Without those about whose orders another column says the same. */
function ofOtherOrders(doubts: readonly Doubt[]): readonly Doubt[] {
  const known = new Set<AuditedOrder>();
  return doubts.filter(({ orders }) => {
    const { size } = known;
    for (const order of orders) known.add(order);
    return known.size > size;
  });
}

/** Under any other name, a few words of which some say that a line was cancelled. */
const wordsOfCancelledLines: Question = (subject) =>
  ofOtherOrders(
    subject.unused.map((name): Doubt => {
      const isBeside = speaksOf(name, BESIDE) || speaksOf(name, CANCEL);
      const all = isBeside ? [] : [...subject.wordsOf(name)];
      const found = all.filter(([word]) => saysGone(word) || saysCancelled(word));
      return {
        rule: unusedCancellation,
        field: FIELD,
        columns: [name],
        orders: [...new Set(found.flatMap(([, orders]) => orders))].filter(isWhole),
        words: Object.fromEntries(found.map(([word]) => [word, name])),
        lineColumn: lineColumn(subject, name),
      };
    }),
  );

/** By chance one column of so many is like that. */
const CHANCE = 0.01;
const SEVERAL = 2;

/**
 * A code that all lines of the cancelled orders have, or of those that have not shipped, and few of the others: a line with it
 * beside lines with another was cancelled too, or has not left.
 */
const codesOfLines: Question = (subject) =>
  (['Cancelled', 'Created'] as const).flatMap((status): readonly Doubt[] => {
    const isOne = ({ order }: AuditedOrder) => order.status === status;
    const own = subject.orders.filter(isOne);
    const shipped = subject.orders.filter(({ order }) => order.status === 'Shipped');
    if (own.length < SEVERAL) return [];
    for (const name of subject.unused) {
      if (subject.wordsOf(name).size === 0) continue;
      const codesOf = (order: AuditedOrder) => subject.ofLines(order, name) ?? [''];
      const [code = '', ...more] = new Set(own.flatMap(codesOf));
      if (code === '' || more.length > 0 || saysGone(code) || saysCancelled(code)) continue;
      const others = shipped.map(codesOf);
      const share = others.flat().filter((one) => one === code).length / others.flat().length;
      const isMixed = (codes: readonly string[]) => codes.includes(code) && codes.some((one) => one !== code);
      // Of the shipped orders none has this code alone, and it is none that lines have by chance.
      if (others.some((codes) => codes.includes(code) && !isMixed(codes))) continue;
      if (share ** own.flatMap(codesOf).length * subject.unused.length > CHANCE) continue;
      const orders = shipped.filter((_, i) => isMixed(others[i]!));
      const rule = status === 'Cancelled' ? unusedCancellation : openLines;
      if (orders.length > 0)
        return [{ rule, field: FIELD, columns: [name], orders, words: { [code]: name }, lineColumn: name }];
    }
    return [];
  });

const NO_ORDER =
  /^(?:tests?$|testing$|test(?:order|auftrag|bestell|kauf)|quotes?$|quotation|angebot|offert|kostenvoranschlag|devis$|presupuesto|cotizac|orcamento|preventiv|wycena|proforma|drafts?$|entwurf|brouillon|borrador|rascunho|bozza|szkic|musterbestell|warenkorb|abandoned|見積|下書|テスト)/u;
const SOURCE =
  /^(?:source|origin|channel|kanal|herkunft|quelle|utm|campaign|kampagne|referr|coupon|tag|note|notiz|bemerk|remark|comment|kommentar)/;
const YES = /^(?:y|yes|ja|j|true|1|x|oui|si|sí|sim|tak|on)$/i;

/** A document that takes something back: an order only under the name of a column of kinds of documents. */
const CREDIT =
  /^(?:credit|crn$|cn$|gutschrift|storno|korrektur|rechnungskorrektur|return|retour|retur|refund|avoir|nota(?:de)?credit|notadicredit|abono|devoluc|rectificat|creditnot|kreditnot|korekt|korygu|hyvitys|zwrot|reso|resi|赤伝)/u;
const KIND =
  /^(?:(?:auftrags|bestell|bewegungs|geschafts|order|vorgangs)?(?:type?|art|vorfall)|tipo|kind|class|klasse|doc|document|dokument|documento|beleg|voucher|vorgang|transaction|tipodoc|record|satzart|soort|rodzaj)/;

/** What nobody bought, such as goods that move to another warehouse: only where a column tells kinds of whole documents apart. */
const NO_SALE =
  /^(?:umlager|umbuchung|lieferantenbestell|einkaufsbestell|eigen(?:verbrauch|bedarf)|muster|reparatur|inventur|transfer|purchaseorder|(?:supplier|vendor)order|internal(?:use|consum)|sample|repair|stock(?:take|adjust)|(?:commande|ordine|pedidoa?|orden)(?:fo[ru]rn|proveedor)|(?:usage|consumo|uso)intern|autoconsumo|echantillon|reparati|reparac|riparaz|naprawa|inventai|inventari|traspaso|trasferiment|muestra|amostra|campion|inkooporder|eigengebruik|monster|przesuniecie|probka)/u;
const SALE =
  /^(?:sales?$|sell|sold|order|verkauf|auftrag|bestell|kauf|vente|commande|venta|pedido|venda|vendita|ordine|verkoop|sprzedaz|zamowien|webshop|online|shop|standard|normal|注文|売上)/u;
/** Kinds of payments, of carriers, of customers or of articles. */
const OF_ELSE =
  /^(?:payment|zahl|paiement|pago|pagamento|betal|ship|deliver|liefer|versand|customer|kund|client|item|line|pos|product|produkt|produit|article|artikel)/;

/** Quotations, drafts, tests and credit notes among the orders: a column of kinds, or one that is called so and says yes. */
const whatIsNoOrder: Question = (subject) =>
  ofOtherOrders(
    subject.unused.flatMap((name): readonly Doubt[] => {
      const isKind = speaksOf(name, KIND) && subject.wordsOf(name).size > 1;
      if ((speaksOf(name, BESIDE) && !isKind) || speaksOf(name, SOURCE)) return [];
      const isNamed = speaksOf(name, NO_ORDER);
      const isOfWhole = isKind && !speaksOf(name, OF_ELSE);
      const says = (word: string) =>
        speaksOf(word, NO_ORDER) ||
        (isKind && speaksOf(word, CREDIT)) ||
        (isOfWhole && speaksOf(word, NO_SALE));
      const isOne = (word: string) => (isNamed ? YES.test(word) : word.length <= MOST_LETTERS && says(word));
      const found = [...subject.wordsOf(name)].filter(([word]) => isOne(word));
      const orders = [...new Set(found.flatMap(([, orders]) => orders))];
      const kept = isNamed ? [] : [...subject.wordsOf(name).keys()].filter((word) => !isOne(word));
      const isSale = (word: string) => speaksOf(word, SALE);
      const beside = { sales: kept.filter(isSale), others: kept.filter((word) => !isSale(word)) };
      const isOfOrder = orders.every((order) => new Set(subject.textsOf(order, name)).size === 1);
      const words = Object.fromEntries(found.map(([word]) => [word, name]));
      const field = 'identifier';
      return isOfOrder ? [{ rule: notAnOrder, field, columns: [name], orders, words, beside }] : [];
    }),
  );

/** What a column is called that says what the shop deleted. */
const DELETED =
  /^(?:deleted|deletion|trashed|gelosch|supprime|eliminad|apagad|verwijderd|usuniet|slettet|raderad|削除)/u;
/** What else may be deleted than orders and lines. */
const ACCOUNT =
  /^(?:customer|user|account|buyer|member|kunde|konto|client|klient|klant|product|produkt|article|artikel)/;

/** A date, a person or a yes in a column that is called so, in some of the orders. */
const whatWasDeleted: Question = (subject) =>
  subject.unused
    .filter((name) => speaksOf(name, DELETED) && !speaksOf(name, ACCOUNT))
    .map((name): Doubt => {
      const isOne = (order: AuditedOrder) => subject.textsOf(order, name).some((text) => !isNothing(text));
      const found = subject.orders.filter(isOne);
      const orders = found.length < subject.orders.length ? found : [];
      return subject.isOfLines(name)
        ? { rule: unusedCancellation, field: FIELD, columns: [name], orders, lineColumn: name }
        : { rule: notAnOrder, field: 'identifier', columns: [name], orders };
    });

export const CANCELLATION_QUESTIONS: readonly Question[] = [
  cancellationsThatAreLeftOut,
  wordsOfCancelledLines,
  codesOfLines,
  whatIsNoOrder,
  whatWasDeleted,
];

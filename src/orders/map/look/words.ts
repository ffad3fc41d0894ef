// What the words of a column name mean, in the languages that exports are written in: English, German, French, Spanish,
// Portuguese, with the common words of Italian, Dutch, Polish and Japanese. A name is cut into words, German compounds too, and each word stands for a concept.

import { type Concept, FILLERS, JAPANESE, WORDS, wordSet } from './word-lists.ts';

export type { Concept };

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd' };
export const unaccented = (text: string): string =>
  text
    .replace(/[ßłøđŁØĐ]/g, (letter) => PLAIN_LETTERS[letter.toLowerCase()]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** Concepts as words with spaces between them. */
export const conceptsIn = (words: string): Concept[] =>
  words.split(' ').filter((word) => word !== '') as Concept[];

/** Whether the name stands for one of these. */
export const meansOf = (meaning: NameMeaning, concepts: readonly Concept[]): boolean =>
  concepts.some((concept) => meaning.concepts.has(concept));

/** Each word with what it stands for. */
export const byWord = <T extends string>(words: Readonly<Partial<Record<T, string>>>): [string, T][] =>
  (Object.entries(words) as [T, string][]).flatMap(([meant, list]) =>
    list.split(' ').map((word): [string, T] => [unaccented(word), meant]),
  );
const CONCEPT_OF = new Map<string, Concept>([...byWord(WORDS), ...byWord(JAPANESE)]);

/** The first parts of German compounds, and a few of other languages that are written as one word. */
const COMPOUND =
  /^(mindest|maximal|herkunfts?|ursprungs?|factuur|aflever|bezorg|fakturerings?|leverings?|totaal|bestel(?!l)|verzend|leverans|faktura|order|kund(?=namn)|porto|fracht|frete|stuk|vorgangs?|rechnungs?|liefer(?:ungs)?|versand|kunden?|kaufer|empfanger|bestell(?:ungs)?|auftrags?|artikel|produkt|positions?|gesamt|einzel|stuck|zwischen|netto|brutto|zeilen|sendungs?|waren|steuer|rabatt|storno|zahlungs?|erstell(?:ungs)?|anderungs?|eingangs?|kauf|einkaufs?|beleg|stornierungs?|paket|mobil|lander|haus|fracht|gutschein|familien|tracking|waren|lager|sitzungs?|shipping|billing|delivery|customer|order|item|line|product|unit|total|tracking|tax|discount|buyer)(?=[a-z]{2})/;

const TAX = '(?:tax|taxes|vat|btw|gst|mwst|ust|steuern?|tva|iva|impuestos?|impostos?)';
const LINE = '(?:line|zeile|ligne|linea|linha)';
const GOODS =
  '(?:items|articles|artikel|artikeln|produkte|products|produits|productos|articulos|artigos|produtos|line items|positionen)';
const MANY_GOODS = '(?:items|products|produits|articles|productos|articulos|produtos|artigos|produkte)';
const SUM = '(?:sub ?total|total|value|amount|sum|valor|importe|montant|somme|suma|soma|summe|wert)';
const STREET = '(?:address|adresse|adress|direccion|endereco)';
const PARTY =
  '(?:shipping|delivery|billing|invoice|livraison|expedition|facturation|envio|entrega|facturacion|cobranca|faturamento|faturacao)';

const phrase = (...written: Parameters<typeof String.raw>): RegExp => new RegExp(String.raw(...written), 'g');

/** Words that mean one thing together, and additions that do not change what the column is. The first that fits is replaced. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // With or without tax: the sums say which.
  [
    phrase`\b(?:incl|inkl|inc|including|included|excl|exkl|ex|excluding|con|sin|com|sem|avec|sans|hors|mit|ohne|zzgl|plus) ${TAX}\b`,
    ' ',
  ],
  [phrase`\b${TAX} (?:incl|inkl|included|excluded|excl|incluido|incluida|incluso|inclus|comprise)\b`, ' '],
  [
    /\b(?:ttc|ht|brutto|netto|gross|net|brut|bruto|neto|liquido)\b(?=.)|(?<=.)\b(?:ttc|ht|brutto|netto|gross|net)\b/g,
    ' ',
  ],
  // The lines of an address are no lines of an order.
  [phrase`\b${STREET} ?${LINE}s? ?(?=\d|$)`, 'address '],
  [phrase`\b(${PARTY}|ship to|bill to) line ?1\b`, '$1 address'],
  [/^(?:re|rg|rech) (?=[a-z])/, 'rechnung '],
  [/^del (?=name|addr|street|town|city|county|state|post|zip|country|phone|tel)/, 'delivery '],
  // `Created on` is a date, `Tax on shipping` is none.
  [/\b(?:on|am|at) (?=[a-z])/g, ' '],
  [/\brow (?=total|subtotal|amount|price|tax|discount)/g, 'line '],
  [/\bmise a jour\b/g, 'maj'],
  [/\bp ?u\b/g, 'unit price'],
  [/\bp p\b/g, 'postage'],
  [/\b(?:imie i nazwisko|nome e cognome)\b/g, 'name'],
  [/\b(?:kod|kode) (?:pocztowy|pos)\b/g, 'zip'],
  [/\btotal pembayaran\b/g, 'total'],
  // What is left of the total when money went back is no refund, and less likely the total than another.
  [
    /\b(?:after|net of|less|nach|abzgl|apres|tras|despues de|apos|depois de|dopo|na|po) (?:the |der )?(?:refunds?|returns?|(?:ruck)?erstattung(?:en)?|retouren|remboursements?|reembolsos?|devolucion(?:es)?|devolucao|estornos?|rimborsi?|terugbetaling(?:en)?|zwrotach|zwrocie)\b/g,
    ' remaining ',
  ],
  // What the shop asked for once is not what was paid.
  [
    /\b(?:list(?:en)?|catalogu?e?|katalog|streich) ?(?:price|preis)\b|\b(?:precio|preco|prezzo|prix|prijs|cena) (?:(?:de|di) )?(?:lista|listino|tabela|catalogue|catalogo|barre|conseille)\b|\b(?:uvp|msrp|rrp|srp)\b/g,
    'old price',
  ],
  [/\bcredit ?(?:note|memo)s?\b/g, 'refund'],
  // Alone it is the parcel that was sent, and not a message.
  [
    /^(?:date )?(?:sent|abge(?:schickt|sendet)|skicka[dt]|a[fv]?sendt|verzonden|verstuurd|wyslan[aoey]|nadan[aoey])(?= (?:at|on|am|op|out|date|datum|time|ts)$|$)/g,
    'shipped',
  ],
  [/\bart(?:ikel)? ?(?:nr|no)\b/g, 'artikelnr'],
  [/\b(?:stock code|part (?:number|no|nr))\b/g, 'sku'],
  [/\bpost(?:al)? code\b/g, 'zip'],
  [/\b(shipping|delivery|freight) rate\b/g, '$1 cost'],
  [/\bgift ?wrap(?:ping)?\b/g, 'wrap'],
  [
    /\b(?:gift ?cards?|gift ?(?:voucher|certificate)s?|store credits?|geschenkkarten?|geschenkgutscheine?|(?:cartes?|bons?) cadeaux?|(?:tarjetas?|vales?|cheques?) (?:de )?regalo|(?:vales?|cartao) presente|cadeau(?:kaart(?:en)?|bon(?:nen)?)|(?:carta|buono) regalo)\b/g,
    'giftcard gift',
  ],
  // How many items an order has is no number of an item.
  [
    phrase`\b(?:number|no|nr|count|nombre|nb|anzahl|numero|aantal|liczba|cantidad) (?:of |de |d |der |di )?${GOODS}\b`,
    ' itemcount ',
  ],
  [phrase`\b${GOODS} ?(?:count|anzahl)\b`, ' itemcount '],
  // The sum of all items, where one of them would be singular.
  [phrase`\b${MANY_GOODS} ${SUM}\b|\b${SUM} (?:of |de |des |d |dos )?${MANY_GOODS}\b`, 'subtotal'],
];
const CURRENCY = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The words of a column name: lower case, without accents, compounds cut. `ShippingCity` and `Lieferort` are two words. */
export function wordsOf(name: string): string[] {
  const plain = unaccented(name)
    .replace(/MwSt/g, 'Mwst')
    .replace(/USt/g, 'Ust')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    // `Item #`; `Note#2` is a second one.
    .replace(/#(?!\d)/g, ' number ')
    .replace(/\b(cross|up)[-_ ]sell/g, (_, kind) => (kind === 'up' ? 'upsell' : 'crosssell'))
    .replace(/(?:[^\p{L}\d\ufffd]|[ªº])+/gu, ' ')
    .trim();
  const phrased = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), plain).trim();
  const words = (phrased === '' ? plain : phrased).split(' ').filter((word) => word !== '');
  // `Total EUR`: the currency says nothing about what the column is.
  return words.filter((word, i) => i === 0 || !CURRENCY.has(word)).flatMap(partsOf);
}

const ASIAN = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** The known word without the ending of a plural, of a case or of the feminine: `Bestellungen`, `commandes`, `enviada`. */
const stemOf = (word: string): string | undefined =>
  [word, word.replace(/s$/, ''), word.replace(/(?:e[ns]?|n)$/, ''), word.replace(/as?$/, 'o')].find(
    (one) => (one === word || one.length > 3) && CONCEPT_OF.has(one),
  );

function partsOf(word: string): string[] {
  const stem = stemOf(word);
  if (stem !== undefined) return [stem];
  if (ASIAN.test(word)) return cutParts(word);
  if (word.includes('\ufffd')) return damagedParts(word);
  // Umlauts that are written with an e: `Empfaenger`.
  const folded = word.replace(/([aou])e/g, '$1');
  if (folded !== word && partsOf(folded).every((part) => CONCEPT_OF.has(part))) return partsOf(folded);
  const numbered = /^([a-z]{3,})(\d{1,2})$/.exec(word);
  if (numbered) return [...partsOf(numbered[1]!), numbered[2]!];
  const first = COMPOUND.exec(word)?.[1];
  if (first === undefined) return [word];
  return [stemOf(first) ?? first, ...partsOf(word.slice(first.length))];
}

/** The longest known word at each place; what is between them is one unknown word. */
function cutParts(word: string): string[] {
  for (let start = 0; start < word.length; start++)
    for (let end = word.length; end > start; end--)
      if (CONCEPT_OF.has(word.slice(start, end))) {
        const parts = [word.slice(0, start), word.slice(start, end), ...partsOf(word.slice(end))];
        return parts.filter((part) => part !== '');
      }
  return [word];
}

/** A letter that was lost on the way is tried as those that are lost most often. */
function damagedParts(word: string): string[] {
  for (const letters of ['u', 'o', 'a', 'ss', 'e', 'i', 'c', 'n']) {
    const parts = partsOf(word.replace(/\ufffd+/g, letters));
    if (parts.every((part) => CONCEPT_OF.has(part))) return parts;
  }
  return [word];
}

export type NameMeaning = ReturnType<typeof partMeaning>;

const ADDRESS = wordSet('address adresse anschrift direccion endereco morada');
/** Parts of an address: beside one of them the word `address` says only which block it is. */
const PLACE_PARTS = conceptsIn('name first last city zip state country phone email house second');

/** The concepts in a column name, or in the path of a JSON value; `items` is the list of the line items, if it is known. */
export function meaningOf(name: string, items?: string): NameMeaning {
  const ofItems =
    items === undefined ? name.lastIndexOf('[].') + 1 : name.startsWith(`${items}.`) ? items.length - 1 : 0;
  // Where a list of lines is, its name says nothing more about what stands in it.
  const own = (ofItems === 0 ? name : name.slice(ofItems + 2))
    .replaceAll('[]', '')
    // `addresses[type=billing]`: the key says nothing.
    .replace(/\[[^\]=]*=/g, '.');
  const keys = /\s/.test(own) ? [own] : own.split('.');
  const last = partMeaning(keys.at(-1)!);
  const before = partMeaning(keys.slice(0, -1).join(' '));
  const isPlace = PLACE_PARTS.some((concept) => last.concepts.has(concept));
  if (isPlace) before.concepts.delete('address');
  // `address.lines`
  if (before.concepts.has('address')) last.concepts.delete('line');
  // So does that of a fulfillment.
  if (isPlace || last.concepts.has('address')) before.concepts.delete('status');
  // `price.amount`: what it is the amount of stands before it.
  if (before.concepts.has('price') && last.concepts.size === 1) last.concepts.delete('total');
  const around: readonly Concept[] =
    ofItems === 0 || last.concepts.size + before.concepts.size === 0 ? [] : ['line', 'item'];
  const concepts = new Set([...before.concepts, ...last.concepts, ...around]);
  return { concepts, unknown: keys.length > 1 ? last.unknown : before.unknown + last.unknown };
}

/** `unknown`: how many words stand for nothing known. */
function partMeaning(name: string) {
  const words = wordsOf(name);
  const meant = new Set(words.flatMap((word) => CONCEPT_OF.get(word) ?? []));
  // Beside a part of an address the word says only which block it is: `Lieferadresse PLZ`, `Shipping Address City`.
  const isBlock = PLACE_PARTS.some((part) => meant.has(part));
  const isSaid = (word: string) => !isBlock || !ADDRESS.has(word);
  const concepts = new Set(words.filter(isSaid).flatMap((word) => CONCEPT_OF.get(word) ?? []));
  const isKnown = (word: string) => CONCEPT_OF.has(word) || FILLERS.has(word) || /^\d+$/.test(word);
  return { concepts, unknown: words.filter((word) => !isKnown(word)).length };
}

// The words that shops use for the state of an order.

/** What the service calls it, for the words that shops use for the state of an order. Other words are asked for. */
export type OrderStatus = 'Shipped' | 'Created' | 'Cancelled';

/** Of several words that mean it only together, with a low line between them. */
const STATUS: Readonly<Record<OrderStatus, string>> = {
  Shipped:
    'shipped fulfilled erledigt complete completed closed delivered done sent dispatched despatched collected sent_out in_transit intransit out_for_delivery on_the_way on_its_way with_courier with_the_courier with_carrier handed_to_courier handed_to_carrier handed_over_to_courier handed_over_to_carrier collected_by_courier picked_up_by_courier unterwegs in_zustellung in_auslieferung en_camino en_transito em_transito in_transito in_viaggio en_transit en_route en_cours_de_livraison onderweg w_drodze w_doreczeniu pa_vag versendet versandt geliefert ausgeliefert abgeschlossen zugestellt expedie expediee livre livree termine terminee envoye envoyee enviado enviada entregado entregada completado completada finalizado entregue concluido concluida finalizada despachado verzonden afgerond spedito consegnato evaso wyslane wyslano zrealizowane dostarczone skickad levererad slutford selesai 発送済み 出荷済み 完了',
  Created:
    'created new open pending processing unfulfilled unshipped undispatched undespatched placed accepted paid preparing picking packing confirmed hold offen neu bearbeitung bezahlt wartend angenommen bestatigt nouvelle nouveau attente preparation cours payee paye confirmee nuevo nueva pendiente proceso procesando pagado preparando confirmado novo nova neue separacao wartet zuruckgestellt authorized awaiting backorder pendente processando processamento pago preparacao abierto aberto nieuw diproses verwerking behandeling realizacji przygotowaniu afwachting nuovo attesa lavorazione nowe oczekuje oplacone mottagen behandlas betald 未発送 新規 処理中 入金待ち',
  Cancelled:
    'cancelled canceled cancellation annulation cancelacion cancelamento stornierung annullamento annulering void voided storniert abgebrochen annule annulee cancelado cancelada anulado anulada storno dibatalkan geannuleerd annullato anulowane avbruten annullerad キャンセル',
};

const STATUS_OF = new Map(byWord(STATUS));

/** How many units of such an order have left is nobody's to guess. */
const PARTLY = wordSet(
  'partial partially partly part teilweise parcial parcialmente partiel partiellement deels gedeeltelijk parziale parzialmente czesciowo',
);

/** Of a word that says what has not happened. */
const NOT = wordSet('be not un non never nicht no nao sin sem niet geen nie kein noch pas nondum');
/** Of a cancellation that nobody has granted yet, or that was refused. */
const ASKED = wordSet(
  'request requested requests ask asked wish wanted anfrage angefragt beantragt gewunscht wunsch gebeten demande demandee demander solicitado solicitada solicitud solicitacao solicita richiesto richiesta aangevraagd verzoek gevraagd begart onskad prosba zadane wird soll review pruefung prufung rejected denied declined refused abgelehnt refusee rechazada recusada rifiutato geweigerd revoked',
);
const WHOLE = wordSet('fully completely vollstandig komplett entierement totalmente completamente volledig');
/** What may stand beside a word that says that an order has shipped. */
const OF_ORDER = conceptsIn('order ship line item product status');

/** The meaning that a status word probably has; undefined for an unknown one. It is proposed, never taken for granted. */
export function statusMeant(word: string, hasUnits = false): OrderStatus | undefined {
  const whole = STATUS_OF.get(
    unaccented(word)
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, '_'),
  );
  if (whole) return whole;
  const parts = wordsOf(word);
  // With columns for the units, `not completely` says enough.
  if (parts.some((part) => PARTLY.has(part))) return hasUnits ? 'Created' : undefined;
  const meant = new Set(parts.flatMap((part) => STATUS_OF.get(part) ?? []));
  const isNot = parts.some((part) => NOT.has(part)) || /未|まだ/.test(word);
  const isOpen = meant.has('Created') || parts.some((part) => ASKED.has(part)) || /申請|依頼/.test(word);
  if (meant.has('Cancelled')) return isNot || isOpen ? undefined : 'Cancelled';
  if (meant.has('Created')) return 'Created';
  if (!meant.has('Shipped')) return undefined;
  if (isNot) return 'Created';
  // Whoever takes goods for shipped that are not refunds them: every word must be known. A payment that is complete says nothing
  // of the parcel.
  const isKnown = (part: string) =>
    STATUS_OF.has(part) || WHOLE.has(part) || FILLERS.has(part) || /^\d+$/.test(part);
  const { concepts } = meaningOf(word);
  const isOfOrder = [...concepts].every((concept) => OF_ORDER.includes(concept));
  // What stands in brackets is who carries it.
  const isWhole = wordsOf(word.replace(/\(.*\)/, '')).every(
    (part) => isKnown(part) || meansOf(meaningOf(part), OF_ORDER),
  );
  return isOfOrder && isWhole ? 'Shipped' : undefined;
}

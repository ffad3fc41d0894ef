// Forms that real exports have and that are hard to read, each drawn with a modest probability: columns of zeros, no total, cents,
// lines around the table, items as one text, and columns that look like those that count.
import type { Language } from './header-words.ts';
import type { Dice } from './styles.ts';

export type Decoy = 'seller' | 'coordinates' | 'refunded' | 'invoiced' | 'second currency';

export interface Forms {
  /** Columns in which every amount is zero. */
  readonly zeros: ReadonlySet<'discount' | 'tax'>;
  readonly freightBy: 'order' | 'line';
  readonly total: boolean;
  /** Amounts are whole cents; the headers say it, or not. */
  readonly minor: 'no' | 'named' | 'bare';
  /** Amounts have no cents, only a point before thousands. */
  readonly whole: boolean;
  readonly above: boolean;
  readonly below: boolean;
  readonly words: ReadonlySet<'unknown' | 'partly'>;
  readonly missingZips: boolean;
  /** One row an order, with its items in one text or in numbered columns. */
  readonly items: 'rows' | 'text' | 'numbered';
  readonly decoys: readonly Decoy[];
  /** Each line has a status of its own. */
  readonly lineStatus: boolean;
}

/** What of a table decides whether a form fits. */
interface Fitting {
  readonly tax: string;
  readonly hasShipping: boolean;
  /** Without a total nothing says whether the tax holds that on shipping. */
  readonly hasShippingTax: boolean;
  readonly hasDiscount: boolean;
  readonly hasWords: boolean;
  readonly hasLines: boolean;
}

export function formsOf({ chance, one }: Dice, fitting: Fitting): Forms {
  const has = (percent: number, fits = true): boolean => chance(percent) && fits;
  const zeros = new Set<'discount' | 'tax'>();
  if (has(20, !fitting.hasDiscount)) zeros.add('discount');
  if (has(20, fitting.tax === 'none')) zeros.add('tax');
  const minor = chance(7) ? one(['named', 'bare'] as const) : 'no';
  const words = new Set<'unknown' | 'partly'>();
  if (has(12, fitting.hasWords)) words.add('unknown');
  if (has(8, fitting.hasWords)) words.add('partly');
  const items = chance(5) ? one(['text', 'numbered'] as const) : 'rows';
  return {
    zeros,
    minor,
    words,
    items,
    freightBy: has(10, fitting.hasShipping) ? 'line' : 'order',
    total: !has(8, !fitting.hasShippingTax),
    whole: has(10, minor === 'no' && (fitting.tax === 'none' || fitting.tax === 'inside')),
    above: chance(6),
    below: chance(6),
    missingZips: chance(12),
    decoys: (['seller', 'coordinates', 'refunded', 'invoiced', 'second currency'] as const).filter(() =>
      chance(10),
    ),
    lineStatus: has(12, fitting.hasWords && fitting.hasLines && items === 'rows'),
  };
}

/** The forms that a table has, in a few words. */
export function formNames(forms: Forms): string[] {
  const {
    zeros,
    freightBy,
    total,
    minor,
    whole,
    above,
    below,
    words,
    missingZips,
    items,
    decoys,
    lineStatus,
  } = forms;
  return [
    ...[...zeros].map((one) => `${one} of zeros`),
    ...(freightBy === 'line' ? ['shipping by line'] : []),
    ...(total ? [] : ['no total']),
    ...(minor === 'no' ? [] : [`cents ${minor}`]),
    ...(whole ? ['thousands point'] : []),
    ...(above ? ['title'] : []),
    ...(below ? ['sums below'] : []),
    ...[...words].map((one) => `${one} words`),
    ...(missingZips ? ['missing zips'] : []),
    ...(items === 'rows' ? [] : [`items ${items}`]),
    ...decoys,
    ...(lineStatus ? ['status by line'] : []),
  ];
}

/** Words that no list of words of the status has, and words for orders of which a part has shipped. */
export const MORE_WORDS: Readonly<Record<Language, Readonly<Record<'unknown' | 'partly', string>>>> = {
  en: { unknown: 'In picking', partly: 'Partly shipped' },
  de: { unknown: 'Kommissionierung', partly: 'Teilweise versendet' },
  fr: { unknown: 'Au picking', partly: 'Partiellement expédiée' },
  es: { unknown: 'En almacén', partly: 'Enviado en parte' },
  pt: { unknown: 'Em separação', partly: 'Parcialmente enviado' },
};

export const DECOY_NAMES: Readonly<Record<Language, Readonly<Record<Decoy | 'longitude', string>>>> = {
  en: names('Seller ID', 'Latitude', 'Longitude', 'Refunded Amount', 'Qty Invoiced', 'Base Currency'),
  de: names('Verkäufer-ID', 'Breitengrad', 'Längengrad', 'Erstattet', 'Berechnete Menge', 'Basiswährung'),
  fr: names('ID vendeur', 'Latitude', 'Longitude', 'Montant remboursé', 'Qté facturée', 'Devise de base'),
  es: names('ID vendedor', 'Latitud', 'Longitud', 'Importe reembolsado', 'Cant. facturada', 'Moneda base'),
  pt: names('ID do vendedor', 'Latitude', 'Longitude', 'Valor reembolsado', 'Qtd. faturada', 'Moeda base'),
};

function names(
  seller: string,
  coordinates: string,
  longitude: string,
  refunded: string,
  invoiced: string,
  currency: string,
): Record<Decoy | 'longitude', string> {
  return { seller, coordinates, longitude, refunded, invoiced, 'second currency': currency };
}

export const ITEMS_NAMES: Readonly<Record<Language, string>> = {
  en: 'Items',
  de: 'Positionen',
  fr: 'Articles',
  es: 'Artículos',
  pt: 'Itens',
};

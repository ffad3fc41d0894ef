// How a drawn table is written: everything that a seed decides once for the whole table.
import { dice } from '../../helpers/random.ts';
import { COUNTRIES, type Country, HOMES } from './countries.ts';
import { type Column, HEADER_WORDS, type HeaderWords, type Language } from './header-words.ts';
import { type Forms, formsOf, MORE_WORDS } from './styles-forms.ts';

export type Meaning = 'Shipped' | 'Created' | 'Cancelled' | 'leave out';
export type Block = 'billing' | 'shipping' | 'only';

export interface Dice {
  below(n: number): number;
  /** True with this probability in per cent. */
  chance(percent: number): boolean;
  one<T>(of: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  const roll = dice(seed * 7919 + 13);
  return { below: roll, chance: (percent) => roll(100) < percent, one: (of) => of[roll(of.length)]! };
}

export interface Style {
  readonly seed: number;
  readonly language: Language;
  readonly words: HeaderWords;
  readonly home: Country;
  readonly case: 'title' | 'snake' | 'camel' | 'upper';
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly mark: boolean;
  readonly decimal: '.' | ',';
  readonly thousands: boolean;
  readonly sign: '' | 'before' | 'after' | 'code';
  /** `12.5` and `12` instead of `12.50` and `12.00`. */
  readonly short: boolean;
  readonly money: 'plain' | 'unit' | 'tax';
  readonly date: 'iso-offset' | 'iso' | 'D.M.Y' | 'D/M/Y' | 'M/D/Y';
  readonly time: 'none' | 'minutes' | 'seconds';
  /** All days are below 13, so that no date says which number is the day. */
  readonly ambiguous: boolean;
  readonly rows: 'order' | 'repeated' | 'first';
  readonly status: 'words' | 'codes' | 'dates';
  readonly statusWords: readonly (readonly [word: string, meaning: Meaning])[];
  readonly tax: 'none' | 'inside' | 'inside-order' | 'inside-line' | 'top-order' | 'top-line';
  readonly rate: number;
  readonly price: 'unit' | 'amount' | 'both';
  readonly discount: 'none' | 'order' | 'line' | 'both';
  readonly negative: boolean;
  /** An order without discount or shipping has a blank cell. */
  readonly blankZero: boolean;
  readonly subtotal: 'none' | 'before' | 'after';
  readonly blocks: readonly Block[];
  readonly names: 'customer' | 'block' | 'both';
  readonly split: boolean;
  readonly house: boolean;
  readonly country: 'none' | 'code' | 'name';
  readonly state: 'none' | 'code' | 'name';
  readonly foreign: boolean;
  readonly lineAmountAfter: boolean;
  /** Columns that the table has besides those it cannot lack. */
  readonly has: ReadonlySet<Column | 'street2' | 'blockPhone' | 'company'>;
  readonly missing: ReadonlySet<'email' | 'sku'>;
  readonly answers: {
    readonly email: 'refuse' | 'leave out' | 'placeholder:example.com';
    readonly sku: 'refuse' | 'title';
  };
  readonly noise: number;
  /** Amounts of lines that are no multiple of the quantity. */
  readonly bundles: boolean;
  readonly forms: Forms;
}

export function styleOf(seed: number): Style {
  const { below, chance, one } = diceOf(seed);
  const language = (['en', 'de', 'fr', 'es', 'pt'] as const)[seed % 5]!;
  const words = HEADER_WORDS[language];
  const home = COUNTRIES[one(HOMES[language])]!;
  const usual: '.' | ',' = language === 'en' || home.code === 'MX' || home.code === 'CH' ? '.' : ',';
  const decimal = chance(25) ? '.' : usual;
  const delimiter =
    decimal === ',' ? one([';', ';', '\t'] as const) : one([',', ',', ';', '\t', '|'] as const);
  const date =
    home.code === 'US'
      ? one(['iso-offset', 'iso', 'M/D/Y', 'M/D/Y'] as const)
      : language === 'de'
        ? one(['iso-offset', 'iso', 'D.M.Y', 'D.M.Y'] as const)
        : one(['iso-offset', 'iso', 'D/M/Y', 'D/M/Y'] as const);
  const price = one(['unit', 'unit', 'amount', 'both'] as const);
  const tax = one([
    'none',
    'inside',
    'inside-order',
    'inside-line',
    'top-order',
    'top-order',
    'top-line',
  ] as const);
  const discount = one(['none', 'order', 'order', 'line', 'both'] as const);
  const status = one(['words', 'words', 'words', 'codes', 'dates'] as const);
  const rows = one(['order', 'repeated', 'repeated', 'first'] as const);
  const blocks: readonly Block[] = one([
    ['billing', 'shipping'],
    ['billing', 'shipping'],
    ['shipping'],
    ['only'],
  ]);
  const hasState = home.cities.some(([, , , name]) => name !== '');
  const country = one(['none', 'code', 'code', 'name', 'name'] as const);
  const has = new Set<Column | 'street2' | 'blockPhone' | 'company'>();
  const optional = [
    ['internalId', 35],
    ['modified', 50],
    ['paid', 35],
    ['phone', 60],
    ['customerId', 45],
    ['currency', 60],
    ['title', 85],
    ['lineId', 40],
    ['ean', 30],
    ['tracking', 35],
    ['shipping', 85],
    ['street2', 40],
    ['blockPhone', 25],
    ['company', 35],
    ['shipped', 50],
    ['cancelled', 30],
  ] as const;
  for (const [name, percent] of optional) if (chance(percent)) has.add(name);
  if (status === 'dates') has.add('shipped');
  if (tax === 'top-order' && has.has('shipping') && chance(25)) has.add('shippingTax');
  const missing = new Set<'email' | 'sku'>();
  if (chance(25)) missing.add('email');
  if (has.has('title') && chance(20)) missing.add('sku');
  // Drawn apart, so that a new form leaves the rest of a table as it was.
  const forms = formsOf(diceOf(seed + 300_000), {
    tax,
    hasShipping: has.has('shipping') && !has.has('shippingTax'),
    hasShippingTax: has.has('shippingTax'),
    hasDiscount: discount === 'order' || discount === 'both',
    hasWords: status === 'words',
    hasLines: rows !== 'order',
  });
  const style: Style = {
    seed,
    forms,
    language,
    words,
    home,
    decimal,
    delimiter,
    date,
    price,
    tax,
    discount,
    status,
    rows,
    blocks,
    country,
    has,
    missing,
    case: one(['title', 'title', 'snake', 'camel', 'upper'] as const),
    encoding: chance(12) ? 'windows-1252' : 'utf-8',
    mark: chance(30),
    thousands: chance(30),
    sign: one(['', '', '', '', 'before', 'after', 'code'] as const),
    short: chance(12),
    money: one(['plain', 'plain', 'plain', 'unit', 'tax'] as const),
    time: date.startsWith('iso-offset') ? 'seconds' : one(['none', 'minutes', 'seconds', 'seconds'] as const),
    ambiguous: date.includes('/') && chance(20),
    statusWords: statusWords(words, status === 'codes', below),
    rate: one([7, 19, 20, 21]),
    negative: chance(30),
    blankZero: chance(25),
    subtotal: one(['none', 'before', 'before', 'after'] as const),
    names: blocks.includes('only')
      ? one(['customer', 'block'] as const)
      : one(['customer', 'block', 'both', 'block'] as const),
    split: chance(55),
    house: !home.numberFirst && chance(20),
    state: hasState ? one(['none', 'code', 'name'] as const) : 'none',
    foreign: country !== 'none' && chance(40),
    lineAmountAfter: price === 'both' && (discount === 'line' || discount === 'both') && chance(50),
    answers: {
      email: one(['refuse', 'leave out', 'placeholder:example.com'] as const),
      sku: one(['refuse', 'title'] as const),
    },
    noise: 3 + below(10),
    bundles: price === 'amount' && chance(25),
  };
  const more = [...forms.words].map((word): readonly [string, Meaning] => [
    MORE_WORDS[language][word],
    word === 'unknown' ? 'Created' : 'leave out',
  ]);
  return {
    ...style,
    statusWords: [...style.statusWords, ...more],
    ...(forms.items !== 'rows' && { rows: 'order' as const }),
    ...(forms.minor !== 'no' && { sign: '' as const, thousands: false }),
    ...(forms.whole && { decimal: ',' as const, thousands: true, bundles: false }),
  };
}

function statusWords(words: HeaderWords, codes: boolean, below: (n: number) => number): [string, Meaning][] {
  if (codes)
    return [
      ['90', 'Shipped'],
      ['20', 'Created'],
      ['99', 'Cancelled'],
    ];
  const pick = (meaning: Meaning, count: number): [string, Meaning][] =>
    [...words.statuses[meaning]]
      .sort(() => below(3) - 1)
      .slice(0, count)
      .map((word) => [word, meaning]);
  return [
    ...pick('Shipped', 1 + below(2)),
    ...pick('Created', 1 + below(3)),
    ...pick('Cancelled', 1),
    ...pick('leave out', below(2)),
  ];
}

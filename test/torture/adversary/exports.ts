// One export from a seed: a shop, a format, columns renamed and added, all in some order.

import { Draw } from '../draw.ts';
import { type Column, columnsOf, fileOf, withDecoys } from './cells.ts';
import { FORMATS, type Format } from './formats.ts';
import { decoyOf, HALVES, type Kind } from './kinds.ts';
import { drawShop, type Shop } from './truth.ts';

export interface Export {
  readonly seed: number;
  readonly format: Format;
  readonly shop: Shop;
  readonly columns: readonly Column[];
  readonly kinds: readonly Kind[];
  /** Meanings whose columns have a name that no word list has. */
  readonly renamed: readonly string[];
  readonly file: { readonly name: string; readonly text: string };
}

/** Names of ERP systems, abbreviations, and other languages. */
const RENAMES: Readonly<Record<string, string>> = {
  number: 'VBELN|OrdRef|Auftr|ORDNO|주문번호|Commessa n|AUFNR_EXT',
  created: 'ERDAT|dt_cr|Erf.Dat.|creat_dt|주문일|Дата',
  updated: 'AEDAT|write_date|upd_dt|Senast ändrad|Изменён|mtime|Ostatnia modyfikacja',
  status: 'GBSTK|stat_cd|Zust.|Estatus|Статус|상태',
  currency: 'WAERK|ccy|Whrg|Валюта|Dev.',
  customer: 'KUNAG|cust_key|Kd',
  email: 'SMTP_ADDR|mailaddr|Почта|E_ADR|eml',
  first: 'NAMEV|fn|VN|Имя|gvn_nm',
  last: 'NAMEL|ln|NN|Фамилия|fam_nm',
  phone: 'TELF1|tel_nr|Телефон',
  sku: 'ARTNR_X|itm_cd|Артикул|품번|art_no|MATKEY',
  variant: 'MATGRP|sty',
  title: 'ARKTX|descr|Bez.|Наименование|품명|itm_txt',
  units: 'KWMENG|Mng|Кол-во|수량|qty1|Stk',
  shipped: 'LFIMG|qty_dl|Gel.Mg|Отгружено',
  price: 'NETPR|EP|pr_u|Цена|단가|PU',
  lineTax: 'MWSBP|tx|НДС|St.Betr.|tva_l',
  lineDiscount: 'KZWI5|dsc|Nachl.|Скидка|rem',
  orderTax: 'MWSBK|tx_hd|НДС всего',
  orderDiscount: 'KZWI_H|dsc_hd|Скидка всего',
  shipping: 'FRACHT|shp_amt|Доставка|배송비|Vers.',
  total: 'NETWR|ttl|Итого|합계|Ges.',
};

const PARTS: Readonly<Record<string, string>> = {
  name: 'NAME1|nm|Empf',
  street1: 'STRAS|str|Улица',
  city: 'ORT01|cty|Город',
  state: 'REGIO|rgn|Обл',
  zip_code: 'PSTLZ|pc|Индекс',
  country_code: 'LAND1|ctry|Страна',
};

function newName(draw: Draw, { name, meaning }: Column): string | undefined {
  const [side, part] = meaning.split('.');
  const prefix = side === 'ship' ? draw.of(['WE_', 'dlv_', 'L.']) : draw.of(['RE_', 'inv_', 'R.']);
  const own = part === undefined ? RENAMES[meaning] : PARTS[part];
  if (own === undefined) return undefined;
  const chosen = `${part === undefined ? '' : prefix}${draw.of(own.split('|'))}`;
  const isPath = name.includes('[].') || (name.includes('.') && !name.endsWith('.'));
  if (name.includes('[] ')) return name.replace(/\[\] .*/, `[] ${chosen}`);
  return isPath && /^[\w[\]]+(\.\w+)+$/.test(name)
    ? name.replace(/[^.]+$/, chosen.replaceAll('.', ''))
    : chosen;
}

/** Formats whose orders say how many units of a line have left. */
const has = (format: Format, ...meanings: string[]) =>
  format.columns.some(([, meaning]) => meanings.includes(meaning));

/** The kinds of this half, and beside them none. */
const half = (): readonly Kind[] => {
  const chosen = process.env['ADVERSARY_HALF'] ?? 'a';
  if (chosen !== 'a' && chosen !== 'b') throw new Error(`ADVERSARY_HALF is a or b, found ${chosen}`);
  return HALVES[chosen];
};

export function drawExport(seed: number, kinds = half()): Export {
  const draw = new Draw(Math.imul(seed, 7919) >>> 0);
  const format = draw.of(FORMATS);
  const count = draw.of([0, 1, 1, 2, 2, 3, 4, 6]);
  const drawn = draw.shuffled(kinds).slice(0, count);
  const part = drawn.find(({ isPart }) => isPart);
  const wanted = drawn.filter((kind) => !kind.isPart || kind === part);
  const shop = drawShop(draw, {
    country: format.country,
    hasPartly: has(format, 'shipped'),
    hasDiscount: has(format, 'lineDiscount', 'orderDiscount'),
    hasTwoAddresses: has(format, 'bill.street1'),
    hasSurcharge: part !== undefined,
    taxInside: format.taxInside,
    hasTax: has(format, 'lineTax', 'orderTax'),
  });
  const moved = draw.chance(0.35) ? draw.shuffled(columnsOf(format)) : columnsOf(format);
  const renames = draw.chance(0.5) ? 0 : draw.of([1, 1, 2, 3, 5]);
  const toRename = new Set(draw.shuffled(moved).slice(0, renames));
  const taken = new Set<string>(moved.map(({ name }) => name.toLowerCase()));
  const own = moved.map((column) => {
    const name = toRename.has(column) ? newName(draw, column) : undefined;
    if (name === undefined || taken.has(name.toLowerCase())) return column;
    taken.add(name.toLowerCase());
    return Object.assign({}, column, { name });
  });
  const decoys: Column[] = [];
  for (const kind of wanted) {
    const column = decoyOf(draw, kind, format, shop, taken);
    if (column === undefined) continue;
    taken.add(column.name.toLowerCase());
    decoys.push(column);
  }
  const columns = withDecoys(draw, own, decoys, draw.chance(0.4));
  const renamed = own.filter((column) => !moved.includes(column)).map(({ meaning }) => meaning);
  const found = wanted.filter(({ name }) => decoys.some(({ meaning }) => meaning === `decoy:${name}`));
  return { seed, format, shop, columns, kinds: found, renamed, file: fileOf(format, shop, columns) };
}

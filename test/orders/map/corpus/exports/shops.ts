// Shops of the corpus in short: country, words of the status with their meaning, and the parts that most exports share.
import { COUNTRIES, type Country } from '../countries.ts';
import { address, at, type ColumnText, type Tree } from '../describe.ts';
import type { Shop, Word } from '../facts.ts';

export const country = (code: string): Country => COUNTRIES[code]!;

/** Words in this order: shipped, not shipped, cancelled. */
export const words = (shipped: string, open: string, cancelled: string): readonly Word[] => [
  [shipped, 'Shipped', 14],
  [open, 'Created', 4],
  [cancelled, 'Cancelled', 2],
];

export const WORDS = {
  en: words('Shipped', 'Processing', 'Cancelled'),
  de: words('Versendet', 'In Bearbeitung', 'Storniert'),
  fr: words('Expédiée', 'En préparation', 'Annulée'),
  es: words('Enviado', 'Pendiente', 'Cancelado'),
  pt: words('Enviado', 'Em processamento', 'Cancelado'),
  it: words('Spedito', 'In lavorazione', 'Annullato'),
  nl: words('Verzonden', 'In behandeling', 'Geannuleerd'),
  pl: words('Wysłane', 'W realizacji', 'Anulowane'),
  ja: words('発送済み', '処理中', 'キャンセル'),
} as const;

export const shop = (seed: number, home: string, rest: Partial<Shop> & Pick<Shop, 'words'>): Shop => ({
  seed,
  orders: 18,
  home: country(home),
  freight: [0, 490, 595],
  ...rest,
});

/** Both blocks of an address with the same words. */
export const twice = (
  billing: string,
  shipping: string,
  parts: Readonly<Record<string, string>>,
): ColumnText[] => [
  ...address('billing_address', billing, parts),
  ...address('shipping_address', shipping, parts),
];

export const EN = {
  name: 'Name',
  street1: 'Address',
  city: 'City',
  zip_code: 'Zip',
  country_code: 'Country',
};
export const EN_STATE = {
  name: 'Name',
  street1: 'Street',
  street2: 'Street 2',
  city: 'City',
  state: 'State',
  zip_code: 'Postcode',
  country_code: 'Country Code',
};
export const DE = {
  first_name: 'Vorname',
  last_name: 'Nachname',
  street1: 'Straße',
  zip_code: 'PLZ',
  city: 'Ort',
  country_de: 'Land',
};
export const FR = {
  name: 'Nom',
  street1: 'Adresse',
  zip_code: 'Code postal',
  city: 'Ville',
  country_fr: 'Pays',
};
export const ES = {
  name: 'Nombre',
  street1: 'Dirección',
  zip_code: 'Código postal',
  city: 'Ciudad',
  country_es: 'País',
};

export const PT = {
  name: 'Nome',
  street1: 'Endereço',
  zip_code: 'CEP',
  city: 'Cidade',
  state: 'Estado',
  country_pt: 'País',
};
export const IT = { name: 'Nome', street1: 'Indirizzo', zip_code: 'CAP', city: 'Città', country_it: 'Paese' };
export const NL = {
  name: 'Naam',
  street1: 'Adres',
  zip_code: 'Postcode',
  city: 'Plaats',
  country_nl: 'Land',
};
export const PL = {
  name: 'Imię i nazwisko',
  street1: 'Ulica',
  zip_code: 'Kod pocztowy',
  city: 'Miasto',
  country_code: 'Kraj',
};
export const JA = {
  name: '氏名',
  zip_code: '郵便番号',
  city: '市区町村',
  street1: '住所',
  country_code: '国',
};
/** As the keys of JSON exports. */
export const KEYS = {
  name: 'name',
  street1: 'street',
  zip_code: 'zip',
  city: 'city',
  country_code: 'country',
};

/** An address of a JSON export. */
export const place = (block: string, keys: Readonly<Record<string, string>> = KEYS): Tree =>
  Object.fromEntries(Object.entries(keys).map(([part, key]) => [key, at(`${block}.${part}`)]));

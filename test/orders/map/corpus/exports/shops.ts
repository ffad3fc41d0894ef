// Shops of the corpus in short: country, words of the status with their meaning, and the parts that most exports share.
import { COUNTRIES, type Country } from '../../countries.ts';
import { address, type ColumnText } from '../describe.ts';
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
  orders: 24,
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

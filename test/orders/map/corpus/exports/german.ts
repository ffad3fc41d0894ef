// Exports of shops that write German.
import { address, type Description } from '../describe.ts';
import { DE, shop, twice, WORDS } from './shops.ts';

export const GERMAN: readonly Description[] = [
  {
    name: 'de-versandkosten-dates-spoken',
    shop: shop(21, 'DE', { words: WORDS.de, tax: 'inside', freight: [490, 690] }),
    form: { date: 'german', decimal: ',' },
    table: {
      delimiter: ';',
      columns: [
        ['Bestellnummer', 'identifier'],
        ['Kaufdatum', 'created_at'],
        ['Bestellstatus', 'status'],
        ['E-Mail des Käufers', 'customer.email'],
        ...twice('Rechnung: *', 'Lieferung: *', DE),
        ['Artikelnummer', 'item.sku'],
        ['Artikelbezeichnung', 'item.title'],
        ['Menge', 'item.quantity'],
        ['Einzelpreis', 'item.unit_price'],
        ['Versandkosten', 'shipping'],
        ['Gesamtbetrag', 'total'],
        ['Währung', 'currency'],
      ],
    },
  },
  {
    name: 'de-kommissionierung',
    shop: shop(22, 'DE', {
      words: [
        ['Versendet', 'Shipped', 12],
        ['Kommissionierung', 'Created', 4],
        ['Teilweise versendet', 'partly', 3],
        ['Storniert', 'Cancelled', 2],
      ],
      tax: 'inside',
    }),
    form: { date: 'd.m.y', decimal: ',' },
    table: {
      delimiter: ';',
      encoding: 'windows-1252',
      columns: [
        ['Auftragsnummer', 'identifier'],
        ['Auftragsdatum', 'created_at'],
        ['Geändert am', 'updated_at'],
        ['Status', 'status'],
        ['E-Mail', 'customer.email'],
        ...address('address', '*', DE),
        ['Art.-Nr.', 'item.sku'],
        ['Bezeichnung', 'item.title'],
        ['Menge', 'item.quantity'],
        ['Preis', 'item.unit_price'],
        ['Versand', 'shipping'],
        ['Gesamt', 'total'],
      ],
    },
  },
];

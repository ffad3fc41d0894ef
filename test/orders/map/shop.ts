// A small German export of no known platform: tax inside the prices, amounts with a decimal comma, one order without e-mail.
const cells = (...texts: readonly string[]): string[] => texts.join(';').split(';');

export const HEADER = cells(
  'Bestellnummer;Bestelldatum;Geändert am;Status;Kunde E-Mail',
  'Rechnung Vorname;Rechnung Nachname;Rechnung Straße;Rechnung PLZ;Rechnung Ort;Rechnung Land',
  'Lieferung Name;Lieferung Straße;Lieferung PLZ;Lieferung Ort;Lieferung Land',
  'Artikelnummer;Bezeichnung;Menge;Einzelpreis;Versandkosten;Gesamtbetrag;Währung;Lager',
);

const anna = [
  'Anna;Meier;Hauptstr. 1;10115;Berlin;Deutschland',
  'Anna Meier;Hauptstr. 1;10115;Berlin;Deutschland',
].join(';');
const cem = 'Cem;Kaya;Weg 7;1010;Wien;Österreich;Cem Kaya;Weg 7;1010;Wien;Österreich';
const shipped = 'B1001;03.10.2026 10:15;05.10.2026 08:00;Versendet;anna@example.com';
const open = 'B1002;14.10.2026 11:20;14.10.2026 11:20;In Bearbeitung;anna@example.com';
const canceled = 'B1003;15.10.2026 09:00;16.10.2026 09:00;Storniert;';

export const ROWS = [
  cells(shipped, anna, 'A-100;Hemd blau;2;19,90;4,90;64,60;EUR;Nord'),
  cells(shipped, anna, 'A-200;Hose;1;19,90;4,90;64,60;EUR;Süd'),
  cells(open, anna, 'A-100;Hemd blau;1;19,90;4,90;24,80;EUR;Nord'),
  cells(canceled, cem, 'A-300;Mütze;3;10,00;0,00;30,00;EUR;Nord'),
];

export const csv = (
  rows: readonly (readonly string[])[] = ROWS,
  header: readonly string[] = HEADER,
): string => [header, ...rows].map((row) => `${row.join(';')}\n`).join('');

export const ANSWERS = {
  statuses: { Versendet: 'Shipped', 'In Bearbeitung': 'Created', Storniert: 'Cancelled' },
  timezone: 'Europe/Berlin',
  email: 'leave out',
};

// An export that no program knows, as a German shop may write it, and what its orders truly are: worked out here by hand, in
// cents, without the program. The same orders as JSON, with lists of their own names.

/** What the service must hear of a line. */
interface TrueLine {
  readonly sku: string;
  /** What groups the sizes of a product. */
  readonly model: string;
  readonly title: string;
  readonly units: number;
  readonly shipped: number;
  /** With tax, before the discount. */
  readonly price: number;
  /** Of all units of the line. */
  readonly discount: number;
  readonly rate: 7 | 19;
  readonly grams: number;
}

export interface TrueOrder {
  readonly id: string;
  readonly word: string;
  readonly status: 'Shipped' | 'Created' | 'Cancelled';
  readonly created: string;
  readonly email: string;
  readonly customer: string;
  readonly ship: readonly string[];
  readonly bill: readonly string[];
  readonly lines: readonly TrueLine[];
  readonly shipping: number;
  readonly total: number;
  /** One unit of the first line. */
  readonly refund?: { readonly id: string; readonly cents: number; readonly at: string };
}

const ARTICLES = [
  ['W-1-CUP', 'W-1', 'Becher blau', 8995, 19, 350],
  ['W-1-MUG', 'W-1', 'Becher rot', 2490, 19, 380],
  ['B-7-DE', 'B-7', 'Buch vom Filz', 1899, 7, 950],
  ['S-3-M', 'S-3', 'Schal M', 124900, 19, 240],
  ['S-3-L', 'S-3', 'Schal L', 3450, 19, 260],
  ['K-9-XS', 'K-9', 'Kissen XS', 1250, 19, 610],
] as const;
const PEOPLE = [
  ['Anna', "O'Neil", 'Hauptstr. 1', '10115', 'Berlin'],
  ['Cem', 'Kaya', 'Weg 7', '80331', 'München'],
  ['Eva', 'Groß', 'Am Markt 12', '50667', 'Köln'],
  ['Jan', 'de Vries', 'Allee 99', '20095', 'Hamburg'],
  ['Mia', 'Öztürk', 'Gasse 4b', '01067', 'Dresden'],
] as const;

/** By the number of the order: most are shipped whole. */
function wordOf(n: number): readonly [word: string, status: TrueOrder['status']] {
  if (n % 11 === 3) return ['teilversandt', 'Created'];
  if (n % 13 === 5) return ['storniert', 'Cancelled'];
  if (n % 9 === 7) return ['offen', 'Created'];
  return n % 7 === 6 ? ['erstattet', 'Shipped'] : ['versandt', 'Shipped'];
}

/** The day counts up: 1 to 20 November 2026, two orders a day. */
const dayOf = (n: number): string => String(1 + Math.floor(n / 2)).padStart(2, '0');

export const ORDERS: readonly TrueOrder[] = Array.from({ length: 40 }, (_, n): TrueOrder => {
  const id = `W26-${10_001 + n}`;
  const [word, status] = wordOf(n);
  const [first, last, street, zip, city] = PEOPLE[n % PEOPLE.length]!;
  const bill = [`${first} ${last}`, street, zip, city, 'Deutschland'];
  // A gift goes to somebody else.
  const ship = n % 10 === 4 ? ['Oma Grete', 'Dorfstr. 3', '99084', 'Erfurt', 'Deutschland'] : bill;
  const shippedOf = (units: number, line: number) =>
    status === 'Shipped' ? units : word === 'teilversandt' && line === 0 ? 1 : 0;
  const lines = [0, 1].slice(0, 1 + (n % 2)).map((line): TrueLine => {
    const [sku, model, title, price, rate, grams] = ARTICLES[(n + line * 2) % ARTICLES.length]!;
    const units = line === 0 && (n % 5 === 1 || word === 'teilversandt') ? 2 : 1;
    const discount = n % 3 === 0 ? Math.round((price * units) / 10) : 0;
    return { ...{ sku, model, title, units, price, rate, grams, discount }, shipped: shippedOf(units, line) };
  });
  const shipping = n % 4 === 0 ? 0 : 490;
  const total = lines.reduce((sum, one) => sum + one.price * one.units - one.discount, shipping);
  const [line] = lines;
  const cents = line!.price - Math.floor(line!.discount / line!.units);
  const at = `2026-11-${String(Number(dayOf(n)) + 5).padStart(2, '0')}T10:30:00+01:00`;
  return {
    ...{ id, word, status, lines, shipping, total, ship, bill },
    created: `2026-11-${dayOf(n)}T14:05:00+01:00`,
    email: `${first.toLowerCase()}.${n % PEOPLE.length}@example.com`,
    customer: `K-${500 + (n % PEOPLE.length)}`,
    ...(word === 'erstattet' && { refund: { id: `G-${n}`, cents, at } }),
  };
});

const COLUMNS = [
  'Bestellnr;Bestelldatum;Geaendert_am;Status;Waehrung;Email;Kd_Nr;Vorname;Nachname',
  'L_Name;L_Strasse;L_PLZ;L_Ort;L_Land;R_Name;R_Strasse;R_PLZ;R_Ort;R_Land',
  'Artikelnr;Modell;Bezeichnung;Menge;Versandte_Menge;EP_brutto;Rabatt_Pos;Pos_Summe;MwSt_Satz;MwSt_Betrag',
  'Versandkosten;Gesamt;Gewicht_g;Gutschrift_Nr;Gutschrift_Menge;Gutschrift_Betrag;Gutschrift_Datum',
].join(';');

/** `1.249,00` of 124900. */
export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 });
/** `31.12.2026 14:05`, as the clock of the shop shows it. */
const germanTime = (text: string): string => {
  const [year, month, day] = text.slice(0, 10).split('-');
  return `${day}.${month}.${year} ${text.slice(11, 16)}`;
};
const taxIn = (cents: number, rate: number): number => Math.round((cents * rate) / (100 + rate));

/** With a byte order mark, semicolons, and the lines of Windows. */
export function ownCsv(): string {
  const rows = ORDERS.flatMap((order) =>
    order.lines.map((line, i) => {
      const sum = line.price * line.units - line.discount;
      const refund = i === 0 ? order.refund : undefined;
      const changed = germanTime(order.refund?.at ?? order.created);
      const [first, ...rest] = order.bill[0]!.split(' ');
      return [
        ...[order.id, germanTime(order.created), changed, order.word, 'EUR', order.email, order.customer],
        ...[first, rest.join(' '), ...order.ship, ...order.bill],
        ...[line.sku, line.model, line.title, line.units, line.shipped],
        ...[euros(line.price), euros(line.discount), euros(sum), `${line.rate} %`],
        ...[euros(taxIn(sum, line.rate)), euros(order.shipping), euros(order.total), line.grams],
        ...(refund ? [refund.id, 1, euros(refund.cents), germanTime(refund.at)] : ['', '', '', '']),
      ].join(';');
    }),
  );
  return `\u{feff}${[COLUMNS, ...rows].join('\r\n')}\r\n`;
}

const place = ([name, street, zip, city, country]: readonly string[]) => ({
  name,
  street,
  zip,
  city,
  country,
});

/** One order on each line. */
export const ownJson = (): string =>
  ORDERS.map((order) =>
    JSON.stringify({
      ...{ orderNo: order.id, placedAt: order.created, changedAt: order.refund?.at ?? order.created },
      ...{ state: order.word, currency: 'EUR', buyer: { mail: order.email, no: order.customer } },
      ...{ deliverTo: place(order.ship), invoiceTo: place(order.bill) },
      positions: order.lines.map((line) => ({
        ...{ article: line.sku, model: line.model, label: line.title, count: line.units },
        ...{ sent: line.shipped, grossPrice: line.price / 100, rebate: line.discount / 100 },
      })),
      ...{ freight: order.shipping / 100, grandTotal: order.total / 100 },
      creditNotes: order.refund
        ? [
            {
              ...{ id: order.refund.id, amount: order.refund.cents / 100, issuedAt: order.refund.at },
              lines: [{ article: order.lines[0]!.sku, count: 1 }],
            },
          ]
        : [],
    }),
  )
    .map((line) => `${line}\n`)
    .join('');

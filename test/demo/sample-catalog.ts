// The catalogue and the customers of the invented shop in samples/orders.csv. All persons, street numbers and mail
// addresses are invented.

export interface Style {
  readonly code: string;
  readonly title: string;
  /** Colour code and word. */
  readonly colors: readonly (readonly [string, string])[];
  readonly sizes: readonly string[];
  /** Displayed price in cents: without tax in USD, with tax in EUR. */
  readonly usd: number;
  readonly eur: number;
  readonly kg: number;
}

const BLACK = ['BLK', 'black'] as const;
const NAVY = ['NVY', 'navy'] as const;
const SAND = ['SND', 'sand'] as const;
const WHITE = ['WHT', 'white'] as const;
const OLIVE = ['OLV', 'olive'] as const;
const RUST = ['RST', 'rust'] as const;

const LETTERS = ['XS', 'S', 'M', 'L', 'XL'];
const SHOES = ['37', '38', '39', '40', '41', '42', '43', '44'];
const WAISTS = ['28-32', '30-32', '32-32', '34-34'];

const style = (
  code: string,
  title: string,
  colors: Style['colors'],
  sizes: readonly string[],
  usd: number,
  eur: number,
  kg: number,
): Style => ({ code, title, colors, sizes, usd, eur, kg });

export const STYLES: readonly Style[] = [
  style('TEE-CREW', 'Crew neck T-shirt', [BLACK, WHITE, OLIVE], LETTERS, 2500, 2495, 0.18),
  style('TEE-STRP', 'Striped T-shirt, long sleeve', [NAVY, RUST], LETTERS, 3900, 3995, 0.24),
  style('SHRT-OXF', 'Oxford shirt', [WHITE, NAVY], LETTERS, 6900, 6995, 0.3),
  style('SHRT-LIN', 'Linen shirt', [SAND, WHITE, OLIVE], LETTERS, 7900, 7995, 0.26),
  style('SWT-MER', 'Merino sweater', [NAVY, RUST, SAND], LETTERS, 11900, 12900, 0.34),
  style('HOOD-ZIP', 'Zip hoodie', [BLACK, OLIVE], LETTERS, 7900, 7995, 0.62),
  style('JCKT-RAIN', 'Rain jacket', [NAVY, OLIVE], LETTERS, 14900, 15995, 0.55),
  style('COAT-WOOL', 'Wool coat', [BLACK, SAND], LETTERS, 28900, 29900, 1.65),
  style('JEAN-STR', 'Straight jeans', [NAVY, BLACK], WAISTS, 8900, 8995, 0.68),
  style('CHNO-SLM', 'Slim chinos', [SAND, OLIVE], WAISTS, 7400, 7495, 0.5),
  style('SKRT-PLT', 'Pleated skirt', [BLACK, RUST], LETTERS, 6400, 6495, 0.32),
  style('DRS-WRAP', 'Wrap dress', [NAVY, RUST], LETTERS, 9900, 9995, 0.38),
  style('SNKR-LOW', 'Canvas sneaker, low', [WHITE, BLACK], SHOES, 7500, 7995, 0.8),
  style('RUN-TRL', 'Trail running shoe', [BLACK, RUST], SHOES, 12900, 13995, 0.66),
  style('BOOT-CHL', 'Chelsea boot', [BLACK, SAND], SHOES, 18900, 19900, 1.3),
  style('SNDL-STR', 'Strap sandal', [SAND, BLACK], SHOES, 6900, 6995, 0.45),
  style('SOCK-3PK', 'Ribbed socks, 3 pairs', [BLACK, WHITE], ['S', 'M', 'L'], 1800, 1795, 0.15),
  style('BELT-LTH', 'Leather belt', [BLACK, RUST], ['85', '95', '105'], 4500, 4495, 0.22),
];

export interface Place {
  readonly country: string;
  readonly currency: 'USD' | 'EUR';
  /** In thousandths; added to the price in USD, included in the price in EUR. */
  readonly tax: number;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** The number format; each `#` becomes a random digit. */
  readonly phone: string;
}

const place = (
  country: string,
  currency: Place['currency'],
  tax: number,
  [street, city, state, zip, phone]: readonly [string, string, string, string, string],
): Place => ({ country, currency, tax, street, city, state, zip, phone });

export const PLACES: readonly Place[] = [
  place('US', 'USD', 89, ['# Bedford Avenue', 'Brooklyn', 'NY', '11211', '+1718555010#']),
  place('US', 'USD', 95, ['# Mission Street', 'San Francisco', 'CA', '94110', '+1415555010#']),
  place('US', 'USD', 83, ['# Congress Avenue, Apt #', 'Austin', 'TX', '78704', '+1512555010#']),
  place('US', 'USD', 103, ['# Pike Street', 'Seattle', 'WA', '98122', '+1206555010#']),
  place('US', 'USD', 0, ['# Burnside Street', 'Portland', 'OR', '97214', '+1503555010#']),
  place('US', 'USD', 103, ['# North Clark Street', 'Chicago', 'IL', '60614', '+1312555010#']),
  place('US', 'USD', 63, ['# Beacon Street, Unit #', 'Boston', 'MA', '02116', '+1617555010#']),
  place('US', 'USD', 70, ['# Ocean Drive', 'Miami', 'FL', '33139', '+1305555010#']),
  place('DE', 'EUR', 190, ['Torstraße #', 'Berlin', 'BE', '10119', '+49305550#']),
  place('DE', 'EUR', 190, ['Lindwurmstraße #', 'München', 'BY', '80337', '+49895550#']),
  place('FR', 'EUR', 200, ['# rue de la République', 'Lyon', 'ARA', '69002', '+33478550#']),
  place('NL', 'EUR', 210, ['Overtoom #-#', 'Amsterdam', 'NH', '1054 HR', '+31205550#']),
  place('ES', 'EUR', 210, ['Calle de Alcalá, #', 'Madrid', 'MD', '28014', '+34915550#']),
  place('IE', 'EUR', 230, ['# Camden Street Upper', 'Dublin', 'D', 'D02 X285', '+35315550#']),
];

export const FIRST_NAMES: Readonly<Record<string, readonly string[]>> = {
  US: [
    'Maya',
    'Jordan',
    'Terrence',
    'Lucía',
    'Priya',
    'Caleb',
    'Renée',
    'Wei',
    'Amara',
    'Josh',
    'Hannah',
    'Malik',
  ],
  DE: ['Jürgen', 'Anneke', 'Mehmet', 'Käthe', 'Lukas', 'Sabine'],
  FR: ['Élodie', 'Mathis', 'Anaïs', 'Karim'],
  NL: ['Sanne', 'Joost', 'Fenna', 'Ruben'],
  ES: ['Íñigo', 'Carmen', 'Begoña', 'Pablo'],
  IE: ['Aoife', 'Cillian', 'Niamh', 'Declan'],
};

export const LAST_NAMES: Readonly<Record<string, readonly string[]>> = {
  US: [
    'Okafor',
    'Hernández',
    "O'Brien",
    'Patel',
    'Nguyen',
    'Whitfield',
    'Johnson',
    'Kowalski',
    'Reyes',
    'Brooks',
  ],
  DE: ['Schröder', 'Yılmaz', 'Weiß', 'Krause', 'von Hagen'],
  FR: ['Lefèvre', 'Moreau', 'Benali', 'Dubois-Petit'],
  NL: ['de Vries', 'van den Berg', 'Visser', 'Jansen'],
  ES: ['Núñez', 'García Lorca', 'Ibáñez', 'Ruiz'],
  IE: ['Ní Bhriain', 'Murphy', "O'Sullivan", 'Walsh'],
};

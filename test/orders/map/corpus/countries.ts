// Countries of the corpus: invented people at invented addresses, with currency and time zone of the shop.
export interface Country {
  readonly code: string;
  readonly zone: string;
  readonly currency: string;
  /** City, postal code, state as a code and by name (both empty where addresses have none). */
  readonly cities: readonly (readonly [city: string, zip: string, code: string, state: string])[];
  readonly streets: readonly string[];
  /** Whether the number of the house stands before the street. */
  readonly numberFirst: boolean;
  readonly phone: string;
}

export const COUNTRIES: Readonly<Record<string, Country>> = {
  US: {
    code: 'US',
    zone: 'America/New_York',
    currency: 'USD',
    numberFirst: true,
    phone: '+1 212 555 01',
    streets: ['Fir Court', 'Lake Drive', 'Canal Street', 'Elm Avenue'],
    cities: [
      ['Portland', '97201', 'OR', 'Oregon'],
      ['Chicago', '60601', 'IL', 'Illinois'],
      ['Austin', '78705', 'TX', 'Texas'],
      ['Boston', '02108', 'MA', 'Massachusetts'],
    ],
  },
  GB: {
    code: 'GB',
    zone: 'Europe/London',
    currency: 'GBP',
    numberFirst: true,
    phone: '+44 20 7946 00',
    streets: ['Mill Lane', 'High Street', 'Station Road'],
    cities: [
      ['Leeds', 'LS1 4AP', '', ''],
      ['Bristol', 'BS1 5TR', '', ''],
      ['London', 'N1 9GU', '', ''],
    ],
  },
  AU: {
    code: 'AU',
    zone: 'Australia/Sydney',
    currency: 'AUD',
    numberFirst: true,
    phone: '+61 2 5550 00',
    streets: ['Harbour Road', 'Wattle Street'],
    cities: [
      ['Sydney', '2000', 'NSW', 'New South Wales'],
      ['Melbourne', '3000', 'VIC', 'Victoria'],
    ],
  },
  CA: {
    code: 'CA',
    zone: 'America/Toronto',
    currency: 'CAD',
    numberFirst: true,
    phone: '+1 416 555 01',
    streets: ['Maple Road', 'King Street West'],
    cities: [
      ['Toronto', 'M5V 2T6', 'ON', 'Ontario'],
      ['Vancouver', 'V6B 1A1', 'BC', 'British Columbia'],
    ],
  },
  DE: {
    code: 'DE',
    zone: 'Europe/Berlin',
    currency: 'EUR',
    numberFirst: false,
    phone: '+49 30 5550 01',
    streets: ['Königstraße', 'Am Mühlbach', 'Lindenallee', 'Weißdornweg'],
    cities: [
      ['München', '80331', '', ''],
      ['Dresden', '01067', '', ''],
      ['Köln', '50667', '', ''],
      ['Frankfurt am Main', '60311', '', ''],
    ],
  },
  AT: {
    code: 'AT',
    zone: 'Europe/Vienna',
    currency: 'EUR',
    numberFirst: false,
    phone: '+43 1 5550 01',
    streets: ['Ringgasse', 'Hofweg'],
    cities: [
      ['Wien', '1010', '', ''],
      ['Graz', '8010', '', ''],
    ],
  },
  CH: {
    code: 'CH',
    zone: 'Europe/Zurich',
    currency: 'CHF',
    numberFirst: false,
    phone: '+41 44 555 01',
    streets: ['Seestrasse', 'Bergweg'],
    cities: [
      ['Zürich', '8001', '', ''],
      ['Bern', '3011', '', ''],
    ],
  },
  FR: {
    code: 'FR',
    zone: 'Europe/Paris',
    currency: 'EUR',
    numberFirst: true,
    phone: '+33 1 99 00 01',
    streets: ['rue des Lilas', 'avenue de la Gare', "impasse de l'Église"],
    cities: [
      ['Lyon', '69002', '', ''],
      ['Nîmes', '30000', '', ''],
      ['Bourg-en-Bresse', '01000', '', ''],
    ],
  },
  BE: {
    code: 'BE',
    zone: 'Europe/Brussels',
    currency: 'EUR',
    numberFirst: false,
    phone: '+32 2 555 01',
    streets: ['Rue Haute', 'Chaussée de Mons'],
    cities: [
      ['Liège', '4000', '', ''],
      ['Namur', '5000', '', ''],
    ],
  },
  ES: {
    code: 'ES',
    zone: 'Europe/Madrid',
    currency: 'EUR',
    numberFirst: false,
    phone: '+34 910 555 0',
    streets: ['Calle Mayor', 'Avenida del Puerto', 'Plaza de España'],
    cities: [
      ['Sevilla', '41001', '', 'Sevilla'],
      ['Málaga', '29001', '', 'Málaga'],
      ['Barcelona', '08001', '', 'Barcelona'],
    ],
  },
  MX: {
    code: 'MX',
    zone: 'America/Mexico_City',
    currency: 'MXN',
    numberFirst: false,
    phone: '+52 55 5550 01',
    streets: ['Calle Reforma', 'Avenida Juárez'],
    cities: [
      ['Guadalajara', '44100', '', 'Jalisco'],
      ['Mérida', '97000', '', 'Yucatán'],
    ],
  },
  BR: {
    code: 'BR',
    zone: 'America/Sao_Paulo',
    currency: 'BRL',
    numberFirst: false,
    phone: '+55 11 5550 01',
    streets: ['Rua das Flores', 'Avenida São João', 'Alameda Santos'],
    cities: [
      ['São Paulo', '01310-100', 'SP', 'São Paulo'],
      ['Curitiba', '80010-000', 'PR', 'Paraná'],
      ['Salvador', '40020-000', 'BA', 'Bahia'],
    ],
  },
  PT: {
    code: 'PT',
    zone: 'Europe/Lisbon',
    currency: 'EUR',
    numberFirst: false,
    phone: '+351 21 555 01',
    streets: ['Rua da Prata', 'Avenida da Liberdade'],
    cities: [
      ['Lisboa', '1100-001', '', ''],
      ['Braga', '4700-001', '', ''],
    ],
  },
  IT: {
    code: 'IT',
    zone: 'Europe/Rome',
    currency: 'EUR',
    numberFirst: false,
    phone: '+39 06 555 01',
    streets: ['Via Garibaldi', 'Corso Italia'],
    cities: [
      ['Torino', '10121', '', ''],
      ['Bologna', '40121', '', ''],
    ],
  },
  NL: {
    code: 'NL',
    zone: 'Europe/Amsterdam',
    currency: 'EUR',
    numberFirst: false,
    phone: '+31 20 555 01',
    streets: ['Dorpsstraat', 'Kerkweg'],
    cities: [
      ['Utrecht', '3511 AB', '', ''],
      ['Groningen', '9711 LK', '', ''],
    ],
  },
  PL: {
    code: 'PL',
    zone: 'Europe/Warsaw',
    currency: 'PLN',
    numberFirst: false,
    phone: '+48 22 555 01',
    streets: ['ul. Długa', 'ul. Polna'],
    cities: [
      ['Kraków', '30-001', '', ''],
      ['Gdańsk', '80-001', '', ''],
    ],
  },
  JP: {
    code: 'JP',
    zone: 'Asia/Tokyo',
    currency: 'JPY',
    numberFirst: false,
    phone: '+81 3 5550 01',
    streets: ['本町', '緑町'],
    cities: [
      ['横浜市', '231-0001', '', ''],
      ['札幌市', '060-0001', '', ''],
    ],
  },
  CL: {
    code: 'CL',
    zone: 'America/Santiago',
    currency: 'CLP',
    numberFirst: false,
    phone: '+56 2 5550 01',
    streets: ['Calle Larga', 'Avenida Norte'],
    cities: [
      ['Santiago', '8320000', '', ''],
      ['Valparaíso', '2340000', '', ''],
    ],
  },
  AR: {
    code: 'AR',
    zone: 'America/Argentina/Buenos_Aires',
    currency: 'ARS',
    numberFirst: false,
    phone: '+54 11 5550 01',
    streets: ['Calle Belgrano', 'Avenida Mitre'],
    cities: [
      ['Rosario', '2000', '', ''],
      ['Mendoza', '5500', '', ''],
    ],
  },
  ID: {
    code: 'ID',
    zone: 'Asia/Jakarta',
    currency: 'IDR',
    numberFirst: false,
    phone: '+62 21 5550 01',
    streets: ['Jalan Melati', 'Jalan Mawar'],
    cities: [
      ['Bandung', '40111', '', ''],
      ['Surabaya', '60111', '', ''],
    ],
  },
  KW: {
    code: 'KW',
    zone: 'Asia/Kuwait',
    currency: 'KWD',
    numberFirst: false,
    phone: '+965 2555 01',
    streets: ['Gulf Road', 'Salem Street'],
    cities: [
      ['Kuwait City', '13001', '', ''],
      ['Salmiya', '20001', '', ''],
    ],
  },
};

export const FIRST_NAMES =
  'Ada, Jürgen, Mina, Zoë, Benoît, Rosa, José, João, Emma, Paul, Lucía, Mary Ann, Inês, Otto, Chloé'.split(
    ', ',
  );
export const LAST_NAMES =
  "Martin, Weiß, Park, O'Neill, Okafor, Delgado, García Pérez, da Silva, Schmidt, Lefèvre, Núñez, van den Berg, Almeida, Brown".split(
    ', ',
  );
export const PRODUCTS: readonly (readonly [sku: string, title: string])[] = [
  ['TEE-BLK-M', 'Organic Cotton Tee - Black / M'],
  ['MUG-01', 'Stoneware Mug'],
  ['4006381333', 'Fineliner, 10 pcs'],
  ['SH-0042-42', 'Trail Shoe "Fjord" 42'],
  ['BAG.7', 'Canvas Bag'],
  ['00731', 'Candle; Cedar'],
  ['LMP/220', 'Desk Lamp 220 V'],
  ['SOCK-3P', 'Merino Socks 3-Pack'],
  ['X9', 'Gift Box'],
  ['JKT-RED-XL', 'Rain Jacket Red XL'],
];

// The country of an address, with the one that was probably meant: the countries and territories of ISO 3166-1 (alpha-2,
// alpha-3), their English names as Intl has them, and other names in use.

import { quote } from '../basics/text.ts';
import { type Report, ruleList } from './finding.ts';
import { sampleAddress, sampleOrder } from './sample.ts';

// XK is not assigned by the standard: post and customs use it for Kosovo.
const LIST = `AD AND|AE ARE|AF AFG|AG ATG|AI AIA|AL ALB|AM ARM|AO AGO|AQ ATA|AR ARG|AS ASM|AT AUT|AU AUS|AW ABW|AX ALA|AZ AZE
BA BIH|BB BRB|BD BGD|BE BEL|BF BFA|BG BGR|BH BHR|BI BDI|BJ BEN|BL BLM|BM BMU|BN BRN|BO BOL|BQ BES|BR BRA|BS BHS
BT BTN|BV BVT|BW BWA|BY BLR|BZ BLZ|CA CAN|CC CCK|CD COD|CF CAF|CG COG|CH CHE|CI CIV|CK COK|CL CHL|CM CMR|CN CHN
CO COL|CR CRI|CU CUB|CV CPV|CW CUW|CX CXR|CY CYP|CZ CZE|DE DEU|DJ DJI|DK DNK|DM DMA|DO DOM|DZ DZA|EC ECU|EE EST
EG EGY|EH ESH|ER ERI|ES ESP|ET ETH|FI FIN|FJ FJI|FK FLK|FM FSM|FO FRO|FR FRA|GA GAB|GB GBR|GD GRD|GE GEO|GF GUF
GG GGY|GH GHA|GI GIB|GL GRL|GM GMB|GN GIN|GP GLP|GQ GNQ|GR GRC|GS SGS|GT GTM|GU GUM|GW GNB|GY GUY|HK HKG|HM HMD
HN HND|HR HRV|HT HTI|HU HUN|ID IDN|IE IRL|IL ISR|IM IMN|IN IND|IO IOT|IQ IRQ|IR IRN|IS ISL|IT ITA|JE JEY|JM JAM
JO JOR|JP JPN|KE KEN|KG KGZ|KH KHM|KI KIR|KM COM|KN KNA|KP PRK|KR KOR|KW KWT|KY CYM|KZ KAZ|LA LAO|LB LBN|LC LCA
LI LIE|LK LKA|LR LBR|LS LSO|LT LTU|LU LUX|LV LVA|LY LBY|MA MAR|MC MCO|MD MDA|ME MNE|MF MAF|MG MDG|MH MHL|MK MKD
ML MLI|MM MMR|MN MNG|MO MAC|MP MNP|MQ MTQ|MR MRT|MS MSR|MT MLT|MU MUS|MV MDV|MW MWI|MX MEX|MY MYS|MZ MOZ|NA NAM
NC NCL|NE NER|NF NFK|NG NGA|NI NIC|NL NLD|NO NOR|NP NPL|NR NRU|NU NIU|NZ NZL|OM OMN|PA PAN|PE PER|PF PYF|PG PNG
PH PHL|PK PAK|PL POL|PM SPM|PN PCN|PR PRI|PS PSE|PT PRT|PW PLW|PY PRY|QA QAT|RE REU|RO ROU|RS SRB|RU RUS|RW RWA
SA SAU|SB SLB|SC SYC|SD SDN|SE SWE|SG SGP|SH SHN|SI SVN|SJ SJM|SK SVK|SL SLE|SM SMR|SN SEN|SO SOM|SR SUR|SS SSD
ST STP|SV SLV|SX SXM|SY SYR|SZ SWZ|TC TCA|TD TCD|TF ATF|TG TGO|TH THA|TJ TJK|TK TKL|TL TLS|TM TKM|TN TUN|TO TON
TR TUR|TT TTO|TV TUV|TW TWN|TZ TZA|UA UKR|UG UGA|UM UMI|US USA|UY URY|UZ UZB|VA VAT|VC VCT|VE VEN|VG VGB|VI VIR
VN VNM|VU VUT|WF WLF|WS WSM|YE YEM|YT MYT|ZA ZAF|ZM ZMB|ZW ZWE|XK XKX`;

/** Names that occur in exports and are not those of Intl, also those of parts of a country. */
const OTHER_NAMES = `AE UAE|AT Osterreich|AT Oesterreich|BE Belgique|BE Belgie|BN Brunei Darussalam
BO Bolivia, Plurinational State of|BQ Bonaire, Sint Eustatius and Saba|BR Brasil|CC Cocos Islands|CD DR Congo
CD Democratic Republic of the Congo|CG Republic of the Congo|CG Congo|CH Schweiz|CH Suisse|CH Svizzera
CI Cote d'Ivoire|CI Ivory Coast|CN PR China|CN Mainland China|CV Cabo Verde|CZ Czech Republic|DE Deutschland
DE Federal Republic of Germany|DE Allemagne|DK Danmark|ES Espana|FI Suomi|FR Frankreich|GB UK|GB U.K.
GB Great Britain|GB England|GB Scotland|GB Wales|GB Northern Ireland|GB Britain|GR Hellas|GR EL
GS South Georgia and the South Sandwich Islands|HK Hong Kong SAR|HK Hong Kong
HM Heard Island and McDonald Islands|HU Magyarorszag|IE Republic of Ireland|IE Eire|IR Iran, Islamic Republic of
IT Italia|IT Italien|JP Nippon|KR Korea|KR Republic of Korea|KR Korea, Republic of|LA Lao PDR
MD Moldova, Republic of|MK Macedonia|MM Burma|MM Myanmar|MO Macau|MO Macao|MX Mexiko|NL The Netherlands
NL Holland|NL Nederland|NO Norge|PL Polska|PN Pitcairn|PS Palestine|PT Portugal Continental
RU Russian Federation|SE Sverige|SK Slovak Republic|SY Syrian Arab Republic|SZ Swaziland|TL East Timor
TR Turkiye|TR Turkey|TW Taiwan, Province of China|TZ United Republic of Tanzania
UM United States Minor Outlying Islands|US United States of America|US U.S.|US U.S.A.|US America|US USA
VA Holy See|VC Saint Vincent and the Grenadines|VE Venezuela, Bolivarian Republic of
VI United States Virgin Islands|VN Viet Nam|ZA RSA`;

const rowsOf = (text: string): string[] => text.split(/[|\n]/);

/** The alpha-2 codes. */
export const COUNTRIES: ReadonlySet<string> = new Set(rowsOf(LIST).map((row) => row.slice(0, 2)));

/** Whether a text is an alpha-2 code in capital letters. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

let meanings: Map<string, string> | undefined;

/** The code for a name, an alpha-3 code or a code in small letters; undefined when none is known. */
export function countryMeant(text: string): string | undefined {
  // The longest name has 44 characters.
  if (text.length > 60) return undefined;
  meanings ??= meaningsOf();
  return meanings.get(fold(text));
}

function meaningsOf() {
  const known = new Map<string, string>();
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  for (const row of rowsOf(LIST)) {
    const [code = '', alpha3 = ''] = row.split(' ');
    for (const name of [code, alpha3, names.of(code)!]) known.set(fold(name), code);
  }
  for (const row of rowsOf(OTHER_NAMES)) known.set(fold(row.slice(3)), row.slice(0, 2));
  return known;
}

/** Without accents, punctuation and white space, in small letters. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** So that `Côte d’Ivoire`, `U.S.A.` and `St. Lucia` are found. */
const fold = (text: string): string => folded(text.replace(/\bst\.?\s+/gi, 'saint ').replace(/&/g, 'and'));

const rules = ruleList({});

export const countryUnknown = rules.warning('order.country.unknown', {
  title: 'country_code is an ISO 3166-1 code of two capital letters',
  explanation:
    'The interface says "country_code" and no more; carriers and tax rules read the two letters of ISO 3166-1, such as US, GB or DE. A name, three letters or small letters are probably not understood. In a mapping a value map turns them into codes.',
  say: (args) => {
    const meant = args.meant === undefined ? '' : `. Did you mean ${quote(args.meant)}?`;
    const what = args.found === undefined ? `The text (${args.length} characters)` : quote(args.found);
    return `${what} is not an ISO 3166-1 code of two capital letters${meant || '.'}`;
  },
  good: sampleOrder({ shipping_address: sampleAddress({ country_code: 'GB' }) }),
  bad: sampleOrder({ shipping_address: sampleAddress({ country_code: 'United Kingdom' }) }),
});

/** Checks the country of one address; `prefix` is its path with a dot. Other rules report an empty value or one that is not a text. */
export function checkCountry(country: unknown, prefix: string, report: Report): void {
  if (typeof country !== 'string' || isCountry(country) || country.trim() === '') return;
  // Another rule reports this text for every field.
  if (country === 'NULL') return;
  const meant = countryMeant(country);
  // A text that is not a country may be a name or a street in the wrong column, so only its length is shown.
  const shown = meant !== undefined || country.length <= 3 ? { found: country } : { length: country.length };
  report(countryUnknown, `${prefix}country_code`, { ...shown, ...(meant === undefined ? {} : { meant }) });
}

// The country of an address, with the one that was probably meant: the countries and territories of ISO 3166-1 (alpha-2,
// alpha-3, the English name), and other names in use.

import { quote } from '../basics/text.ts';
import type { Finding } from './finding.ts';
import { found } from './report.ts';
import { ruleList } from './rule-list.ts';
import { sampleAddress, sampleOrder } from './sample.ts';

// XK is not assigned by the standard: post and customs use it for Kosovo.
const LIST = `AD AND Andorra|AE ARE United Arab Emirates|AF AFG Afghanistan|AG ATG Antigua and Barbuda|AI AIA Anguilla
AL ALB Albania|AM ARM Armenia|AO AGO Angola|AQ ATA Antarctica|AR ARG Argentina|AS ASM American Samoa|AT AUT Austria
AU AUS Australia|AW ABW Aruba|AX ALA Aland Islands|AZ AZE Azerbaijan|BA BIH Bosnia and Herzegovina|BB BRB Barbados
BD BGD Bangladesh|BE BEL Belgium|BF BFA Burkina Faso|BG BGR Bulgaria|BH BHR Bahrain|BI BDI Burundi|BJ BEN Benin
BL BLM Saint Barthelemy|BM BMU Bermuda|BN BRN Brunei|BO BOL Bolivia|BQ BES Bonaire, Sint Eustatius and Saba
BR BRA Brazil|BS BHS Bahamas|BT BTN Bhutan|BV BVT Bouvet Island|BW BWA Botswana|BY BLR Belarus|BZ BLZ Belize
CA CAN Canada|CC CCK Cocos Islands|CD COD Democratic Republic of the Congo|CF CAF Central African Republic
CG COG Congo|CH CHE Switzerland|CI CIV Ivory Coast|CK COK Cook Islands|CL CHL Chile|CM CMR Cameroon|CN CHN China
CO COL Colombia|CR CRI Costa Rica|CU CUB Cuba|CV CPV Cape Verde|CW CUW Curacao|CX CXR Christmas Island|CY CYP Cyprus
CZ CZE Czechia|DE DEU Germany|DJ DJI Djibouti|DK DNK Denmark|DM DMA Dominica|DO DOM Dominican Republic|DZ DZA Algeria
EC ECU Ecuador|EE EST Estonia|EG EGY Egypt|EH ESH Western Sahara|ER ERI Eritrea|ES ESP Spain|ET ETH Ethiopia
FI FIN Finland|FJ FJI Fiji|FK FLK Falkland Islands|FM FSM Micronesia|FO FRO Faroe Islands|FR FRA France|GA GAB Gabon
GB GBR United Kingdom|GD GRD Grenada|GE GEO Georgia|GF GUF French Guiana|GG GGY Guernsey|GH GHA Ghana|GI GIB Gibraltar
GL GRL Greenland|GM GMB Gambia|GN GIN Guinea|GP GLP Guadeloupe|GQ GNQ Equatorial Guinea|GR GRC Greece
GS SGS South Georgia and the South Sandwich Islands|GT GTM Guatemala|GU GUM Guam|GW GNB Guinea-Bissau|GY GUY Guyana
HK HKG Hong Kong|HM HMD Heard Island and McDonald Islands|HN HND Honduras|HR HRV Croatia|HT HTI Haiti|HU HUN Hungary
ID IDN Indonesia|IE IRL Ireland|IL ISR Israel|IM IMN Isle of Man|IN IND India|IO IOT British Indian Ocean Territory
IQ IRQ Iraq|IR IRN Iran|IS ISL Iceland|IT ITA Italy|JE JEY Jersey|JM JAM Jamaica|JO JOR Jordan|JP JPN Japan
KE KEN Kenya|KG KGZ Kyrgyzstan|KH KHM Cambodia|KI KIR Kiribati|KM COM Comoros|KN KNA Saint Kitts and Nevis
KP PRK North Korea|KR KOR South Korea|KW KWT Kuwait|KY CYM Cayman Islands|KZ KAZ Kazakhstan|LA LAO Laos|LB LBN Lebanon
LC LCA Saint Lucia|LI LIE Liechtenstein|LK LKA Sri Lanka|LR LBR Liberia|LS LSO Lesotho|LT LTU Lithuania
LU LUX Luxembourg|LV LVA Latvia|LY LBY Libya|MA MAR Morocco|MC MCO Monaco|MD MDA Moldova|ME MNE Montenegro
MF MAF Saint Martin|MG MDG Madagascar|MH MHL Marshall Islands|MK MKD North Macedonia|ML MLI Mali|MM MMR Myanmar
MN MNG Mongolia|MO MAC Macao|MP MNP Northern Mariana Islands|MQ MTQ Martinique|MR MRT Mauritania|MS MSR Montserrat
MT MLT Malta|MU MUS Mauritius|MV MDV Maldives|MW MWI Malawi|MX MEX Mexico|MY MYS Malaysia|MZ MOZ Mozambique
NA NAM Namibia|NC NCL New Caledonia|NE NER Niger|NF NFK Norfolk Island|NG NGA Nigeria|NI NIC Nicaragua
NL NLD Netherlands|NO NOR Norway|NP NPL Nepal|NR NRU Nauru|NU NIU Niue|NZ NZL New Zealand|OM OMN Oman|PA PAN Panama
PE PER Peru|PF PYF French Polynesia|PG PNG Papua New Guinea|PH PHL Philippines|PK PAK Pakistan|PL POL Poland
PM SPM Saint Pierre and Miquelon|PN PCN Pitcairn|PR PRI Puerto Rico|PS PSE Palestine|PT PRT Portugal|PW PLW Palau
PY PRY Paraguay|QA QAT Qatar|RE REU Reunion|RO ROU Romania|RS SRB Serbia|RU RUS Russia|RW RWA Rwanda
SA SAU Saudi Arabia|SB SLB Solomon Islands|SC SYC Seychelles|SD SDN Sudan|SE SWE Sweden|SG SGP Singapore
SH SHN Saint Helena|SI SVN Slovenia|SJ SJM Svalbard and Jan Mayen|SK SVK Slovakia|SL SLE Sierra Leone|SM SMR San Marino
SN SEN Senegal|SO SOM Somalia|SR SUR Suriname|SS SSD South Sudan|ST STP Sao Tome and Principe|SV SLV El Salvador
SX SXM Sint Maarten|SY SYR Syria|SZ SWZ Eswatini|TC TCA Turks and Caicos Islands|TD TCD Chad
TF ATF French Southern Territories|TG TGO Togo|TH THA Thailand|TJ TJK Tajikistan|TK TKL Tokelau|TL TLS Timor-Leste
TM TKM Turkmenistan|TN TUN Tunisia|TO TON Tonga|TR TUR Turkey|TT TTO Trinidad and Tobago|TV TUV Tuvalu|TW TWN Taiwan
TZ TZA Tanzania|UA UKR Ukraine|UG UGA Uganda|UM UMI United States Minor Outlying Islands|US USA United States
UY URY Uruguay|UZ UZB Uzbekistan|VA VAT Vatican City|VC VCT Saint Vincent and the Grenadines|VE VEN Venezuela
VG VGB British Virgin Islands|VI VIR United States Virgin Islands|VN VNM Vietnam|VU VUT Vanuatu
WF WLF Wallis and Futuna|WS WSM Samoa|YE YEM Yemen|YT MYT Mayotte|ZA ZAF South Africa|ZM ZMB Zambia|ZW ZWE Zimbabwe
XK XKX Kosovo`;

/** Other names that occur in exports, and names of parts of a country that exports give as the country. */
const OTHER_NAMES = `AE UAE|AT Osterreich|AT Oesterreich|BE Belgique|BE Belgie|BN Brunei Darussalam|BR Brasil
CD DR Congo|CG Republic of the Congo|CH Schweiz|CH Suisse|CH Svizzera|CI Cote d'Ivoire|CN PR China|CN Mainland China
CV Cabo Verde|CZ Czech Republic|DE Deutschland|DE Federal Republic of Germany|DE Allemagne|DK Danmark|ES Espana
FI Suomi|FR Frankreich|GB UK|GB U.K.|GB Great Britain|GB England|GB Scotland|GB Wales|GB Northern Ireland|GB Britain
GR Hellas|GR EL|HK Hong Kong SAR|HU Magyarorszag|IE Republic of Ireland|IE Eire|IT Italia|IT Italien|JP Nippon|KR Korea
KR Republic of Korea|KR Korea, Republic of|LA Lao PDR|MK Macedonia|MM Burma|MO Macau|MX Mexiko|NL The Netherlands
NL Holland|NL Nederland|NO Norge|PL Polska|PT Portugal Continental|RU Russian Federation|SE Sverige
SK Slovak Republic|SY Syrian Arab Republic|SZ Swaziland|TL East Timor|TR Turkiye|TW Taiwan, Province of China
TZ United Republic of Tanzania|US United States of America|US U.S.|US U.S.A.|US America|US USA
VA Holy See|VE Venezuela, Bolivarian Republic of|VN Viet Nam|ZA RSA|BO Bolivia, Plurinational State of
IR Iran, Islamic Republic of|MD Moldova, Republic of`;

const rowsOf = (text: string): string[] => text.split(/[|\n]/);

const CODES: ReadonlySet<string> = new Set(rowsOf(LIST).map((row) => row.slice(0, 2)));

/** Whether a text is an alpha-2 code in capital letters. */
export const isCountry = (code: string): boolean => CODES.has(code);

let meanings: Map<string, string> | undefined;

/** The code for a name, an alpha-3 code or a code in small letters; undefined when none is known. */
export function countryMeant(text: string): string | undefined {
  // The longest name has 44 characters.
  if (text.length > 60) return undefined;
  meanings ??= meaningsOf();
  return meanings.get(fold(text));
}

function meaningsOf(): Map<string, string> {
  const known = new Map<string, string>();
  for (const row of rowsOf(LIST)) {
    const code = row.slice(0, 2);
    for (const name of [code, row.slice(3, 6), row.slice(7)]) known.set(fold(name), code);
  }
  for (const row of rowsOf(OTHER_NAMES)) known.set(fold(row.slice(3)), row.slice(0, 2));
  return known;
}

/** Removes accents, punctuation and small words, so that `Côte d’Ivoire`, `U.S.A.` and `St. Lucia` are found. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\bst\.?\s+/g, 'saint ')
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]/g, '');
const rules = ruleList({ source: 'this tool' });

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
export function checkCountry(country: unknown, prefix: string, findings: Finding[]): void {
  if (typeof country !== 'string' || isCountry(country) || country.trim() === '') return;
  // Another rule reports this text for every field.
  if (country === 'NULL') return;
  const meant = countryMeant(country);
  // A text that is not a country may be a name or a street in the wrong column, so only its length is shown.
  const shown = meant !== undefined || country.length <= 3 ? { found: country } : { length: country.length };
  findings.push(
    found(countryUnknown, `${prefix}country_code`, { ...shown, ...(meant === undefined ? {} : { meant }) }),
  );
}

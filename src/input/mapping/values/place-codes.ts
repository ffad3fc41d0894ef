// Codes of countries and states for the names that exports have instead: ISO 3166-1 alpha-2, and what the post of the
// country writes for its states.
import { COUNTRIES, countryMeant, folded } from '../../../contract/countries.ts';

/** Languages of shops. A name that means different countries in two of them is not replaced. */
const LANGUAGES = [
  'en de fr es pt it nl pl sv da nb fi cs sk hu ro el bg',
  'hr sl et lv lt tr ru uk ca ja zh zh-Hant ko ar he th vi id',
].flatMap((row) => row.split(' '));

const STATES: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida
GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland
MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire
NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania
RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
WV West Virginia|WI Wisconsin|WY Wyoming|DC District of Columbia|DC Washington DC|PR Puerto Rico|GU Guam
VI US Virgin Islands|VI Virgin Islands|AS American Samoa|MP Northern Mariana Islands|AA Armed Forces Americas
AE Armed Forces Europe|AP Armed Forces Pacific`,
  CA: `AB Alberta|BC British Columbia|BC Colombie-Britannique|MB Manitoba|NB New Brunswick|NB Nouveau-Brunswick
NL Newfoundland and Labrador|NL Newfoundland|NL Terre-Neuve-et-Labrador|NS Nova Scotia|NS Nouvelle-Ecosse
NT Northwest Territories|NT Territoires du Nord-Ouest|NU Nunavut|ON Ontario|PE Prince Edward Island
PE Ile-du-Prince-Edouard|QC Quebec|SK Saskatchewan|YT Yukon|YT Yukon Territory`,
  AU: `ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia
TAS Tasmania|VIC Victoria|WA Western Australia`,
  BR: `AC Acre|AL Alagoas|AP Amapa|AM Amazonas|BA Bahia|CE Ceara|DF Distrito Federal|ES Espirito Santo|GO Goias
MA Maranhao|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Para|PB Paraiba|PR Parana|PE Pernambuco|PI Piaui
RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondonia|RR Roraima|SC Santa Catarina|SP Sao Paulo
SE Sergipe|TO Tocantins`,
};

/** What cars and letters show: `D` is written for Germany. */
const LETTERS = new Map(
  Object.entries({
    A: 'AT',
    B: 'BE',
    D: 'DE',
    E: 'ES',
    F: 'FR',
    H: 'HU',
    I: 'IT',
    L: 'LU',
    N: 'NO',
    P: 'PT',
    S: 'SE',
  }),
);

/**
 * The alpha-2 code for the name of a country in one of the languages, for its alpha-3 code or its letter; other texts as they are.
 */
export function countryCode(text: string): string {
  const given = text.trim();
  if (COUNTRIES.has(given)) return given;
  return countryMeant(given) ?? LETTERS.get(given) ?? countryNames().get(folded(given)) ?? text;
}

/** The code for the name of a state of this country; texts that are no such name stay as they are. */
export function stateCode(text: string, country: string): string {
  const known = statesOf(countryCode(country));
  if (!known) return text;
  const given = text.trim();
  const behind = given.slice(given.indexOf('-') + 1);
  // `US-CA`, as ISO 3166-2 writes it.
  const own = given.toUpperCase().startsWith(`${countryCode(country)}-`) ? behind : given;
  return known.get(folded(own)) ?? text;
}

/** The name of a state of some country: `New York`. */
export const isStateName = (text: string): boolean =>
  Object.keys(STATES).some((country) => statesOf(country)!.has(folded(text.trim())));

const states = new Map<string, ReadonlyMap<string, string>>();

function statesOf(country: string): ReadonlyMap<string, string> | undefined {
  const made = states.get(country);
  const list = STATES[country];
  if (made || list === undefined) return made;
  const known = new Map<string, string>();
  for (const row of list.split(/[|\n]/)) {
    const code = row.slice(0, row.indexOf(' '));
    known.set(folded(code), code);
    known.set(folded(row.slice(code.length)), code);
  }
  states.set(country, known);
  return known;
}

let names: Map<string, string> | undefined;

/** Made when the first name was not English: some 8,000 names. */
function countryNames(): Map<string, string> {
  if (names) return names;
  const known = new Map<string, string>();
  const unclear = new Set<string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES) {
      const name = folded(display.of(code) ?? '');
      const other = known.get(name);
      if (other !== undefined && other !== code) unclear.add(name);
      else known.set(name, code);
    }
  }
  for (const name of [...unclear, '']) known.delete(name);
  names = known;
  return known;
}

// Which currencies a code or a sign beside an amount can mean. Pure.

const CODES = Intl.supportedValuesOf('currency');

/** Signs of all currencies with such a name; of the others Intl knows the signs. */
const NAMES: Readonly<Record<string, RegExp>> = {
  $: /Dollar|Peso|Pataca|Tala|Balboa/,
  '£': /Pound/,
  Rs: /Rupee/,
  Fr: /Franc/,
};
const NAMED = new Intl.DisplayNames('en', { type: 'currency' });

function signsOf(currency: string): string[] {
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(1),
  );
  return [currency, ...signs.flatMap(({ type, value }) => (type === 'currency' ? [value] : []))];
}

/** `$` is also the sign of what is R$ in full; `US$` and `C$` begin as the code does. */
function canMean(mark: string, currency: string): boolean {
  if (NAMES[mark]?.test(NAMED.of(currency) ?? '')) return true;
  if (signsOf(currency).some((sign) => sign === mark || (mark.length === 1 && sign.endsWith(mark))))
    return true;
  const [, country = '', sign = ''] = /^([A-Z]{1,3})(\p{Sc})$/u.exec(mark) ?? [];
  const isPrefix = country !== '' && currency.startsWith(country);
  return isPrefix && (country.length > 1 || currency.endsWith('D')) && canMean(sign, currency);
}

const answers = new Map<string, boolean>();

/** Whether a code or a sign means another currency for sure: what nobody knows may be any. */
export function isOtherCurrency(mark: string, currency: string): boolean {
  const key = `${mark} ${currency}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    // Wide signs (￥, ₨) as the usual ones.
    const plain = mark.normalize('NFKC');
    const own = currency.toUpperCase();
    answer = CODES.includes(own) && !canMean(plain, own) && CODES.some((code) => canMean(plain, code));
    answers.set(key, answer);
  }
  return answer;
}

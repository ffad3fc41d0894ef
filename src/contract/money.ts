// Money as text: decimals to integer cents, digit by digit (never through a float, never rounded), and currency codes.

/**
 * Cents of a plain decimal (`12`, `12.3`, `-12.34`, `12.340`); undefined when it is not one, has more than 14 digits before
 * the point, or a third decimal that is not 0.
 */
export function parseCents(text: string, point: '.' | ',' = '.'): number | undefined {
  const sign = text[0];
  let at = sign === '-' || sign === '+' ? 1 : 0;
  const first = at;
  let cents = 0;
  for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at)) cents = cents * 10 + digit;
  if (at === first || at > first + 14) return undefined;
  let decimals = 0;
  if (at < text.length) {
    if (text[at] !== point) return undefined;
    for (at++; at < text.length; at++) {
      const digit = digitAt(text, at);
      if (digit < 0 || (decimals === 2 && digit > 0)) return undefined;
      if (decimals === 2) continue;
      cents = cents * 10 + digit;
      decimals++;
    }
  }
  for (; decimals < 2; decimals++) cents *= 10;
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** The digit at a place, or -1. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** A currency that is safe to show and store: a text that is not a code could be an e-mail address from a neighbouring column. */
export const currencyName = (text: string | undefined): string =>
  text === undefined ? '(none)' : /^[A-Za-z]{3}$/.test(text) ? text : '(other)';

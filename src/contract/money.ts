// Money as text: decimals to integer cents, digit by digit (never through a float, never rounded), and currency codes.

/** Cents of a plain decimal (`12`, `12.3`, `-12.34`, `12.340`); undefined when it is not one, or has a third decimal that is not 0. */
export function parseCents(text: string): number | undefined {
  const m = /^([+-])?(\d{1,14})(?:\.(\d*))?$/.exec(text);
  if (!m) return undefined;
  const decimals = m[3] ?? '';
  if (/[1-9]/.test(decimals.slice(2))) return undefined;
  const cents = Number(m[2]) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return m[1] === '-' && cents !== 0 ? -cents : cents;
}

/** A currency that is safe to show and store: a text that is not a code could be an e-mail address from a neighbouring column. */
export const currencyName = (text: string | undefined): string =>
  text === undefined ? '(none)' : /^[A-Za-z]{3}$/.test(text) ? text : '(other)';

// Cents as an amount with its currency. Pure.

/**
 * `$25.00`; with a currency that the browser does not know: `25.00 XYZ`. What integers count in a currency that has not two
 * decimals is not known, so they are shown as they are.
 */
export function moneyText(cents: number, currency: string): string {
  const amount = cents / 100;
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    if (format.resolvedOptions().maximumFractionDigits === 2) return format.format(amount);
    return `${cents} ${currency} (minor units)`;
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}

// Cents as an amount with its currency. Pure.

/** `$25.00`; with a currency that the browser does not know: `25.00 XYZ`. */
export function moneyText(cents: number, currency: string): string {
  const amount = cents / 100;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}

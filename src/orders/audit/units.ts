// Are these the units? Weights in mixed units, and a quantity that another column contradicts.
import { mixedWeights, otherQuantity } from '../../contract/order-rules/audit.ts';
import { centsIn } from './subject.ts';
import { type Question, VARIED } from './suspicion.ts';

/** A weight in grams beside one in kilograms. */
const FAR = 500;

const weightsInMixedUnits: Question = (subject) => {
  const weights = subject.orders.flatMap(({ items }) =>
    items.flatMap(({ weight }) => (weight ? [weight] : [])),
  );
  const sorted = Float64Array.from(weights).sort();
  const [low, high] = [
    sorted[Math.floor(sorted.length * 0.1)] ?? 0,
    sorted[Math.floor(sorted.length * 0.9)] ?? 0,
  ];
  const orders = subject.orders.filter(({ items }) => items.some(({ weight = 0 }) => weight >= high));
  return subject.isMany && low > 0 && high / low > FAR
    ? { rule: mixedWeights, field: 'item.weight', orders }
    : [];
};

/** Two columns that nobody uses: the price of a unit times one of them is the other, in all lines. */
const quantityOfAnotherColumn: Question = (subject) => {
  if (subject.unused.length < 2) return [];
  const lines = subject.orders.flatMap((order) => order.items.map((item, i) => ({ order, item, i })));
  const textsOf = (name: string) => lines.map(({ order, i }) => subject.ofLines(order, name)?.[i] ?? '');
  const counts = subject.unused.filter((name) =>
    textsOf(name).every((text) => /^\d{1,4}(?:[.,]0+)?$/.test(text)),
  );
  const amounts = subject.unused.flatMap((name): (readonly [string, readonly (number | undefined)[]])[] => {
    const cents = counts.length > 0 ? centsIn(textsOf(name)) : undefined;
    return cents ? [[name, cents]] : [];
  });
  for (const count of counts)
    for (const [amount, cents] of amounts) {
      const units = textsOf(count).map((text) => Number.parseInt(text, 10));
      const isProduct = lines.every(
        ({ item }, i) =>
          item.unit_price_amount_cents !== undefined && item.unit_price_amount_cents * units[i]! === cents[i],
      );
      const differ = lines.filter(({ item }, i) => item.quantity !== units[i] && cents[i] !== 0);
      if (!isProduct || differ.length < VARIED) continue;
      const orders = [...new Set(differ.map(({ order }) => order))];
      return { rule: otherQuantity, field: 'item.quantity', others: [count, amount], orders };
    }
  return [];
};

export const UNIT_QUESTIONS: readonly Question[] = [weightsInMixedUnits, quantityOfAnotherColumn];

// Are these the units? Weights in mixed units, and a quantity that another column contradicts.
import { mixedWeights, otherQuantity } from '../../contract/order-rules/audit.ts';
import { quantityLeft } from '../../contract/order-rules/audit-rows.ts';
import { centsIn } from './subject.ts';
import { type Doubt, type Question, speaksOf, VARIED } from './suspicion.ts';

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

/** What a column is called that has the units as they were ordered. */
const ORDERED =
  /^(?:sold|ordered|bought|purchased|original|initial|gross|qty|quantity|units|verkauft|bestellt|urspr|brutto|menge|anzahl|vendu|commande|quantit|vendid|pedid|cantidad|ordinat|verkocht|besteld|aantal|zamowion|ilosc|salda|antal)/;
const OF_STOCK = /^(?:stock|availab|inventor|lager|bestand|verfugbar|pack|case|min|max|reserv)/;
/** Most lines have as many units in both. */
const FEW = 0.4;

/** A column that nobody uses has as many units in most lines, and more in some: those that are missing went back, or were cancelled. */
const quantityThatIsLeft: Question = (subject) => {
  const [own, ...more] = subject.columnsOf('item.quantity');
  if (own === undefined || more.length > 0) return [];
  return subject.unused
    .filter((name) => speaksOf(name, ORDERED) && !speaksOf(name, OF_STOCK))
    .map((name): Doubt => {
      const pairs = subject.orders.map((order) => {
        const [left, all] = [own, name].map((one) => subject.ofLines(order, one) ?? ['?']);
        return left!.map((text, i) => (text === all![i] ? 0 : Number(all![i] || '?') - Number(text)));
      });
      const isCount = pairs.flat().every((gap) => gap >= 0 && Number.isInteger(gap));
      const orders = subject.orders.filter((_, i) => isCount && pairs[i]!.some((gap) => gap > 0));
      const isFew = orders.length <= subject.orders.length * FEW;
      return { rule: quantityLeft, field: 'item.quantity', others: [name], orders: isFew ? orders : [] };
    })
    .slice(0, 1);
};

export const UNIT_QUESTIONS: readonly Question[] = [
  weightsInMixedUnits,
  quantityOfAnotherColumn,
  quantityThatIsLeft,
];

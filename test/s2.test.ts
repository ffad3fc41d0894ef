import { expect, test } from 'vitest';
import { meaningOf, wordsOf } from '../src/orders/map/look/words.ts';

test('x', () => {
  for (const n of [
    'Prijs excl. btw',
    'Qty Shipped',
    'Gelieferte Menge',
    'Tip',
    'Gift wrap',
    'Item Price',
    'items[].price.amount',
    'Taxa de embalagem',
    'Prix total de la ligne',
  ])
    console.log(n, wordsOf(n), [...meaningOf(n).concepts]);
  expect(1).toBe(1);
});

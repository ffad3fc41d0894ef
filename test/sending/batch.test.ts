// Batches: how they are cut, how a body is made, and which messages a refusal names.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batchOf, bytesOfMessages, composeBody, type Message } from '../../src/sending/batch.ts';
import { loneRefusals, namedRefusals, signatureOf, spotOf } from '../../src/sending/batch-verdict.ts';
import { halves } from '../../src/sending/bisect.ts';
import { Queue } from '../../src/sending/queue.ts';

const envelope = { before: '{"returns_portal_order":{"orders":[', after: ']}}', list: 'orders' };
const messages = (count: number): Message<number>[] =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i}`, text: `{"n":${i}}`, bytes: 7, context: i }));

test('a body is the wrapper with the messages as they are; of bytes, or of both kinds, the same in bytes', () => {
  expect(composeBody(envelope, messages(2))).toBe('{"returns_portal_order":{"orders":[{"n":0},{"n":1}]}}');
  const inBytes = (message: Message<number>) => ({ ...message, text: Buffer.from(message.text) });
  const [first, second, third] = messages(3) as [Message<number>, Message<number>, Message<number>];
  const body = Buffer.from(composeBody(envelope, [first, second, third]));
  expect(composeBody(envelope, [inBytes(first), inBytes(second), inBytes(third)])).toEqual(body);
  expect(composeBody(envelope, [first, inBytes(second), third])).toEqual(body);
});

test.each([2, 3, 7, 50])('the halves of %i hold everything once, in order, and neither is empty', (count) => {
  const [left, right] = halves(batchOf(messages(count)));
  expect([...left.messages, ...right.messages]).toEqual(messages(count));
  expect(left.messages.length - right.messages.length).toBeOneOf([0, 1]);
});

test('messages that had to wait for their time fill no batch beyond its bytes', async () => {
  const none = (async function* () {})();
  const queue = new Queue<number>(none, () => {});
  for (const message of messages(5)) queue.hold(message, 0);
  const sizes: number[] = [];
  while (!queue.isEmpty) {
    const batch = queue.build({ messages: 50, bytes: 16 }, 0);
    if (typeof batch === 'object') sizes.push(bytesOfMessages(batch.messages));
    else await setImmediate();
  }
  expect(sizes).toEqual([16, 16, 8]);
});

describe('the message that an error names', () => {
  const prefixes = ['', 'returns_portal_order.', '$.', '$.returns_portal_order.'];
  test.each(prefixes)('with %j in front', (prefix) => {
    expect(spotOf(`${prefix}orders[3].items[0].sku`, envelope)).toEqual({ index: 3, field: 'items[0].sku' });
    expect(spotOf(`${prefix}orders.3.sku`, envelope)).toEqual({ index: 3, field: 'sku' });
    expect(spotOf(`${prefix}orders[3]`, envelope)).toEqual({ index: 3, field: '' });
    expect(spotOf(`${prefix}orders[3][items][0][sku]`, envelope)).toEqual({
      index: 3,
      field: 'items[0].sku',
    });
  });

  test.each(['/', '#/', '/returns_portal_order/', '#/returns_portal_order/'])('as a pointer %j', (prefix) => {
    expect(spotOf(`${prefix}orders/3/sku`, envelope)).toEqual({ index: 3, field: 'sku' });
    expect(spotOf(`${prefix}orders/12/items/0/sku`, envelope)).toEqual({ index: 12, field: 'items[0].sku' });
  });

  test.each([
    '',
    'orders',
    'orders[-1].sku',
    'orders.3rd_party',
    'preorders[3].sku',
    'customer.orders[3].sku',
    'orders[99999999999999999999].sku',
    '[[[[',
    'orders["3',
  ])('%j names none', (field) => expect(spotOf(field, envelope)).toBeUndefined());

  test('an index beyond the batch names none, and one message may have several errors', () => {
    const named = namedRefusals(
      [
        { field: 'orders[1].sku', code: 'missing_field' },
        { field: '/orders/1/items/0/title', code: '' },
        { field: 'orders[2].sku', code: 'missing_field' },
        { field: 'message', code: 'odd' },
      ],
      envelope,
      2,
      { status: 422, message: 'Validation Failed' },
    );
    expect([...named]).toEqual([
      [
        1,
        [
          { status: 422, code: 'missing_field', field: 'sku', message: 'Validation Failed' },
          { status: 422, code: 'invalid', field: 'items[0].title', message: 'Validation Failed' },
        ],
      ],
    ]);
  });

  test('a message that was sent alone is meant whatever the error names', () => {
    const of = (field: string) =>
      loneRefusals([{ field, code: 'x' }], envelope, 422, '').map((r) => r.field)[0];
    expect(of('orders[7].sku')).toBe('sku');
    expect(of('items[0].sku')).toBe('items[0].sku');
    expect(loneRefusals([], envelope, 400, 'no')).toEqual([
      { status: 400, code: 'invalid', field: '', message: 'no' },
    ]);
  });
});

test('a signature is the same whatever line of the order is meant and in whatever order errors come', () => {
  const refusal = (field: string, code = 'missing_field') => ({ status: 422, code, field, message: '' });
  const one = signatureOf([refusal('items[0].sku'), refusal('items[1].sku'), refusal('status', 'bad')]);
  expect(signatureOf([refusal('status', 'bad'), refusal('items[7].sku')])).toBe(one);
  expect(signatureOf([refusal('items[0].upc')])).not.toBe(signatureOf([refusal('items[0].sku')]));
});

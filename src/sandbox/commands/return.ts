// `returns sandbox return`: the shopper confirms a return.
import { badValue } from '../../basics/units.ts';
import { flag } from '../../cli/flags.ts';
import type { RmaDocument } from '../documents.ts';
import { METHODS } from '../life-cycle/types.ts';
import { joinedLines, linesFlag, parseExchange } from './line-flags.ts';
import { sandboxCommand } from './running-sandbox.ts';
import { showActed } from './show-rma.ts';
import { checkedExchange, linesToReturn } from './wanted-return.ts';

export const command = sandboxCommand({
  args: '<order>',
  flags: [
    linesFlag('units to return of each line; all when left out'),
    flag('--method <method>', `how it comes back: ${METHODS.join(', ')}`, {
      oneOf: METHODS,
      initial: METHODS[0],
    }),
    flag('--reason <text>', 'why it comes back'),
    flag('--exchange <sku>', 'take this variant instead; LINE=SKU for one line only', {
      repeat: true,
      parse: parseExchange,
    }),
    flag('--gift-card', 'refund what is not exchanged as a gift card'),
    flag('--giftee <email>', 'the receiver of a gift returns it', {
      parse(text, word) {
        if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw badValue(word, text, 'an e-mail address');
        return text;
      },
    }),
  ],
  examples: [
    ['returns sandbox return SO-1001', 'everything that can be returned, by mail'],
    ['returns sandbox return SO-1001 --lines L1=1 --reason "Too small"', 'one unit of a line'],
    ['returns sandbox return SO-1001 --exchange TEE-M', 'an exchange; asks your endpoint for the variants'],
    ['returns sandbox return SO-1001 --exchange L1=TEE-M', 'exchanges L1 and refunds the other lines'],
  ],
  async run(sandbox, context, [order], { lines, exchange, giftCard, ...rest }) {
    const wanted = checkedExchange(exchange, giftCard);
    const byLine = await linesToReturn(sandbox, order, joinedLines(lines), wanted);
    const { method, reason, giftee } = rest;
    const rma = await sandbox.post<RmaDocument>('/_sandbox/returns', {
      order,
      method,
      ...(reason !== undefined && { reason }),
      ...(giftee !== undefined && { giftee }),
      ...(byLine && {
        lines: byLine.map((line) => ({ ...line, ...(giftCard && !line.exchange && { gift_card: true }) })),
      }),
      ...(!byLine && wanted.all !== undefined && { exchange: wanted.all }),
      ...(!byLine && giftCard && { gift_card: true }),
    });
    await showActed(context, sandbox, rma);
  },
});

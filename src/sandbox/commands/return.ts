// `returns sandbox return`: the shopper confirms a return.
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { badValue } from '../../basics/units.ts';
import { flag } from '../../cli/command.ts';
import { METHODS } from '../life-cycle/types.ts';
import { type RunningSandbox, sandboxCommand } from './running-sandbox.ts';
import {
  joinedLines,
  type LineCounts,
  linesFlag,
  parseExchange,
  showActed,
  type WantedExchange,
} from './show-rma.ts';

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
  async run(sandbox, context, [order], options) {
    const { lines, exchange, giftCard, method, reason, giftee } = options;
    const skus = checkedExchange(exchange, giftCard);
    const counts = await countsOf(sandbox, order, joinedLines(lines), skus);
    const rma = await sandbox.ask('POST /_sandbox/returns', {
      ...{ order, method, reason, giftee },
      lines:
        counts &&
        Object.entries(counts).map(([line, units]) => {
          const sku = skus.get(line);
          return { line, units, ...(sku !== undefined && { exchange: sku }) };
        }),
      exchange: skus.get(EVERY),
      gift_card: giftCard || undefined,
    });
    await showActed(context, sandbox, rma);
  },
});

/** In place of a line: the SKU is for every line. */
const EVERY = '';

/** SKU by line. @throws Failure exit 2 for two answers to what one line becomes */
function checkedExchange(given: readonly WantedExchange[], giftCard: boolean): ReadonlyMap<string, string> {
  const skus = new Map(given.map(({ line = EVERY, sku }) => [line, sku]));
  if (skus.size < given.length)
    throw conflict(
      '--exchange names two variants for one line',
      'Give it once, or once for each line: --exchange LINE=SKU.',
    );
  if (skus.has(EVERY) && giftCard)
    throw conflict(
      '--exchange and --gift-card both say what every line becomes',
      'Omit one, or name a line: --exchange LINE=SKU.',
    );
  return skus;
}

const conflict = (message: string, hint: string) => usageFailure('usage.conflict', message, { hint });

/** Units by line; undefined: every line that can be returned, all in the same way. */
async function countsOf(
  sandbox: RunningSandbox,
  order: string,
  chosen: LineCounts | undefined,
  skus: ReadonlyMap<string, string>,
): Promise<LineCounts | undefined> {
  const named = [...skus.keys()].filter((line) => line !== EVERY);
  if (chosen === undefined && named.length === 0) return undefined;
  const counts = chosen ?? (await returnableCounts(sandbox, order));
  const unknown = named.find((line) => !Object.hasOwn(counts, line));
  if (unknown === undefined) return counts;
  throw usageFailure('usage.value', `--exchange names the line ${quote(unknown)}, which is not returned`, {
    expected: `one of ${Object.keys(counts).join(', ')}`,
    found: unknown,
    hint: 'Name a line that is returned, or give --lines.',
  });
}

async function returnableCounts(sandbox: RunningSandbox, order: string): Promise<LineCounts> {
  const { lines } = await sandbox.ask('GET /_sandbox/returnable', { order });
  return Object.fromEntries(
    lines.filter(({ returnable }) => returnable > 0).map(({ line, returnable }) => [line, returnable]),
  );
}

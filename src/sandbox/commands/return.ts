// `returns sandbox return`: the shopper confirms a return.
import { usageFailure } from '../../basics/failure.ts';
import { badValue } from '../../basics/units.ts';
import { flag } from '../../cli/flags.ts';
import { METHODS } from '../life-cycle/types.ts';
import { joinedLines, type LineCounts, linesFlag, parseExchange, type WantedExchange } from './line-flags.ts';
import { type RunningSandbox, sandboxCommand } from './running-sandbox.ts';
import { showActed } from './show-rma.ts';

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
    const wanted = checkedExchange(exchange, giftCard);
    const byLine = await linesToReturn(sandbox, order, joinedLines(lines), wanted);
    const rma = await sandbox.ask('POST /_sandbox/returns', {
      ...{ order, method, reason, giftee },
      lines: byLine?.map((line) => ({ ...line, ...(giftCard && !line.exchange && { gift_card: true }) })),
      exchange: byLine ? undefined : wanted.all,
      gift_card: (giftCard && !byLine) || undefined,
    });
    await showActed(context, sandbox, rma);
  },
});

interface Wanted {
  /** SKU for every line. */
  readonly all?: string;
  readonly byLine: Readonly<Record<string, string>>;
}

/** @throws Failure exit 2 for two answers to what one line becomes */
function checkedExchange(given: readonly WantedExchange[], giftCard: boolean): Wanted {
  const forAll = given.filter(({ line }) => line === undefined);
  const named = given.flatMap(({ line, sku }) => (line === undefined ? [] : [[line, sku] as const]));
  const byLine = Object.fromEntries(named);
  const [{ sku } = {}] = forAll;
  if (forAll.length > 1 || Object.keys(byLine).length < named.length)
    throw conflict(
      '--exchange names two variants for one line',
      'Give it once, or once for each line: --exchange LINE=SKU.',
    );
  if (sku !== undefined && giftCard)
    throw conflict(
      '--exchange and --gift-card both say what every line becomes',
      'Omit one, or name a line: --exchange LINE=SKU.',
    );
  return { byLine, ...(sku !== undefined && { all: sku }) };
}

const conflict = (message: string, hint: string) => usageFailure('usage.conflict', message, { hint });

/** Undefined: every line that can be returned, all in the same way. */
async function linesToReturn(
  sandbox: RunningSandbox,
  order: string,
  chosen: LineCounts | undefined,
  { all, byLine }: Wanted,
): Promise<{ line: string; units: number; exchange?: string }[] | undefined> {
  const named = Object.keys(byLine);
  if (!chosen && named.length === 0) return undefined;
  const counts = chosen ?? (await returnableCounts(sandbox, order));
  for (const line of named)
    if (!Object.hasOwn(counts, line))
      throw usageFailure(
        'usage.value',
        `--exchange names the line ${JSON.stringify(line)}, which is not returned`,
        {
          expected: `one of ${Object.keys(counts).join(', ') || 'no line: nothing of the order can be returned'}`,
          found: line,
          hint: 'Name a line that is returned, or give --lines.',
        },
      );
  return Object.entries(counts).map(([line, units]) => {
    const exchange = byLine[line] ?? all;
    return { line, units, ...(exchange !== undefined && { exchange }) };
  });
}

async function returnableCounts(sandbox: RunningSandbox, order: string): Promise<LineCounts> {
  const { lines } = await sandbox.ask('GET /_sandbox/returnable', { order });
  return Object.fromEntries(
    lines.filter(({ returnable }) => returnable > 0).map(({ line, returnable }) => [line, returnable]),
  );
}

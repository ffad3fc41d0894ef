// What `sandbox return` asks for: lines with their units, and what the shopper takes instead.
import { usageFailure } from '../../basics/failure.ts';
import type { ReturnableDocument } from '../documents.ts';
import type { LineCounts, WantedExchange } from './line-flags.ts';
import type { RunningSandbox } from './running-sandbox.ts';

interface Wanted {
  /** SKU for every line. */
  readonly all?: string;
  readonly byLine: Readonly<Record<string, string>>;
}

/** @throws Failure exit 2 for two answers to what one line becomes */
export function checkedExchange(given: readonly WantedExchange[], giftCard: boolean): Wanted {
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
export async function linesToReturn(
  sandbox: RunningSandbox,
  order: string,
  lines: LineCounts | undefined,
  { all, byLine }: Wanted,
): Promise<{ line: string; units: number; exchange?: string }[] | undefined> {
  const named = Object.keys(byLine);
  if (!lines && named.length === 0) return undefined;
  const counts = lines ?? (await returnableCounts(sandbox, order));
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
  const { lines } = await sandbox.get<ReturnableDocument>('/_sandbox/returnable', { order });
  return Object.fromEntries(
    lines.filter(({ returnable }) => returnable > 0).map(({ line, returnable }) => [line, returnable]),
  );
}

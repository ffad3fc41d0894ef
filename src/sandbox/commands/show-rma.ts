// What the commands that act on an RMA do: they read the lines of their flags (`--lines L1=1,L2=2`, `--exchange
// L1=SKU`), send the act to the sandbox, print the RMA, and what one would do next.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote, shellWord } from '../../basics/text.ts';
import { badValue } from '../../basics/units.ts';
import { type Context, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { RmaDocument } from '../documents.ts';
import { rmaText } from '../text/delivery-text.ts';
import { type RunningSandbox, sandboxCommand } from './running-sandbox.ts';

/** The command of a step of the carrier or the warehouse, which is checked before anything is asked. */
export const stepCommand = (
  subject: 'carrier' | 'warehouse',
  steps: readonly string[],
  {
    lines: text,
    examples,
  }: { readonly lines: string; readonly examples: readonly (readonly [string, string])[] },
) =>
  sandboxCommand({
    args: '<rma> <step>',
    flags: [linesFlag(text)],
    more: `Steps: ${steps.join(', ')}. The RMA last is the newest one.`,
    examples,
    async run(sandbox, context, [given, step], { lines }) {
      if (steps.includes(step)) {
        const rma = await sandbox.rmaOf(given);
        const line = `POST /_sandbox/rmas/{rma}/${subject}` as const;
        return await showActed(
          context,
          sandbox,
          await sandbox.ask(line, { rma, step, lines: joinedLines(lines) }),
        );
      }
      const message = `${quote(step)} is no step of the ${subject}.${meantText(step, steps)}`;
      throw usageFailure('usage.value', message, {
        expected: `one of ${steps.join(', ')}`,
        found: step,
        hint: `Give a step after the RMA: returns sandbox ${subject} RMA ${steps[0]}`,
      });
    },
  });

/** After an act: the RMA without its history. */
export async function showActed(
  { show, globals }: Context,
  sandbox: RunningSandbox,
  rma: RmaDocument,
): Promise<void> {
  await show.result(rma, () => rmaText(rma, show.outPaint));
  if (!globals.json) show.next(await nextLine(sandbox, rma));
}

/** The RMA with its history, its messages, and every command that can follow. */
export async function showRma({ show }: Context, sandbox: RunningSandbox, rma: RmaDocument): Promise<void> {
  const { deliveries } = await sandbox.ask('GET /_sandbox/deliveries', { rma: rma.rma_identifier });
  await show.result(rma, () =>
    rmaText(rma, show.outPaint, { deliveries, commands: nextCommands(sandbox, rma) }),
  );
}

/** A label comes by itself after a few seconds: on a manual clock they pass when it is turned. */
async function nextLine(sandbox: RunningSandbox, rma: RmaDocument): Promise<string> {
  const look = `returns sandbox rmas ${shown(rma)}${sandbox.urlWords}`;
  if (rma.next[0] !== 'carrier label') return nextCommands(sandbox, rma)[0] ?? look;
  const { kind } = await sandbox.ask('GET /_sandbox/clock', {});
  return kind === 'manual' ? `returns sandbox clock advance 5s${sandbox.urlWords}` : look;
}

const shown = ({ rma_identifier }: RmaDocument) => clean(shellWord(rma_identifier));

/** `carrier scan` -> `returns sandbox carrier RMA-1 scan`. */
const nextCommands = ({ urlWords }: RunningSandbox, rma: RmaDocument): string[] =>
  rma.next.map((words) => {
    const [subject = '', step] = clean(words).split(' ');
    return `${['returns sandbox', subject, shown(rma), step].filter(Boolean).join(' ')}${urlWords}`;
  });

/** Units by line. */
export type LineCounts = Readonly<Record<string, number>>;

export const linesFlag = (text: string) =>
  flag('--lines <line=units>', `${text}; several with commas`, { repeat: true, parse: parseLines });

/** The number is last, so that the identifier of a line may hold `=` and commas. @throws Failure exit 2 */
function parseLines(text: string, word: string): LineCounts {
  const parts = [...text.matchAll(/(.+?)=([1-9]\d{0,8})(?:,|$)/gy)];
  const counts = Object.fromEntries(parts.map(([, line, units]) => [line, Number(units)]));
  const isRead = parts.map(([whole]) => whole).join('') === text && text !== '';
  if (!isRead || Object.keys(counts).length < parts.length)
    throw badValue(word, text, 'lines with a number of units, such as L1=1,L2=2');
  return counts;
}

/** Undefined when the flag was not given. @throws Failure exit 2 for a line that was given twice */
export function joinedLines(given: readonly LineCounts[]): LineCounts | undefined {
  if (given.length === 0) return undefined;
  const all = given.flatMap((counts) => Object.keys(counts));
  const twice = all.find((line, i) => all.indexOf(line) !== i);
  if (twice !== undefined) throw badValue('--lines', twice, 'each line once');
  return Object.assign({}, ...given) as LineCounts;
}

/** What a shopper takes instead: one SKU for every line, or a SKU by line. */
export interface WantedExchange {
  readonly line?: string;
  readonly sku: string;
}

/** `SKU`, or `LINE=SKU`. @throws Failure exit 2 */
export function parseExchange(text: string, word: string): WantedExchange {
  const [, line, sku] = /^(?:(.+?)=)?(.+)$/s.exec(text) ?? [];
  if (sku === undefined) throw badValue(word, text, 'a SKU, or LINE=SKU for one line');
  return line === undefined ? { sku } : { line, sku };
}

// What the commands that act on an RMA do: they send the act to the sandbox, print the RMA, and what one would do next.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote, shellWord } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { RmaDocument } from '../documents.ts';
import { type RmaSurroundings, rmaText } from '../text/rma-text.ts';
import { joinedLines, linesFlag } from './line-flags.ts';
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
export async function showActed(context: Context, sandbox: RunningSandbox, rma: RmaDocument): Promise<void> {
  await showRma(context, sandbox, rma, false);
  if (!context.globals.json) context.show.next(await nextLine(sandbox, rma));
}

/** The RMA; `whole`: with its history and every command that can follow. */
export async function showRma(
  { show, globals }: Context,
  sandbox: RunningSandbox,
  rma: RmaDocument,
  whole: boolean,
): Promise<void> {
  const surroundings = globals.json ? NOTHING : await surroundingsOf(sandbox, rma);
  const commands = whole ? nextCommands(sandbox, rma) : [];
  await show.result(rma, () => rmaText(rma, surroundings, whole, commands, show.outPaint));
}

/** A label comes by itself after a few seconds: on a manual clock they pass when it is turned. */
async function nextLine(sandbox: RunningSandbox, rma: RmaDocument): Promise<string> {
  const [first] = nextCommands(sandbox, rma);
  const look = `returns sandbox rmas ${shown(rma)}${sandbox.urlWords}`;
  if (rma.next[0] !== 'carrier label') return first ?? look;
  const { kind, next } = await sandbox.ask('GET /_sandbox/clock', {});
  if (next === null) return first ?? look;
  return kind === 'manual' ? `returns sandbox clock advance 5s${sandbox.urlWords}` : look;
}

const NOTHING: RmaSurroundings = { deliveries: [], hasAddress: true };

async function surroundingsOf(sandbox: RunningSandbox, rma: RmaDocument): Promise<RmaSurroundings> {
  const { deliveries } = await sandbox.ask('GET /_sandbox/deliveries', { rma: rma.rma_identifier });
  const { url } = await sandbox.ask('GET /_sandbox/customer', {});
  return { deliveries, hasAddress: url !== null };
}

const shown = ({ rma_identifier }: RmaDocument) => clean(shellWord(rma_identifier));

/** `carrier scan` -> `returns sandbox carrier RMA-1 scan`. */
function nextCommands({ urlWords }: RunningSandbox, rma: RmaDocument): string[] {
  return rma.next.map((words) => {
    const [subject = '', step] = words.split(' ');
    const line = [
      'returns sandbox',
      clean(subject),
      shown(rma),
      ...(step === undefined ? [] : [clean(step)]),
    ];
    return `${line.join(' ')}${urlWords}`;
  });
}

// A step of the carrier or the warehouse: sent to the sandbox, then the RMA is shown.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import type { Context } from '../../cli/command.ts';
import type { RmaDocument } from '../documents.ts';
import { joinedLines, type LineCounts } from './line-flags.ts';
import { sandboxOf } from './running-sandbox.ts';
import { showActed } from './show-rma.ts';

interface Step {
  readonly subject: 'carrier' | 'warehouse';
  readonly steps: readonly string[];
  readonly rma: string;
  readonly step: string;
  readonly lines: readonly LineCounts[];
  readonly url: string | undefined;
}

/** @throws Failure exit 2 for a step that is none, 3 when it cannot be now */
export async function takeStep(context: Context, { subject, steps, rma, step, lines, url }: Step) {
  if (!steps.includes(step))
    throw usageFailure(
      'usage.value',
      `${quote(step)} is no step of the ${subject}.${meantText(step, steps)}`,
      {
        expected: `one of ${steps.join(', ')}`,
        found: step,
        hint: `Give a step after the RMA: returns sandbox ${subject} RMA ${steps[0]}`,
      },
    );
  const sandbox = sandboxOf(context, url);
  const units = joinedLines(lines);
  const identifier = await sandbox.rmaOf(rma);
  const after = await sandbox.post<RmaDocument>(
    `/_sandbox/rmas/${encodeURIComponent(identifier)}/${subject}`,
    {
      step,
      ...(units && { lines: units }),
    },
  );
  await showActed(context, sandbox, after);
}

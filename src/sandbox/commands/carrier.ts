// `returns sandbox carrier`: the carrier does something with the package of a return.
import { CARRIER_STEPS } from '../life-cycle/carrier.ts';
import { checkStep } from './acts.ts';
import { joinedLines, linesFlag } from './line-flags.ts';
import { sandboxCommand } from './running-sandbox.ts';
import { actOnRma } from './show-rma.ts';

const STEPS = Object.keys(CARRIER_STEPS);

export const command = sandboxCommand({
  args: '<rma> <step>',
  flags: [linesFlag('units in this package; all when left out')],
  more: `Steps: ${STEPS.join(', ')}. The RMA last is the newest one.`,
  examples: [
    ['returns sandbox carrier last scan', 'the carrier takes the package: refund at scan begins here'],
    ['returns sandbox carrier RMA-5e1a90-1 deliver', 'it is at the warehouse'],
    ['returns sandbox carrier RMA-5e1a90-1 scan --lines L1=1', 'one unit travels alone'],
  ],
  run(sandbox, context, [rma, step], { lines }) {
    checkStep('carrier', STEPS, step);
    return actOnRma(sandbox, context, rma, 'carrier', { step, lines: joinedLines(lines) });
  },
});

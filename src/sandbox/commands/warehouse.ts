// `returns sandbox warehouse`: the warehouse receives units of a return, misses them, or closes the return.
import { WAREHOUSE_STEPS } from '../life-cycle/warehouse.ts';
import { checkStep } from './acts.ts';
import { joinedLines, linesFlag } from './line-flags.ts';
import { sandboxCommand } from './running-sandbox.ts';
import { actOnRma } from './show-rma.ts';

export const command = sandboxCommand({
  args: '<rma> <step>',
  flags: [linesFlag('units that it is about; all when left out')],
  more: `Steps: ${WAREHOUSE_STEPS.join(', ')}. The RMA last is the newest one.`,
  examples: [
    ['returns sandbox warehouse last receive', 'every unit has arrived'],
    ['returns sandbox warehouse RMA-5e1a90-1 not-received --lines L1=1', 'one unit was not in the package'],
  ],
  run(sandbox, context, [rma, step], { lines }) {
    checkStep('warehouse', WAREHOUSE_STEPS, step);
    return actOnRma(sandbox, context, rma, 'warehouse', { step, lines: joinedLines(lines) });
  },
});

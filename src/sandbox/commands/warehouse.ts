// `returns sandbox warehouse`: the warehouse receives units of a return, misses them, or closes the return.
import { WAREHOUSE_STEPS } from '../life-cycle/steps.ts';
import { stepCommand } from './show-rma.ts';

export const command = stepCommand('warehouse', WAREHOUSE_STEPS, {
  lines: 'units that it is about; all when left out',
  examples: [
    ['returns sandbox warehouse last receive', 'every unit has arrived'],
    ['returns sandbox warehouse RMA-5e1a90-1 not-received --lines L1=1', 'one unit was not in the package'],
  ],
});

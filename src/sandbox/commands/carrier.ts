// `returns sandbox carrier`: the carrier does something with the package of a return.
import { CARRIER_STEPS } from '../life-cycle/steps.ts';
import { stepCommand } from './show-rma.ts';

export const command = stepCommand('carrier', Object.keys(CARRIER_STEPS), {
  lines: 'units in this package; all when left out',
  examples: [
    ['returns sandbox carrier last scan', 'the carrier takes the package: refund at scan begins here'],
    ['returns sandbox carrier RMA-5e1a90-1 deliver', 'it is at the warehouse'],
    ['returns sandbox carrier RMA-5e1a90-1 scan --lines L1=1', 'one unit travels alone'],
  ],
});

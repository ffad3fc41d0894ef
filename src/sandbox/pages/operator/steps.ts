// The steps that can happen next to an RMA, as `next` of its document names them. Pure.
import { uriPart } from '../../../basics/text.ts';

export interface Step {
  /** `carrier scan` */
  readonly words: string;
  readonly who: 'carrier' | 'warehouse' | 'shopper';
  readonly label: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it can be about some units only. */
  readonly hasUnits: boolean;
}

const LABELS: Readonly<Record<string, string>> = {
  'carrier label': 'Label',
  'carrier scan': 'Scan',
  'carrier accept': 'Accept',
  'carrier deliver': 'Deliver',
  'carrier return': 'Send back',
  'carrier lose': 'Lose',
  'carrier not-dropped-off': 'Not dropped off',
  'warehouse receive': 'Receive',
  'warehouse not-received': 'Not received',
  'warehouse close': 'Close',
};

export function stepOf(rma: string, words: string): Step {
  const at = `/_sandbox/rmas/${uriPart(rma)}`;
  if (words === 'cancel')
    return {
      ...{ words, who: 'shopper', label: 'Cancel the return', path: `${at}/cancel`, body: {} },
      hasUnits: false,
    };
  const [who, step] = words.split(' ') as ['carrier' | 'warehouse', string];
  return {
    ...{ words, who, label: LABELS[words] ?? step, path: `${at}/${who}`, body: { step } },
    hasUnits: step !== 'close',
  };
}

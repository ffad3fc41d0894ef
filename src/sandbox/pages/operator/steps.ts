// The steps that can happen next to an RMA, as `next` of its document names them. Pure.
import { uriPart } from '../../../basics/text.ts';

export interface Step {
  /** `carrier scan` */
  readonly words: string;
  readonly who: 'carrier' | 'warehouse' | 'shopper';
  readonly label: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export function stepOf(rma: string, words: string): Step {
  const at = `/_sandbox/rmas/${uriPart(rma)}`;
  if (words === 'cancel')
    return { words, who: 'shopper', label: 'Cancel the return', path: `${at}/cancel`, body: {} };
  const [who, step] = words.split(' ') as ['carrier' | 'warehouse', string];
  const label = step.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
  return { words, who, label, path: `${at}/${who}`, body: { step } };
}

// Flags of the commands that read a file of messages: check and import.
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { flag, type OptionsOf } from '../../cli/command.ts';
import type { CheckedAs } from './check-file.ts';

export const FILE_FLAGS = [
  flag('--kind <kind>', 'what all messages are: rma or exchange_order', {
    oneOf: ['rma', 'exchange_order'],
    otherwise: 'by path and content',
  }),
  LEVEL_FLAG,
];

/** The message name that --kind means. */
export const checkedAsOf = ({ kind }: OptionsOf<typeof FILE_FLAGS>): CheckedAs | undefined =>
  kind === 'exchange_order' ? 'exchange-order' : kind;

// Flags that commands have in common when they read files or send.
import { parseDuration } from '../basics/units.ts';
import { countFrom, flag } from '../cli/flags.ts';
import { parseMaxRejects } from '../sending/reject-budget.ts';

/** How a file is read, whatever it holds. */
export const FORMAT_FLAGS = [
  flag('--format <format>', 'auto, csv, json or ndjson', {
    oneOf: ['auto', 'csv', 'json', 'ndjson'],
    initial: 'auto',
  }),
  // A mapping may name another one.
  flag('--encoding <label>', 'of the input', { otherwise: 'utf-8' }),
  flag('--delimiter <char>', 'between the cells', { otherwise: 'by the header' }),
];

export const RATE_FLAG = flag(
  '--rate <n>',
  'requests a minute to respect, or off (on loopback only above the limit)',
  { otherwise: "the environment's limit" },
);

export const CONCURRENCY_FLAG = flag('--concurrency <n>', 'open requests', {
  otherwise: 'by latency, 4 to 64',
  parse: countFrom(1, 256),
});

export const MAX_OUTAGE_FLAG = flag('--max-outage <duration>', 'give up when nothing succeeds for so long', {
  initial: '15m',
  parse: parseDuration,
});

export const maxRejectsFlag = (messages: string) =>
  flag('--max-rejects <n|n%>', `stop after so many refused ${messages}`, {
    otherwise: '1 %, at least 100',
    parse: parseMaxRejects,
  });

/** `whom` is waited for. */
export const lockWaitFlag = (whom: string, initial: string) =>
  flag('--lock-wait <duration>', `wait for ${whom}`, { initial, parse: parseDuration });

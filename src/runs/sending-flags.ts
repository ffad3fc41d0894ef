// Flags that commands have in common when they read files or send.
import { parseDuration } from '../basics/units.ts';
import type { Flag, FlagValues } from '../cli/command.ts';
import { countFrom, oneOf } from '../cli/flag-values.ts';
import { type MaxRejects, parseMaxRejects } from '../sending/reject-budget.ts';

/** How a file is read, whatever it holds. */
export const FORMAT_FLAGS: readonly Flag[] = [
  {
    flag: '--format <format>',
    text: 'auto, csv, json or ndjson',
    initial: 'auto',
    parse: oneOf('auto', 'csv', 'json', 'ndjson'),
  },
  { flag: '--encoding <label>', text: 'of the input', initial: 'utf-8' },
  { flag: '--delimiter <char>', text: 'between the cells', initial: 'by the header' },
];

export const RATE_FLAG: Flag = {
  flag: '--rate <n>',
  text: 'requests a minute to respect, or off (on loopback only above the limit)',
  initial: "the environment's limit",
};

export const CONCURRENCY_FLAG: Flag = {
  flag: '--concurrency <n>',
  text: 'open requests',
  initial: 'by latency, 4 to 64',
  parse: countFrom(1, 256),
};

export const MAX_OUTAGE_FLAG: Flag = {
  flag: '--max-outage <duration>',
  text: 'give up when nothing succeeds for so long',
  initial: '15m',
  parse: parseDuration,
};

export const maxRejectsFlag = (messages: string): Flag => ({
  flag: '--max-rejects <n|n%>',
  text: `stop after so many refused ${messages}`,
  initial: '1 %, at least 100',
  parse: parseMaxRejects,
});

/** @see maxRejectsFlag */
export const maxRejectsOf = ({ maxRejects }: FlagValues): MaxRejects | undefined =>
  maxRejects as MaxRejects | undefined;

/** `whom` is waited for; `initial` is what the command itself applies. */
export const lockWaitFlag = (whom: string, initial: string): Flag => ({
  flag: '--lock-wait <duration>',
  text: `wait for ${whom}`,
  initial,
  parse: parseDuration,
});

// `orders map` on a long file: says how far it is, and ends at once at SIGINT or SIGTERM, whatever it is doing.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mapExport } from '../../../src/orders/map/map-export.ts';
import type { ReadingProgress } from '../../../src/sending/types.ts';
import { makeCli } from '../../helpers/cli.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { hasPty, KEY, onTerminal } from '../../helpers/pty.ts';
import { csv, ROWS } from './shop.ts';

/** Each reading reports several times. */
const FEW = inForm({ short: 400, share: 400, long: 2000 });
/** Enough for a key to arrive while it is read. */
const MANY = inForm({ short: 15_000, share: 30_000, long: 60_000 });

/** The orders of the export so many times, each time with other numbers. */
const long = (times: number): string =>
  csv(Array.from({ length: times }, (_, i) => ROWS.map(([id, ...cells]) => [`${id}-${i}`, ...cells])).flat());

/** Maps a file of several parts; `onEvent` may send a signal. */
function mapping(onEvent: (event: ReadingProgress, send: (signal: NodeJS.Signals) => void) => void) {
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  const on = testPlatform({
    system: {
      onSignal(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const events: ReadingProgress[] = [];
  const send = (signal: NodeJS.Signals) => {
    for (const listener of [...listeners]) listener(signal as 'SIGINT');
  };
  const result = mapExport(
    on.platform,
    on.folders,
    { path: on.file('shop.csv', long(FEW)), memory: 1e8, joins: [], answers: {} },
    undefined,
    {
      emit(event) {
        events.push(event);
        onEvent(event, send);
      },
      stop() {},
    },
  );
  return { on, events, result };
}

const inTrial = ({ isTrial = false }: ReadingProgress): boolean => isTrial;

describe('progress', () => {
  itLong('the survey and the trial both say how much of the file is read, up to its end', async () => {
    const { events, result } = mapping(() => {});
    const { bytes } = (await result).table;
    const surveyed = events.filter((event) => !inTrial(event));
    const tried = events.filter(inTrial);
    for (const part of [surveyed, tried]) {
      expect(part.length).toBeGreaterThan(3);
      expect(part.at(-1)).toMatchObject({ bytes, totalBytes: bytes });
      expect(part.at(-1)!.messages).toBeGreaterThan(FEW * 2.9);
    }
    expect(surveyed.map((event) => event.bytes)).toEqual(
      surveyed.map((event) => event.bytes).sort((a, b) => a - b),
    );
  });

  test('off a terminal nothing of it is written', async () => {
    const on = makeCli();
    on.file('shop.csv', long(FEW));
    const { stderr } = await on.run(['orders', 'map', 'shop.csv']);
    expect(stderr).not.toMatch(/reading|trying/);
  });
});

describe('a signal', () => {
  test.each([
    ['the survey', false, 'SIGINT', 130],
    ['the survey', false, 'SIGTERM', 143],
    ['the trial', true, 'SIGINT', 130],
    ['the trial', true, 'SIGTERM', 143],
  ] as const)(
    'ends %s before the next part of the file (trial: %s, %s: %i)',
    async (_, trial, signal, exit) => {
      let after = 0;
      let isSent = false;
      const { result, on } = mapping((event, send) => {
        if (isSent) after++;
        if (isSent || inTrial(event) !== trial) return;
        isSent = true;
        send(signal);
      });
      await expect(result).rejects.toMatchObject({
        code: 'interrupted',
        exitCode: exit,
        message: 'Interrupted: nothing was written',
        hint: 'Run the same command again: it reads the file from the beginning.',
      });
      expect(after).toBe(0);
      expect(on.everyFile().filter(({ path: file }) => /map\.json|mappings|spool/.test(file))).toEqual([]);
    },
  );

  const inSurvey = ['the survey', 'reading  '] as const;
  const inTheTrial = ['the trial', 'trying the mapping  '] as const;
  test.skipIf(!hasPty).each(inForm({ short: [inSurvey], long: [inSurvey, inTheTrial] }))(
    '(needs script of util-linux) Ctrl-C in %s of a real process is exit 130 with what to do next, and nothing is written',
    async (_, shown) => {
      const on = makeCli();
      on.file('shop.csv', long(MANY));
      const screen = onTerminal(on, ['orders', 'map', 'shop.csv']);
      await screen.type(shown, KEY.ctrlC);
      expect(await screen.ended).toBe(130);
      expect(screen.text()).toContain('Interrupted: nothing was written');
      expect(screen.text()).toContain('Run the same command again');
      expect(screen.text()).not.toMatch(/sent|open requests/);
      expect(fs.readdirSync(path.join(on.root, 'work'))).toEqual(['shop.csv']);
    },
  );
});

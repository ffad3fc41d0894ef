// Plays planted mistakes and right servers against both judges. JUDGE_ONE='J3 right:plain' says which: ids, `all`, `right`, `mistakes`; JUDGE_BUSY=1 on a
// busy machine; JUDGE_TIMES how often; JUDGE_WAIT and JUDGE_SETTLE with which --wait and --settle. Rows and outputs lie in coverage/judge (JUDGE_OUT).
import { afterAll, beforeAll, describe, it } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { keepBusy } from './play.ts';
import { idsOf, playRow } from './rows.ts';

const IDS = idsOf(
  process.env['JUDGE_ONE'] ?? inForm({ short: 'right:plain', share: 'right:plain', long: 'all' }),
);
const TIMES = Array.from({ length: Number(process.env['JUDGE_TIMES'] ?? 1) }, (_, index) => index + 1);
/** ms that a row may take: its judges, and those in front of it. */
const PATIENCE = 8 * 3_600_000;

describe('both judges', () => {
  let busy: { close(): void } | undefined;
  beforeAll(() => {
    if (process.env['JUDGE_BUSY']) busy = keepBusy();
  });
  afterAll(() => busy?.close());

  for (const time of TIMES)
    for (const id of IDS)
      it.concurrent(
        `say what is wrong with ${id}, and nothing else, time ${time}`,
        async ({ expect }) => {
          expect((await playRow(id)).wrong).toEqual([]);
        },
        PATIENCE,
      );
});

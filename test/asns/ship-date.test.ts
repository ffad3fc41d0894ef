// ship_date: which texts are dates, what the tool completes, and what it leaves as it is.
import { describe, expect, test } from 'vitest';
import { shipDatesOf } from '../../src/contract/asn-rules/dates.ts';
import { sampleAsn } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { asnOf, recorded, update } from './support.ts';

describe('ship_date', () => {
  test.each([
    ['2026-05-01', ['2026-05-01T00:00:00']],
    ['2026-05-01T08:30:00+02:00', ['2026-05-01T00:00:00']],
    ['2026/5/1', ['2026-05-01T00:00:00']],
    ['20260501', ['2026-05-01T00:00:00']],
    ['01.05.2026 14:00', ['2026-05-01T00:00:00', '2026-01-05T00:00:00']],
    ['05/01/2026', ['2026-05-01T00:00:00', '2026-01-05T00:00:00']],
    ['31/05/2026', ['2026-05-31T00:00:00']],
    ['1 May 2026', []],
    ['2026-02-30', []],
    ['soon', []],
    ['12345', []],
    ['2026511', []],
    ['202605011', []],
  ])('the finding offers the corrected text of %s', (text, days) => {
    expect(shipDatesOf(text)).toEqual(days);
    const [finding] = validateAsn(sampleAsn({ ship_date: text }), 1);
    for (const day of days) expect(describeFinding(finding!)).toContain(day);
  });

  test('flags complete a plain day, and nothing else', async () => {
    const { cli, stored } = await recorded(asnOf('A-1'));
    await update(cli, 'A-1', '--ship-date', '2026-05-01');
    expect(stored('A-1')?.asn).toMatchObject({ ship_date: '2026-05-01T00:00:00' });
    await update(cli, 'A-1', '--set', 'ship_date=2026-05-02');
    expect(stored('A-1')?.asn).toMatchObject({ ship_date: '2026-05-02T00:00:00' });
    const zoned = await update(cli, 'A-1', '--ship-date', '2026-05-03T00:00:00Z');
    expect(zoned.refusals[0]?.message).toContain('write 2026-05-03T00:00:00');
    expect(await update(cli, 'A-1', '--ship-date', '2026-02-30')).toMatchObject({ exit: 3 });
  });
});

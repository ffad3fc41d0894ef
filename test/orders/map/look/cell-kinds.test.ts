// What cells look like by themselves: dates as exports write them.
import { describe, expect, it } from 'vitest';
import { readerOf } from '../../../../src/input/mapping/values/date-format.ts';
import { readDate } from '../../../../src/input/mapping/values/dates.ts';
import {
  columnsOf,
  commonFormats,
  isCommonDate,
  kindsOf,
  moreDaysOf,
  withTimes,
} from '../../../../src/orders/map/look/columns.ts';

/** The time that a mapping with the formats that are proposed for this text reads. */
function asProposed(text: string) {
  const days = isCommonDate(text) ? commonFormats() : moreDaysOf(text).flatMap((day) => withTimes(day));
  const formats = isCommonDate(text) ? undefined : days.map((format) => readerOf(format)!);
  const result = readDate(text, { formats, zone: undefined, dayOrder: () => undefined });
  return result.fault ?? result.text;
}

describe('dates', () => {
  it.each([
    ['21. Nov. 2025, 11:26 Uhr CET(UTC+1)', '2025-11-21T11:26:00+01:00'],
    ['3. Dezember 2025 um 9:05 Uhr MEZ', '2025-12-03T09:05:00+01:00'],
    ['Nov 21, 2025 at 11:26 AM GMT-05:00', '2025-11-21T11:26:00-05:00'],
    ['21 févr. 2025 à 11h26 CET', '2025-02-21T11:26:00+01:00'],
    ['2025/11/21 11:26 JST', '2025-11-21T11:26:00+09:00'],
    ['2025年11月21日 11時26分 JST', '2025-11-21T11:26:00+09:00'],
    ['2025/1/5 9:05 UTC', '2025-01-05T09:05:00Z'],
  ])('%s', (text, expected) => {
    expect(kindsOf(text)).toContain('date');
    expect(asProposed(text)).toBe(expected);
  });

  it.each([
    ['1700000000', 'X', '2023-11-14T22:13:20Z'],
    ['1700000000123', 'x', '2023-11-14T22:13:20.123Z'],
  ])('%s counts from 1970 only in a column that is named so', (text, format, expected) => {
    expect(moreDaysOf(text)).toEqual([format]);
    expect(asProposed(text)).toBe(expected);
    const [date, order, sku] = columnsOf(['created_at', 'Order number', 'sku'], [[text, text, text]]);
    expect([date, order, sku].map((column) => column!.share.date)).toEqual([1, 0, 0]);
  });

  it.each(['1 x Shirt', 'Room 21, 11:26', '0151 2345678', 'May', '9999999999'])('%s is none', (text) => {
    expect(kindsOf(text, 'time')).not.toContain('date');
  });
});

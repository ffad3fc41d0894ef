// Dates: formats, the order of day and month, zones with their gaps and double hours.
import { describe, expect, it } from 'vitest';
import { monthOf, readerOf } from '../../../src/input/mapping/values/date-format.ts';
import { DateReader, readDate, Zone } from '../../../src/input/mapping/values/dates.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { failRows, line, load, mappingOf, one, readRows } from './support.ts';

const mappingOfZone = (timezone: string) => load(mappingOf({ dates: { timezone } }));
const zones = { london: new Zone('Europe/London'), york: new Zone('America/New_York') };
const read = (text: string, format: string | undefined, zone: Zone | undefined = zones.london) => {
  const formats = format === undefined ? undefined : [readerOf(format)!];
  const result = readDate(text, { formats, zone, dayOrder: () => undefined });
  return result.fault ?? (result.note ? [result.text, result.note] : result.text);
};

describe('formats', () => {
  it.each([
    ['2026-05-01 10:00:09 +0200', 'YYYY-MM-DD HH:mm:ss Z', '2026-05-01T10:00:09+02:00'],
    ['2026-05-01T10:00:09.250Z', 'YYYY-MM-DDTHH:mm:ss.SSSZ', '2026-05-01T10:00:09.250Z'],
    ['1/5/2026 9:05', 'D/M/YYYY H:mm', '2026-05-01T09:05:00+01:00'],
    ['5/1/2026 9:05 pm', 'M/D/YYYY h:mm A', '2026-05-01T21:05:00+01:00'],
    ['5/1/2026 12:05 AM', 'M/D/YYYY h:mm A', '2026-05-01T00:05:00+01:00'],
    ['01.12.26 09:05', 'DD.MM.YY HH:mm', '2026-12-01T09:05:00+00:00'],
    ['1 December 2026 at 9:05', 'D MMMM YYYY [at] H:mm', '2026-12-01T09:05:00+00:00'],
    ['2026-05-01 10:00:00 UTC', undefined, '2026-05-01T10:00:00Z'],
    ['2026-05-01T10:00:00-05:00', undefined, '2026-05-01T10:00:00-05:00'],
    ['2026-05-01  10:00:00', undefined, '2026-05-01T10:00:00+01:00'],
    ['2026/05/01 10:00', undefined, '2026-05-01T10:00:00+01:00'],
    ['Fri, 01 May 2026 10:00:09 +0200', 'ddd, DD MMM YYYY HH:mm:ss Z', '2026-05-01T10:00:09+02:00'],
    ['Fri, 1 May 2026 10:00:09 GMT', undefined, '2026-05-01T10:00:09Z'],
    ['21. Nov. 2025, 11:26 Uhr CET(UTC+1)', 'D. MMM YYYY H:mm Z', '2025-11-21T11:26:00+01:00'],
    ['3. Dez. 2025 um 11:26 Uhr', 'D. MMM YYYY H:mm', '2025-12-03T11:26:00+00:00'],
    ['Nov 21, 2025, 11:26 AM PDT', 'MMM D, YYYY h:mm A Z', '2025-11-21T11:26:00-07:00'],
    ['21 févr. 2025 à 11h26', 'D MMM YYYY H:mm', '2025-02-21T11:26:00+00:00'],
    ['5. März 2025', 'D. MMMM YYYY', ['2025-03-05T00:00:00+00:00', 'date.midnight']],
    ['2025-11-21 11:26 EST (UTC-5)', undefined, '2025-11-21T11:26:00-05:00'],
    ['2025-11-21 11:26 CEST', undefined, '2025-11-21T11:26:00+02:00'],
    ['Friday, 1 May 2026 10:00', 'dddd, D MMM YYYY HH:mm', '2026-05-01T10:00:00+01:00'],
    ['1 May 2026 10:00 -0430', undefined, '2026-05-01T10:00:00-04:30'],
    ['2025-11-21 11:26 UTC+1', undefined, '2025-11-21T11:26:00+01:00'],
    ['2025/1/5 9:05', undefined, '2025-01-05T09:05:00+00:00'],
    ['2025年11月21日 11時26分', undefined, '2025-11-21T11:26:00+00:00'],
    ['1700000000', 'X', '2023-11-14T22:13:20Z'],
    ['1700000000123', 'x', '2023-11-14T22:13:20.123Z'],
    ['46266.38542', 'serial', '2026-09-01T09:15:00+01:00'],
    ['46266,38542', 'serial', '2026-09-01T09:15:00+01:00'],
    ['46385.999994', 'serial', '2026-12-29T23:59:59+00:00'],
    ['46385.9999999', 'serial', '2026-12-30T00:00:00+00:00'],
    ['46266', 'serial', ['2026-09-01T00:00:00+01:00', 'date.midnight']],
    ['46320.0625', 'serial', ['2026-10-25T01:30:00+01:00', 'date.ambiguous']],
    ['46110.0625', 'serial', 'gap'],
    ['44804.38542', 'serial-1904', '2026-09-01T09:15:00+01:00'],
  ])('%s as %s', (text, format, expected) => {
    expect(read(text, format)).toEqual(expected);
  });

  it.each([
    ['2026-02-29 10:00', 'YYYY-MM-DD HH:mm'],
    ['2026-05-01 24:00', 'YYYY-MM-DD HH:mm'],
    ['2026-05-01 10:00:00', 'YYYY-MM-DD HH:mm'],
    ['5/1/2026 13:05 PM', 'M/D/YYYY h:mm A'],
    ['2026-05-01 10:00 CET(UTC+2)', undefined],
    ['2026-05-01 10:00 XYZ', undefined],
    ['2026-05-01 10:00 +1', undefined],
    ['1700000000', undefined],
    ['170000000', 'x'],
    ['462661.5', 'serial'],
    ['2026年2月30日', undefined],
    ['Thu, 01 May 2026 10:00:09 +0200', 'ddd, DD MMM YYYY HH:mm:ss Z'],
    ['Fri, 01 May 2026 10:00:09', undefined],
  ])('%s is none as %s', (text, format) => {
    expect(read(text, format)).toBe('unreadable');
  });

  it('a zone with a name that several countries use is read when the zone of the shop is one of them', () => {
    expect(read('2025-11-21 11:26 EST', undefined, zones.york)).toBe('2025-11-21T11:26:00-05:00');
    expect(read('2025-11-21 11:26 EST', undefined, zones.london)).toBe('unreadable');
    expect(read('2025-07-21 11:26 EST', undefined, zones.york)).toBe('unreadable');
    const rules = { formats: undefined, zone: undefined, dayOrder: () => undefined };
    expect(readDate('2025-11-21 11:26 EST', rules)).toEqual({ fault: 'zone' });
    expect(readDate('2025-11-21 11:26 EDT', rules)).toEqual({ text: '2025-11-21T11:26:00-04:00' });
  });

  it('every name of a month is that of one month', () => {
    for (const [month, names] of [
      [1, 'Jan. janv. enero gennaio'],
      [2, 'févr. Feb fevereiro'],
      [3, 'März mars Mrz marzo'],
      [5, 'Mai mayo maggio mei'],
      [8, 'août agosto Aug.'],
      [10, 'Okt. out ottobre'],
      [12, 'Dez. déc. dic'],
    ] as const)
      for (const name of names.split(' ')) expect(monthOf(name)).toBe(month);
  });

  it('a date that was remembered is the one that was read, also after many others', () => {
    const rules = { formats: [readerOf('YYYY-MM-DD HH:mm')!], zone: zones.york, dayOrder: () => undefined };
    const reader = new DateReader(rules, readDate);
    const texts = Array.from({ length: 100 }, (_, n) => `2026-03-08 0${n % 10}:${n % 61}`);
    for (const text of [...texts, ...texts]) expect(reader.read(text)).toEqual(readDate(text, rules));
  });

  it('formats that lack a part are none', () => {
    expect(['YYYY-MM', 'DD HH:mm', 'D/M/YYYY h:mm', 'YYYY-YYYY-MM-DD'].map(readerOf)).toEqual(
      Array.from({ length: 4 }),
    );
  });
});

describe('zones', () => {
  const local = (text: string, zone: Zone) => read(text, 'YYYY-MM-DD HH:mm', zone);
  it.each([
    ['summer', '2026-07-01 10:00', 'london', '2026-07-01T10:00:00+01:00'],
    ['winter', '2026-01-01 10:00', 'london', '2026-01-01T10:00:00+00:00'],
    ['before the gap', '2026-03-29 00:59', 'london', '2026-03-29T00:59:00+00:00'],
    ['in the gap', '2026-03-29 01:00', 'london', 'gap'],
    ['still in the gap', '2026-03-29 01:59', 'london', 'gap'],
    ['after the gap', '2026-03-29 02:00', 'london', '2026-03-29T02:00:00+01:00'],
    ['before the double hour', '2026-10-25 00:59', 'london', '2026-10-25T00:59:00+01:00'],
    ['in the double hour', '2026-10-25 01:30', 'london', ['2026-10-25T01:30:00+01:00', 'date.ambiguous']],
    ['after the double hour', '2026-10-25 02:00', 'london', '2026-10-25T02:00:00+00:00'],
    ['in the gap', '2026-03-08 02:30', 'york', 'gap'],
    ['in the double hour', '2026-11-01 01:30', 'york', ['2026-11-01T01:30:00-04:00', 'date.ambiguous']],
  ] as const)('%s: %s in %s', (_, text, zone, expected) => {
    expect(local(text, zones[zone])).toEqual(expected);
  });

  it('a date alone is midnight there, also where midnight does not exist', () => {
    expect(read('2026-05-01', 'YYYY-MM-DD')).toEqual(['2026-05-01T00:00:00+01:00', 'date.midnight']);
    const santiago = new Zone('America/Santiago');
    expect(read('2026-09-06', 'YYYY-MM-DD', santiago)).toEqual([
      '2026-09-06T00:00:00-04:00',
      'date.midnight',
    ]);
  });

  it('every instant, written as local time, is read back as itself or as the hour before in autumn', () => {
    const names = [
      'Europe/London',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Asia/Tokyo',
    ];
    const all = names.map((name) => new Zone(name));
    const formats = names.map(
      (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    );
    const instant = fc.integer({ min: Date.UTC(2024, 0) / 6e4, max: Date.UTC(2028, 0) / 6e4 });
    fc.assert(
      fc.property(instant, fc.nat(names.length - 1), (minutes, i) => {
        const result = readDate(formats[i]!.format(minutes * 6e4), {
          formats: [readerOf('YYYY-MM-DD HH:mm')!],
          zone: all[i],
          dayOrder: () => undefined,
        });
        if (result.fault !== undefined) throw new Error(result.fault);
        const back = Date.parse(result.text) / 6e4;
        if (result.note === undefined) expect(back).toBe(minutes);
        else expect([minutes, minutes - 60, minutes - 30]).toContain(back);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('dates of the input', () => {
  const open = mappingOf({ dates: { timezone: 'Europe/London' } });
  const times = async (list: readonly string[], mapping = open, options = {}) =>
    (
      await readRows(
        list.map((At, i) => line(String(i), { At })),
        mapping,
        options,
      )
    ).map((snapshot) => (snapshot.raw as Record<string, unknown>)['created_at']);

  it('the order of day and month is decided over the whole column', async () => {
    expect(await times(['01/05/2026 10:00', '13/05/2026 10:00'])).toEqual([
      '2026-05-01T10:00:00+01:00',
      '2026-05-13T10:00:00+01:00',
    ]);
    expect((await times(['01/05/2026 10:00', '05/13/2026 10:00']))[0]).toBe('2026-01-05T10:00:00+00:00');
    expect(await times(['05/05/2026 10:00'])).toEqual(['2026-05-05T10:00:00+01:00']);
  });

  it('undecidable: exit 6 that asks for --date-format, which settles it', async () => {
    const failure = await failRows([line('1', { At: '01/05/2026 10:00' })], open);
    expect([failure.code, failure.exitCode, failure.place?.line]).toEqual(['input.dates.undecidable', 6, 2]);
    expect(failure.hint).toContain('--date-format');
    const options = { dateFormat: 'M/D/YYYY H:mm' };
    expect(await times(['01/05/2026 10:00'], open, options)).toEqual(['2026-01-05T10:00:00+00:00']);
  });

  it('both orders in one column: exit 6', async () => {
    const rows = ['13/05/2026 10:00', '05/13/2026 10:00'].map((At, i) => line(String(i), { At }));
    expect(await failRows(rows, open)).toMatchObject({ code: 'input.dates.mixed', exitCode: 6 });
  });

  it('a time without a zone: exit 6 that asks for --timezone; the flag wins over the mapping', async () => {
    const bare = mappingOf({ dates: { formats: ['YYYY-MM-DD HH:mm'] } });
    const failure = await failRows([line('1')], bare);
    expect([failure.code, failure.exitCode, failure.hint]).toEqual([
      'input.timezone.missing',
      6,
      expect.stringContaining('--timezone'),
    ]);
    expect(failure.place).toMatchObject({ file: 'f1.csv', line: 2, column: 2 });
    expect(await times(['2026-05-01 10:00'], open, { timezone: 'America/New_York' })).toEqual([
      '2026-05-01T10:00:00-04:00',
    ]);
    // With offsets in the data no zone is asked for.
    const offset = mappingOf({ dates: { formats: ['YYYY-MM-DD HH:mm Z'] } });
    expect(await times(['2026-05-01 10:00 +0200'], offset)).toEqual(['2026-05-01T10:00:00+02:00']);
  });

  it('a zone that does not exist: exit 2 for the flag, 6 for the mapping, with the one meant', async () => {
    const flag = await failRows([line('1')], open, { timezone: 'Europe/Londn' });
    expect([flag.exitCode, flag.message]).toEqual([2, expect.stringContaining('"Europe/London"')]);
    const city = await failRows([line('1')], open, { timezone: 'London' });
    expect(city.message).toContain('"Europe/London"');
    expect(() => mappingOfZone('Berlin')).toThrow(expect.objectContaining({ exitCode: 6 }));
  });

  it('unreadable times and gaps refuse the order, double hours are noted', async () => {
    expect(codes((await one({ At: 'May 1st' }, mappingOf())).snapshot)).toEqual([
      'error cell.date created_at',
      'error cell.date updated_at',
    ]);
    const gap = await one({ At: '2026-03-29 01:30' }, mappingOf());
    expect(codes(gap.snapshot)[0]).toBe('error cell.date.gap created_at');
    expect(gap.snapshot.findings[0]!.args).toMatchObject({ zone: 'Europe/London', cell: 2, line: 2 });
    const twice = await one({ At: '2026-10-25 01:30' }, mappingOf());
    expect(codes(twice.snapshot)[0]).toBe('note date.ambiguous created_at');
  });
});

describe('a column that is called after a zone', () => {
  it.each([
    ['Changed (UTC)', '2026-07-01T10:30:00+00:00'],
    ['modified_gmt', '2026-07-01T10:30:00+00:00'],
    ['changedAtUtc', '2026-07-01T10:30:00+00:00'],
    ['UTC_CHANGED', '2026-07-01T10:30:00+00:00'],
    ['Changed (UTC+2)', '2026-07-01T10:30:00+02:00'],
    ['Changed GMT-05:00', '2026-07-01T10:30:00-05:00'],
    ['Changed UTC+0', '2026-07-01T10:30:00+00:00'],
    ['Changed (UTC+05:30)', '2026-07-01T10:30:00+01:00'],
    ['Utcome', '2026-07-01T10:30:00+01:00'],
    ['Changed', '2026-07-01T10:30:00+01:00'],
  ])('%s', async (name, time) => {
    const cells = { At: '2026-07-01 10:30', [name]: '2026-07-01 10:30' };
    const { raw } = (await one(cells, mappingOf({ order: { updated_at: name } }))).snapshot;
    expect(raw).toMatchObject({ created_at: '2026-07-01T10:30:00+01:00', updated_at: time });
  });

  it('is read by it, and the column that stands in for it by its own', async () => {
    const mapping = mappingOf({ order: { updated_at: { column: ['At UTC', 'At local'] } } });
    const cells = { At: '2026-07-01 10:30', 'At UTC': '', 'At local': '2026-07-01 12:00' };
    expect((await one(cells, mapping)).snapshot.raw).toMatchObject({
      updated_at: '2026-07-01T12:00:00+01:00',
    });
    const latest = mappingOf({ order: { updated_at: { latest: ['At UTC', 'At local'] } } });
    const both = { ...cells, 'At UTC': '2026-07-01 11:30' };
    expect((await one(both, latest)).snapshot.raw).toMatchObject({ updated_at: '2026-07-01T11:30:00+00:00' });
  });

  it('needs no other', async () => {
    const { raw } = (
      await one(
        { At: '', 'At UTC': '2026-07-01 10:30' },
        mappingOf({ dates: {}, order: { created_at: 'At UTC', updated_at: 'At UTC' } }),
      )
    ).snapshot;
    expect(raw).toMatchObject({ created_at: '2026-07-01T10:30:00+00:00' });
  });
});

describe('a date and its time in two columns', () => {
  it('are one date by a template, also where the day has to be told from the month', async () => {
    const mapping = mappingOf({
      dates: { timezone: 'Europe/Berlin' },
      order: { created_at: { template: '{Day} {Time}' }, updated_at: { template: '{Day} {Time}' } },
    });
    const rows = [
      { ...line('1'), Day: '5.11.2025', Time: '11:26 Uhr' },
      { ...line('2'), Day: '21.11.2025', Time: '' },
    ];
    const found = await readRows(rows, mapping);
    expect(found.map(({ raw }) => (raw as { created_at: string }).created_at)).toEqual([
      '2025-11-05T11:26:00+01:00',
      '2025-11-21T00:00:00+01:00',
    ]);
  });
});

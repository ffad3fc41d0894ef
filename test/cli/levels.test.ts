// Where levels are set: flag, profile, mapping; and where the plan, --json and each command show them.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { returns } from '../helpers/returns.ts';

describe('where levels are set', () => {
  test('a profile holds them, checked when they are set, and shows them', async () => {
    const wrong = await returns(['profile', 'set', 'shop', 'levels=order.status.unknwon=note', '--json']);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.document()['message']).toMatch(/Did you mean "order\.status\.unknown"/);
    const fixed = await returns(['profile', 'set', 'levels', 'order.field.type=note', '--json']);
    expect(fixed).toMatchObject({ code: 2 });
    const set = await returns([
      'profile',
      'set',
      'shop',
      'levels=order.status.unknown=note,order.field.missing:phone=off',
      '--json',
    ]);
    expect(set).toMatchObject({ code: 0 });
    const shown = await returns(['profile', 'show', 'shop'], { root: set.root });
    expect(shown.stdout).toMatch(
      /levels\s+order\.status\.unknown=note,order\.field\.missing:phone=off\s+profile/,
    );
    const line = ['orders', 'check', 'o.json', '--profile', 'shop', '--json'];
    const order = { 'o.json': sampleOrder({ status: 'shipped' }) };
    const checked = await returns(line, { root: set.root }, order);
    expect(checked.document()).toMatchObject({
      exit_code: 0,
      levels: { 'order.status.unknown': 'note', 'order.field.missing:phone': 'off' },
      notes: [{ code: 'order.status.unknown', count: 1 }],
    });
    const raised = await returns(
      [...line, '--level', 'order.status.unknown=error'],
      { root: set.root },
      order,
    );
    expect(raised.document()).toMatchObject({
      exit_code: 3,
      levels: { 'order.field.missing:phone': 'off' },
    });
  });

  test('a mapping holds them under "levels"; a wrong one is named with its line', async () => {
    const csv = fs.readFileSync('samples/exports/wms-transfers.csv', 'utf8');
    const map = JSON.parse(fs.readFileSync('samples/mappings/wms-transfers.json', 'utf8')) as object;
    const check = (more: object, ...flags: string[]) =>
      returns(
        ['asns', 'check', 'e.csv', '--map', 'm.json', '--json', ...flags],
        {},
        {
          'e.csv': csv,
          'm.json': JSON.stringify({ ...map, ...more }, null, 2),
        },
      );
    const before = (await check({})).document();
    expect(before).toMatchObject({ levels: {}, by_code: expect.arrayContaining([expect.anything()]) });
    const [{ code }] = before['by_code'] as unknown as [{ code: string }];
    const after = (await check({ levels: { [code]: 'warning' } })).document();
    expect(after['levels']).toEqual({ [code]: 'warning' });
    expect((after['by_code'] as unknown as { code: string }[]).map((row) => row.code)).not.toContain(code);
    // A flag is stronger.
    const flagged = (await check({ levels: { [code]: 'warning' } }, '--level', `${code}=error`)).document();
    expect(flagged['by_code']).toContainEqual(expect.objectContaining({ code }));
    const wrong = await check({ levels: { 'asn.staus.unknown': 'note' } });
    expect(wrong.code).toBe(6);
    expect(wrong.document()).toMatchObject({
      code: 'input.map.levels',
      message: expect.stringContaining('Did you mean "asn.status.unknown"?'),
      place: { file: 'm.json', line: expect.any(Number) },
    });
    expect((await check({ levels: { 'asn.status.unknown': 'loud' } })).code).toBe(6);
  });

  test('the plan and --json say what was changed, from where, and how many findings it touched', async () => {
    const orders = [
      sampleOrder({ status: 'shipped' }),
      sampleOrder({ identifier: 'SO-2', status: 'shipped' }),
      sampleOrder({ identifier: 'SO-3' }),
    ];
    const flags = ['--level', 'order.status.unknown=note', '--level', 'order.field.missing=warning'];
    const text = await returns(['orders', 'check', 'o.json', ...flags], {}, { 'o.json': orders });
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/levels\s+findings that count otherwise/);
    expect(text.stdout).toContain('order.status.unknown: note, not error (--level)');
    expect(text.stdout).toContain('order.field.missing: warning, not error (--level)');
    const none = await returns(['orders', 'check', 'o.json', '--json'], {}, { 'o.json': orders });
    expect(none.document()).toMatchObject({ levels: {}, exit_code: 3 });
  });
});

// Levels: their syntax, which one applies to a finding, and which rules cannot be lowered.
import { describe, expect, test } from 'vitest';
import { ALL_RULES } from '../../src/contract/all-rules.ts';
import type { Finding } from '../../src/contract/finding.ts';
import {
  applyLevels,
  changedLevels,
  type Levels,
  levelsDocument,
  mergeLevels,
  parseLevels,
} from '../../src/contract/levels.ts';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { finishOrder } from '../../src/contract/validate-order.ts';
import { returns } from '../helpers/returns.ts';

const NOW = Date.UTC(2026, 10, 20);

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const source = (from: string, ...texts: string[]) => parseLevels(texts, ALL_RULES, from);

const levels = (...texts: string[]): Levels | undefined =>
  mergeLevels(ALL_RULES, source('--level', ...texts));

const finding = (code: string, at: string, severity: Finding['severity'] = 'error'): Finding => ({
  code,
  severity,
  path: at,
  args: {},
});

const severities = (list: readonly Finding[]) => list.map(({ severity }) => severity);

describe('a level', () => {
  test('is CODE=LEVEL or CODE:FIELD=LEVEL; all errors are listed at once, with suggestions', () => {
    expect(() =>
      source(
        '--level',
        'order.status.unknwon=warning',
        'order.status.unknown=warnign',
        'order.status.unknown',
      ),
    ).toThrow(
      expect.objectContaining({
        code: 'usage.level',
        exitCode: 2,
        message: expect.stringMatching(
          /"order\.status\.unknwon".*Did you mean "order\.status\.unknown"\?.*"warnign".*Did you mean "warning"\?.*"order\.status\.unknown" is not CODE=LEVEL/,
        ),
      }),
    );
    expect(source('--level', 'order.status.unknown=note, item.quantity.limit=off')).toHaveLength(2);
    expect(() => source('--level', 'order.field.missing:items[0].sku=note')).toThrow(/items\.sku/);
  });

  test('applies to a field by its path without indices, by the name of the column, or by its last names', () => {
    const at = (field: string, where: string) =>
      severities(
        applyLevels([finding('order.field.missing', where)], levels(`order.field.missing:${field}=note`)),
      );
    for (const field of ['items.sku', 'item.sku', 'sku', 'items[].sku'])
      expect(at(field, 'items[12].sku'), field).toEqual(['note']);
    expect(at('customer.phone', 'customer.phone')).toEqual(['note']);
    expect(at('phone', 'shipping_address.phone')).toEqual(['note']);
    expect(at('hone', 'shipping_address.phone')).toEqual(['error']);
    const asn = levels('asn.field.missing:detail.sku=off');
    expect(applyLevels([finding('asn.field.missing', 'cartons[0].details[3].sku')], asn)).toEqual([]);
  });

  test('of a flag wins over that of a mapping, and that over the profile; in each the longest field wins', () => {
    const merged = mergeLevels(
      ALL_RULES,
      source('--level', 'order.field.missing:items.sku=off'),
      source('mapping', 'order.field.missing:title=warning', 'order.field.missing:items.title=note'),
      source('profile shop', 'order.field.missing=warning', 'order.status.unknown=note'),
    );
    const counted = applyLevels(
      [
        finding('order.field.missing', 'items[0].sku'),
        finding('order.field.missing', 'items[0].title'),
        finding('order.field.missing', 'currency'),
        finding('order.status.unknown', 'status'),
        finding('item.quantity.limit', 'items[0].quantity'),
      ],
      merged,
    );
    expect(severities(counted)).toEqual(['note', 'warning', 'note', 'error']);
    expect(levelsDocument(merged)).toEqual({
      'order.field.missing:items.sku': 'off',
      'order.field.missing:title': 'warning',
      'order.field.missing:items.title': 'note',
      'order.field.missing': 'warning',
      'order.status.unknown': 'note',
    });
    // A level that a stronger source overrides, or that equals the rule's own, is not a change.
    const covered = mergeLevels(
      ALL_RULES,
      source('--level', 'order.status.unknown=error'),
      source('profile shop', 'order.status.unknown:status=note'),
    );
    expect(changedLevels(covered)).toEqual([]);
  });
});

describe('a rule without which a message is unreadable', () => {
  test.each([
    ['order.field.type=warning', /order\.field\.type cannot be lowered: a value of another type/],
    ['order.field.missing:identifier=off', /cannot be lowered for identifier, items\.identifier/],
    ['order.identifier.empty:item.identifier=note', /cannot be lowered for items\.identifier/],
    ['order.refunds.lost=warning', /no accepted refund is taken back/],
    ['order.updated_at.ahead=warning', /newest/],
    ['cell.amount=note', /no value that could be sent/],
    ['asn.field.missing:asn_number=off', /cannot be lowered for asn_number/],
  ])('cannot be lowered: %s', (text, why) => {
    expect(() => source('--level', text)).toThrow(why);
  });

  test('is excluded from a level for all fields, which reports that; raising is allowed', () => {
    const general = levels('order.field.missing=warning');
    const broken = sampleOrder({ updated_at: undefined, currency: undefined });
    const found = finishOrder(sent(broken), { now: NOW, levels: general }).findings;
    expect(found.map(({ path: at, severity }) => [at, severity])).toEqual(
      expect.arrayContaining([
        ['currency', 'warning'],
        ['updated_at', 'error'],
      ]),
    );
    const raised = levels('order.field.recommended:raw_status=error');
    expect(
      finishOrder(sent(sampleOrder({ raw_status: undefined })), { now: NOW, levels: raised }).order,
    ).toBe(undefined);
  });

  test('lists only fields that exist in rules', () => {
    const known = new Set<string>();
    for (const rule of ALL_RULES.values()) for (const field of rule.fixed?.fields ?? []) known.add(field);
    const shapes = JSON.stringify([sampleOrder(), sampleAsn(), sampleRma()]);
    const beside = ['refund_line_items', 'total_refund_amount_cents', 'order_item_identifier'];
    expect(known.size).toBeGreaterThan(10);
    for (const field of known) {
      const leaf = field.slice(field.lastIndexOf('.') + 1);
      expect(shapes.includes(`"${leaf}"`) || beside.includes(leaf), field).toBe(true);
    }
  });
});

describe('vendor_identifier and merchant', () => {
  test('are listed as off by `returns explain`, which says how to turn them on', async () => {
    const list = await returns(['explain', '--json']);
    expect(list.document()['codes']).toContainEqual(
      expect.objectContaining({ code: 'asn.merchant.missing', severity: 'off' }),
    );
    const one = await returns(['explain', 'asn.merchant.missing']);
    expect(one.stdout).toMatch(/Off by default.*--level asn\.merchant\.missing=error/);
    const fixed = await returns(['explain', 'order.field.type']);
    expect(fixed.stdout).toContain('It cannot be lowered: a value of another type cannot be read.');
    const partly = (await returns(['explain', 'order.field.missing', '--json'])).document();
    expect(partly['fixed']).toMatchObject({ fields: expect.arrayContaining(['items.identifier']) });
  });
});

// Levels: a retailer sets how a finding counts, by flag, mapping and profile; what they let through breaks nothing.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_RULES } from '../../src/contract/all-rules.ts';
import { RULES } from '../../src/contract/catalog.ts';
import type { Finding, Rule } from '../../src/contract/finding.ts';
import { finishOrder } from '../../src/contract/finish-order.ts';
import { judgeAsn } from '../../src/contract/judge-asn.ts';
import {
  applyLevels,
  changedLevels,
  type Levels,
  levelsDocument,
  mergeLevels,
  parseLevels,
} from '../../src/contract/levels.ts';
import { sampleAsn, sampleOrder, withDetail, withLine } from '../../src/contract/sample.ts';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { run } from '../../src/main.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { startListen } from '../calls/run-listen.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { type TestHostOptions, temporaryFolder, testHost } from '../helpers/host.ts';

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

/** Runs a command with --json in this process; `at` is a root to come back to. */
async function returns(
  line: readonly string[],
  options: TestHostOptions = {},
  files: Record<string, unknown> = {},
) {
  const here = testHost(options);
  for (const [name, content] of Object.entries(files))
    here.file(name, typeof content === 'string' ? content : JSON.stringify(content));
  const code = await run(line, here.host);
  const document = () => JSON.parse(here.stdout()) as Record<string, unknown> & { [key: string]: never };
  return { code, root: here.root, stdout: here.stdout(), stderr: here.stderr(), document };
}

describe('a level', () => {
  test('is CODE=LEVEL or CODE:FIELD=LEVEL; everything that is wrong is named at once, with what was meant', () => {
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

  test('holds for a field by its path without indices, by the name of the column, or by its last names', () => {
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
    // What a stronger source covers, and what holds anyway, is no change.
    const covered = mergeLevels(
      ALL_RULES,
      source('--level', 'order.status.unknown=error'),
      source('profile shop', 'order.status.unknown:status=note'),
    );
    expect(changedLevels(covered)).toEqual([]);
  });

  test('that changes nothing costs nothing: the very list of findings comes back', () => {
    const findings = [finding('order.status.unknown', 'status')];
    expect(applyLevels(findings, undefined)).toBe(findings);
    expect(applyLevels(findings, levels('item.quantity.limit=off'))).toBe(findings);
    const none: Finding[] = [];
    expect(applyLevels(none, levels('item.quantity.limit=off'))).toBe(none);
  });
});

describe('what makes a message unreadable', () => {
  test.each([
    ['order.field.type=warning', /order\.field\.type cannot be lowered: a value of another type/],
    ['order.field.missing:identifier=off', /cannot be lowered for identifier, items\.identifier/],
    ['order.identifier.empty:item.identifier=note', /cannot be lowered for items\.identifier/],
    ['order.refunds.lost=warning', /no accepted refund is taken back/],
    ['order.updated_at.ahead=warning', /newest/],
    ['cell.amount=note', /no value that could be sent/],
    ['asn.field.type=off', /cannot be lowered/],
    ['asn.field.missing:asn_number=off', /cannot be lowered for asn_number/],
    ['rma.field.type=note', /cannot be lowered/],
    ['message.key.duplicate=note', /cannot be lowered/],
  ])('cannot be lowered: %s', (text, why) => {
    expect(() => source('--level', text)).toThrow(why);
  });

  test('is left out of a general lowering, which says so; raising is allowed', () => {
    const general = levels('order.field.missing=warning');
    const broken = sampleOrder({ updated_at: undefined, currency: undefined });
    const found = finishOrder(sent(broken), { now: NOW, levels: general }).findings;
    expect(found.map(({ path: at, severity }) => [at, severity])).toEqual(
      expect.arrayContaining([
        ['currency', 'warning'],
        ['updated_at', 'error'],
      ]),
    );
    expect(changedLevels(general)[0]?.except).toEqual(expect.arrayContaining(['identifier', 'updated_at']));
    const raised = levels('order.field.recommended:raw_status=error');
    expect(
      finishOrder(sent(sampleOrder({ raw_status: undefined })), { now: NOW, levels: raised }).order,
    ).toBe(undefined);
  });

  test('names only fields that rules really have', () => {
    const known = new Set<string>();
    for (const rule of ALL_RULES.values()) for (const field of rule.fixed?.fields ?? []) known.add(field);
    const shapes = JSON.stringify([sampleOrder(), sampleAsn(), sampleRma()]);
    const beside = ['refund_line_items', 'total_refund_amount_cents', 'order_item_identifier'];
    for (const field of known) {
      const leaf = field.slice(field.lastIndexOf('.') + 1);
      expect(shapes.includes(`"${leaf}"`) || beside.includes(leaf), field).toBe(true);
    }
  });
});

describe('vendor_identifier and merchant', () => {
  test('are asked for only where a level says so, by that level', () => {
    const asn = sent(sampleAsn());
    const codes = (use?: Levels) =>
      judgeAsn(asn, 1, { levels: use }).map(({ code, path: at, severity }) => [code, at, severity]);
    expect(codes()).toEqual([]);
    expect(codes(levels('asn.vendor_identifier.missing=warning', 'asn.merchant.missing=error'))).toEqual([
      ['asn.vendor_identifier.missing', 'cartons[0].details[0].vendor_identifier', 'warning'],
      ['asn.merchant.missing', 'cartons[0].details[0].merchant', 'error'],
    ]);
    const given = sent(withDetail({ vendor_identifier: 'V-1', merchant: 'M-1' }));
    const both = levels('asn.vendor_identifier.missing=error', 'asn.merchant.missing=error');
    expect(judgeAsn(given, 1, { levels: both })).toEqual([]);
  });

  test('are listed as off by `returns explain`, which says how to ask for them', async () => {
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
    expect(text.stdout).toMatch(/ 2 {2}order\.status\.unknown: note, not error \(--level\)/);
    expect(text.stdout).toMatch(/ 0 {2}order\.field\.missing: warning, not error \(--level\)/);
    expect(text.stdout.replace(/\s+/g, ' ')).toContain('It stays error for identifier, items.identifier,');
    const none = await returns(['orders', 'check', 'o.json', '--json'], {}, { 'o.json': orders });
    expect(none.document()).toMatchObject({ levels: {}, exit_code: 3 });
  });
});

describe('orders that levels let through', () => {
  let sandbox: Sandbox;
  const rules = [...RULES.values()].filter(
    ({ code, severity, fixed }) =>
      /^(order|item|refund)\./.test(code) && severity === 'error' && !(fixed && !fixed.fields),
  );
  const lowered = rules.map(({ code }) => `${code}=note`);
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 'off', levels: lowered });
  });
  afterAll(() => sandbox.close());
  const world = (root = temporaryFolder()): TestHostOptions => ({ root, env: targetEnvironment(sandbox) });
  const upload = (root: string, order: unknown, ...flags: string[]) =>
    returns(['orders', 'upload', 'o.json', '--json', '--rate', 'off', ...flags], world(root), {
      'o.json': order,
    });

  test.each(rules.map((rule): [string, Rule] => [rule.code, rule]))(
    '%s as a note: the order goes out literally',
    async (code, rule) => {
      const root = temporaryFolder();
      const bad = sent(rule.bad) as { identifier: string };
      expect((await upload(root, bad)).document()).toMatchObject({ exit_code: 3 });
      sandbox.reset();
      // Refused by our own check before: judged anew under other levels.
      const done = await upload(root, bad, '--level', `${code}=note`);
      expect(done.document()).toMatchObject({
        exit_code: 0,
        orders: { accepted: 1 },
        levels: { [code]: 'note' },
      });
      expect(sandbox.order(bad.identifier)?.order).toEqual(bad);
      // The level is no part of what was accepted.
      const again = await upload(root, bad, '--level', `${code}=warning`);
      expect(again.document()).toMatchObject({ exit_code: 0, orders: { already_accepted: 1 } });
      const shown = await returns(['orders', 'show', bad.identifier, '--history', '--json'], world(root));
      expect(shown.code).toBe(0);
    },
  );

  const missing: [string, Record<string, unknown>][] = [
    ...['status', 'total_amount_cents', 'currency', 'tags', 'created_at', 'customer'].map(
      (field): [string, Record<string, unknown>] => [field, sampleOrder({ [field]: undefined })],
    ),
    ...[
      'sku',
      'quantity',
      'quantity_shipped',
      'quantity_canceled',
      'title',
      'tax_amount_cents',
      'unit_price_amount_cents',
      'discount_amount_cents',
      'variant_identifier',
    ].map((field): [string, Record<string, unknown>] => [`items.${field}`, withLine({ [field]: undefined })]),
  ];

  test.each(missing)('without %s: sent, shown, and refunded only by what is known', async (_field, given) => {
    const root = temporaryFolder();
    // The total would be derived where it follows from the rest.
    const order = sent({ ...given, shipping_amount_cents: 100 });
    const flags = lowered.flatMap((text) => ['--level', text]);
    sandbox.reset();
    const plan = await returns(['orders', 'upload', 'o.json', '--dry-run', ...flags], world(root), {
      'o.json': order,
    });
    expect(plan.code, plan.stderr).toBe(0);
    expect(plan.stdout + plan.stderr).not.toMatch(/NaN|undefined/);
    const done = await upload(root, order, ...flags);
    expect(done.document(), done.stderr).toMatchObject({ exit_code: 0, orders: { accepted: 1 } });
    expect(sandbox.order('SO-1001')?.order).toEqual(order);
    expect((await upload(root, order, ...flags)).document()).toMatchObject({
      orders: { already_accepted: 1 },
    });
    expect((await returns(['orders', 'show', 'SO-1001'], world(root))).code).toBe(0);
    const line = ['orders', 'refund', 'SO-1001', '--from', 'o.json', '--dry-run', '--json', ...flags];
    const refund = await returns(line, world(root));
    expect([0, 2]).toContain(refund.code);
    if (refund.code === 0)
      expect(refund.document()['refund']).toMatchObject({ total_refund_amount_cents: expect.any(Number) });
    else expect(refund.document()['code']).toMatch(/^refund\.(amount_missing|nothing_left)$/);
  });

  test('a refund whose fields a level let pass is carried forward and taken in', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    const refund = {
      identifier: 'R-1',
      total_refund_amount_cents: 2500,
      refund_line_items: [{ identifier: 'RL-1', quantity: 1, order_item_identifier: 'L1' }],
      rma_identifier: 'RMA-1',
    };
    const flags = ['--level', 'order.field.missing:refunds.created_at=note'];
    const first = await upload(root, sampleOrder({ refunds: [refund] }), ...flags);
    expect(first.document()).toMatchObject({ orders: { accepted: 1 } });
    const next = sampleOrder({ updated_at: '2026-03-03T12:00:00Z', raw_status: 'later' });
    const lost = await upload(root, next, ...flags);
    expect(lost.document()).toMatchObject({
      exit_code: 3,
      refused: { by_code: [{ code: 'order.refunds.lost' }] },
    });
    const kept = await upload(root, next, ...flags, '--keep-refunds');
    expect(kept.document()).toMatchObject({ orders: { accepted: 1 } });
    expect(sandbox.order('SO-1001')?.order).toMatchObject({ refunds: [refund] });
  });

  test('the levels of a run are part of its record', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    const done = (
      await upload(root, sampleOrder({ status: 'shipped' }), '--level', 'order.status.unknown=note')
    ).document();
    const shown = await returns(['runs', 'show', String(done['run']), '--json'], world(root));
    expect(shown.document()['levels']).toEqual({ 'order.status.unknown': 'note' });
    const text = await returns(['runs', 'show', String(done['run'])], world(root));
    expect(text.stdout).toMatch(/level\s+order\.status\.unknown=note/);
  });
});

describe('ASNs that levels let through', () => {
  let sandbox: Sandbox;
  const rules = [...RULES.values()].filter(
    ({ code, severity, fixed, isOff }) =>
      code.startsWith('asn.') && severity === 'error' && !isOff && !(fixed && !fixed.fields),
  );
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 'off', levels: rules.map(({ code }) => `${code}=off`) });
  });
  afterAll(() => sandbox.close());
  const create = (root: string, asn: unknown, ...flags: string[]) =>
    returns(
      ['asns', 'create', 'a.json', '--json', '--rate', 'off', ...flags],
      { root, env: targetEnvironment(sandbox) },
      { 'a.json': asn },
    );
  // The samples of these break a field that is fixed; any other field does.
  const OTHER: Record<string, unknown> = {
    'asn.field.missing': sampleAsn({ status: undefined }),
    'asn.field.empty': sampleAsn({ from: { identifier: '', type: 'store' } }),
  };

  test.each(rules.map((rule): [string, Rule] => [rule.code, rule]))(
    '%s as a warning: the ASN is queued literally',
    async (code, rule) => {
      const root = temporaryFolder();
      sandbox.reset();
      const bad = sent(OTHER[code] ?? rule.bad) as { asn_number: string };
      const version = code === 'asn.labels.version' ? ['--api-version', '1'] : [];
      expect((await create(root, bad, ...version)).document()).toMatchObject({ exit_code: 3 });
      const done = await create(root, bad, '--level', `${code}=warning`, ...version);
      expect(done.document(), done.stderr).toMatchObject({
        exit_code: 0,
        asns: { queued: 1 },
        levels: { [code]: 'warning' },
        warnings: [{ code, count: 1 }],
      });
      expect(sandbox.asns()[0]?.asn).toEqual(bad);
      const shown = await returns(['asns', 'show', bad.asn_number], {
        root,
        env: targetEnvironment(sandbox),
      });
      expect(shown.code, shown.stderr).toBe(0);
      expect(shown.stdout).not.toContain('undefined');
    },
  );

  test('an update goes by the same levels, and says so', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    expect((await create(root, sampleAsn())).document()).toMatchObject({ asns: { queued: 1 } });
    const line = ['asns', 'update', 'ASN-1001', '--status', 'arrived', '--yes', '--json'];
    const env = targetEnvironment(sandbox);
    expect((await returns(line, { root, env })).document()).toMatchObject({ state: 'refused', levels: {} });
    const done = await returns([...line, '--level', 'asn.status.unknown=warning'], { root, env });
    expect(done.document()).toMatchObject({
      state: 'queued',
      levels: { 'asn.status.unknown': 'warning' },
      warnings: [{ code: 'asn.status.unknown' }],
    });
    expect(sandbox.asns()[0]?.status).toBe('arrived');
  });
});

describe('the sandbox', () => {
  /** Runs `sandbox start` while `work` is done. */
  async function started(argv: readonly string[], work: (url: string) => Promise<void>) {
    const hearers = new Set<(signal: 'SIGINT') => void>();
    const box = testHost({
      system: {
        onSignal(listener) {
          hearers.add(listener);
          return () => void hearers.delete(listener);
        },
      },
    });
    let over = false;
    const code = run(['sandbox', 'start', '--port', '0', '--json', ...argv], box.host).finally(() => {
      over = true;
    });
    while (!over && !box.stdout().includes('\n')) await new Promise((resolve) => setImmediate(resolve));
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(box.stdout())?.[0];
    if (url) await work(url);
    for (const hearer of hearers) hearer('SIGINT');
    return { code: await code, stdout: box.stdout(), stderr: box.stderr() };
  }
  const envOf = (url: string) =>
    targetEnvironment({
      authUrl: url,
      ordersUrl: url,
      baseUrl: url,
      clientId: 'local-client',
      clientSecret: 'local-secret',
    });

  test('takes the same flag: what is raised there is answered 422, what is lowered is stored', async () => {
    const flags = [
      '--level',
      'order.field.recommended:raw_status=error',
      '--level',
      'asn.merchant.missing=error',
    ];
    const ended = await started(flags, async (url) => {
      const order = { 'o.json': sampleOrder({ raw_status: undefined }) };
      const line = ['orders', 'upload', 'o.json', '--json'];
      const refused = (await returns(line, { env: envOf(url) }, order)).document();
      expect(refused).toMatchObject({ exit_code: 3, requests: { s422: 1 } });
      const asn = await returns(
        ['asns', 'create', 'a.json', '--json'],
        { env: envOf(url) },
        { 'a.json': sampleAsn() },
      );
      expect(asn.document()).toMatchObject({
        exit_code: 3,
        refused: { answers: [{ path: 'cartons[0].details[0].merchant' }] },
      });
    });
    expect(JSON.parse(ended.stdout.split('\n')[0] ?? '')).toMatchObject({
      levels: { 'order.field.recommended:raw_status': 'error', 'asn.merchant.missing': 'error' },
    });
    const wrong = await started(['--level', 'order.field.type=off'], async () => {});
    expect(wrong.code).toBe(2);
  });

  test('takes --order-status-spelling, as a profile does', async () => {
    await started(['--order-status-spelling', 'Canceled'], async (url) => {
      const root = temporaryFolder();
      const env = envOf(url);
      const set = ['profile', 'set', 'shop', 'order-status-spelling=Canceled'];
      expect((await returns(set, { root })).code).toBe(0);
      const order = sampleOrder({ status: 'Canceled' });
      const line = ['orders', 'upload', 'o.json', '--json'];
      const done = await returns([...line, '--profile', 'shop'], { root, env }, { 'o.json': order });
      expect(done.document()).toMatchObject({ exit_code: 0, orders: { accepted: 1 } });
      // The other spelling is refused there, as the interface's service refuses this one.
      const level = ['--level', 'order.status.unknown=note'];
      const other = sampleOrder({ identifier: 'SO-2', status: 'Cancelled' });
      const refused = await returns([...line, ...level], { env }, { 'o.json': other });
      expect(refused.document()).toMatchObject({ exit_code: 3, requests: { s422: 1 } });
    });
  });
});

describe('calls', () => {
  test('listen answers by the levels, and calls check counts by them', async () => {
    const message = sampleRma({ updated_at: 'yesterday' });
    const plain = await startListen(['--no-inspect', '--refuse-invalid']);
    expect((await plain.post('/rmas', message)).status).toBe(422);
    plain.interrupt();
    await plain.done;
    const level = ['--level', 'rma.date.invalid=note'];
    const listen = await startListen(['--no-inspect', '--refuse-invalid', ...level]);
    expect((await listen.post('/rmas', message)).status).toBe(200);
    listen.interrupt();
    await listen.done;
    expect(listen.lines()).toContainEqual(expect.objectContaining({ type: 'call', verdict: 'note' }));
    const file = { 'calls.ndjson': JSON.stringify(message) };
    const before = await returns(['calls', 'check', 'calls.ndjson', '--json'], {}, file);
    expect(before.document()).toMatchObject({ exit_code: 3, levels: {} });
    const after = await returns(['calls', 'check', 'calls.ndjson', '--json', ...level], {}, file);
    expect(after.document()).toMatchObject({ exit_code: 0, levels: { 'rma.date.invalid': 'note' } });
  });
});

test('the flag stands wherever messages are checked', async () => {
  for (const words of [
    ['orders', 'check'],
    ['orders', 'upload'],
    ['orders', 'refund'],
    ['asns', 'check'],
    ['asns', 'create'],
    ['asns', 'update'],
    ['listen'],
    ['calls', 'check'],
    ['sandbox', 'start'],
  ])
    expect((await returns([...words, '--help'])).stdout, words.join(' ')).toContain('--level');
});

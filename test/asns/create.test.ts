// `returns asns create` against a real sandbox: each ASN once, refusals with their lines, lost answers
// recognised.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetKey } from '../../src/account/settings.ts';
import { stateFailure } from '../../src/basics/failure.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { type AsnIntent, AsnRecords, asnDigest } from '../../src/storage/asn-records.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { takeLock } from '../../src/storage/locks.ts';
import { asnCsv } from '../helpers/asns.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import type { AsnSummaryDocument } from './support.ts';

let sandbox: Sandbox;
let t: ReturnType<typeof testPlatform>;
const platformFor = (options: Parameters<typeof testPlatform>[0] = {}) =>
  testPlatform({ env: targetEnvironment(sandbox), ...options });

beforeEach(async () => {
  sandbox = await startSandbox({ rateLimit: 'off' });
  t = platformFor();
});
afterEach(() => sandbox.close());

const asn = (n: number | string, changes: Record<string, unknown> = {}) =>
  sampleAsn({
    asn_number: `A-${n}`,
    cartons: [{ details: [sampleDetail({ unit_identifier: `U-${n}` })] }],
    ...changes,
  });
/** The counts of a summary. */
const counts = (queued: number, already_queued = 0, refused = 0, pending = 0) => {
  return { queued, already_queued, refused, pending };
};
const KEY = (n: number) => ({ program: 'PRG-1', number: `A-${n}` });

const create = (list: readonly unknown[] | string, ...flags: string[]) =>
  createOn(t.platform, list, ...flags);

async function createOn(platform: Platform, list: readonly unknown[] | string, ...flags: string[]) {
  t.clear();
  t.file('asns.json', typeof list === 'string' ? list : JSON.stringify(list, null, 1));
  const code = await run(['asns', 'create', 'asns.json', '--json', '--rate', 'off', ...flags], platform);
  return {
    code,
    out: JSON.parse(t.stdout()) as AsnSummaryDocument & { code?: string; hint?: string },
    err: t.stderr(),
  };
}

function records<T>(look: (all: AsnRecords) => T): T {
  const store = openLedgerStore(t.platform, t.folders);
  try {
    return look(
      new AsnRecords(t.platform, store, targetKey(t.platform, sandbox.ordersUrl, sandbox.clientId)),
    );
  } finally {
    store.close();
  }
}

const posts = () => sandbox.requests(0).filter(({ endpoint }) => endpoint === 'asnCreate').length;

describe('what is queued', () => {
  it('has no null: in an optional field it is absent, in a required one it is missing', async () => {
    const none = { carrier: null, tracking_number: null, ship_date: null };
    const detail = sampleDetail({ unit_identifier: 'U-1', upc: null, labels: null, own: null });
    const carton = {
      identifier: null,
      reference: { type: 'RMA', identifier: 'R', alternate_identifier: null },
    };
    const given = asn(1, { ...none, cartons: [{ ...carton, details: [detail] }] });
    const refused = await create([asn(2, { status: null }), asn(3, { cartons: [{ details: [null] }] })]);
    expect(refused.code).toBe(3);
    expect((await create([given])).out).toMatchObject({ state: 'completed' });
    const { carrier, tracking_number, ship_date, cartons } = sandbox.asns()[0]!.asn as never;
    expect({ carrier, tracking_number, ship_date, cartons }).toEqual({
      cartons: [
        {
          reference: { type: 'RMA', identifier: 'R' },
          details: [{ ...sampleDetail({ unit_identifier: 'U-1' }), own: null }],
        },
      ],
    });
    expect((await create([given])).out).toMatchObject({ asns: { already_queued: 1 } });
  });

  it('is recorded as sent, and the same command sends nothing again', async () => {
    const labels = [{ type: 'text', name: 'a', value: 'b' }];
    const labelled = asn(2, { cartons: [{ details: [sampleDetail({ unit_identifier: 'U-2', labels })] }] });
    const first = await create([asn(1), labelled]);
    expect(first).toMatchObject({
      code: 0,
      out: { schema: 'asn-summary/1', state: 'completed', balanced: true, resume: null },
    });
    expect(first.out.asns).toEqual(counts(2));
    expect(sandbox.asns().map(({ versions }) => versions[0]?.version)).toEqual(['1', '2']);
    records((all) => {
      expect(all.get(KEY(1))?.last).toMatchObject({
        body: JSON.stringify(asn(1)),
        version: 1,
        status: 'pending',
        how: 'create',
        run: expect.stringMatching(/^\d{8}-/),
      });
      expect(all.get(KEY(2))?.last.version).toBe(2);
      expect(all.intent(KEY(1))).toBeUndefined();
      expect(all.ownerOf('U-1')).toEqual(KEY(1));
    });
    expect((await create([asn(1), labelled, asn(3)])).out.asns).toEqual(counts(1, 2));
    expect(posts()).toBe(3);
  });

  it('is one ASN when the input holds it twice', async () => {
    const { code, out } = await create([asn(1), asn(1)]);
    expect([code, out.asns]).toEqual([0, counts(1, 1)]);
    expect(posts()).toBe(1);
  });

  it('is not sent again when another process queued it meanwhile', async () => {
    const body = JSON.stringify(asn(1));
    const here = await sandboxFor(
      {},
      async (count, answer) => {
        if (count > 1) return await answer();
        const [digest, at] = [asnDigest(t.platform.crypto, asn(1)), t.platform.clock.now()];
        records((all) =>
          all.queued([
            [KEY(1), { body, digest, version: 1, status: 'pending', at, run: 'elsewhere', how: 'create' }],
          ]),
        );
        return { status: 503, headers: {}, body: '' };
      },
      '/asns',
    );
    sandbox.close();
    sandbox = here;
    t = platformFor();
    const { code, out } = await create([asn(1)]);
    expect([code, out.asns]).toEqual([0, counts(0, 1)]);
    expect(posts()).toBe(0);
  });

  it('--quiet: what hides the plan shows the codes and lines of what is refused', async () => {
    t.file('asns.json', JSON.stringify([asn(1), asn(2, { status: 'canceled' })], null, 1));
    expect(await run(['asns', 'create', 'asns.json', '--yes', '--quiet'], t.platform)).toBe(3);
    expect(t.stdout()).toMatch(/ refused +1\n +1 {2}asn\.status\.unknown {2}at line \d+\n/);
    expect(t.stdout()).not.toContain('in the plan');
  });

  it('is not created again with other content, or with a unit of another: that points to asns update', async () => {
    await create([asn(1)]);
    const { code, out } = await create([
      asn(1, { status: 'shipped' }),
      asn(2, { cartons: asn(1)['cartons'] }),
      asn(3),
    ]);
    expect([code, out.asns]).toEqual([3, counts(1, 0, 2)]);
    // The unit is in two ASNs of the input as well.
    expect(out.refused.by_code.map((row) => row.code).sort()).toEqual([
      'asn.number.recorded',
      'asn.unit.recorded',
      'asn.unit.shared',
    ]);
    t.clear();
    await run(['asns', 'check', 'asns.json'], t.platform);
    expect(t.stdout().replace(/\s+/g, ' ')).toContain('to change it: returns asns update A-1.');
  });

  it('is in runs list and runs show', async () => {
    await create([asn(1)]);
    t.clear();
    await run(['runs', 'list'], t.platform);
    expect(t.stdout()).toMatch(/completed +1 queued +0 refused\s+local {2}asns create {2}asns\.json/);
    t.clear();
    await run(['runs', 'list', '--json'], t.platform);
    const { runs } = JSON.parse(t.stdout()) as { runs: { run: string }[] };
    expect(runs).toMatchObject([
      { kind: 'asns create', asns: { queued: 1 }, orders: {}, exit_code: 0, files: [{ rows: 1 }] },
    ]);
    expect(await run(['orders', 'forget', '--run', runs[0]!.run, '--yes', '--json'], t.platform)).toBe(2);
  });
});

describe('what our own check refuses', () => {
  it('goes to the rejects byte for byte, and the rest is sent', async () => {
    const text = asnCsv([asn(1), asn(2, { status: 'canceled' }), asn(3)]);
    t.file('asns.csv', text);
    const code = await run(['asns', 'create', 'asns.csv', '--json', '--rejects', 'bad.csv'], t.platform);
    const out = JSON.parse(t.stdout()) as AsnSummaryDocument;
    expect([code, out.asns]).toEqual([3, counts(2, 0, 1)]);
    const [header, row] = fs.readFileSync(path.join(t.work, 'bad.csv'), 'utf8').split('\n');
    const lines = text.split('\n');
    expect(header).toBe(`${lines[0]},_code,_field,_message,_status,_file,_line`);
    expect(row).toBe(
      `${lines[2]},asn.status.unknown,status,"Unknown status ""canceled"". Did you mean ""cancelled""?",,asns.csv,3`,
    );
    // The corrected rejects can be used as input.
    t.file('good.csv', `${header}\n${row!.replace(',canceled,', ',cancelled,')}\n`);
    t.clear();
    expect(await run(['asns', 'create', 'good.csv', '--json'], t.platform)).toBe(0);
    expect(sandbox.asns()).toHaveLength(3);
  });

  it('stops the run above --max-rejects', async () => {
    const { code, out } = await create([asn(1), asn(2, { status: 'x' })], '--max-rejects', '0');
    expect(code).toBe(5);
    expect(out).toMatchObject({ state: 'stopped', error: { code: 'asns.max_rejects' }, balanced: true });
    expect(posts()).toBe(0);
    expect(fs.readFileSync(String(out.refused.file), 'utf8')).toContain('asn.status.unknown');
  });

  it('labels under --api-version 1, and warnings with --strict', async () => {
    const labelled = asn(1, {
      cartons: [{ reference: { type: 'RMA' }, details: [sampleDetail({ labels: [] })] }],
    });
    expect((await create([labelled], '--api-version', '1')).out.refused.by_code).toMatchObject([
      { code: 'asn.labels.version', first_line: expect.any(Number) },
    ]);
    expect(posts()).toBe(0);
    expect((await create([labelled], '--strict')).code).toBe(3);
    expect(await create([labelled])).toMatchObject({
      code: 0,
      out: { warnings: [{ code: 'asn.reference.incomplete' }] },
    });
    expect((await create([asn(2, { status: 'x' })], '--fail-on', 'none')).code).toBe(0);
  });
});

describe('what the service refuses', () => {
  const refuse = (errors: object[], match: string) =>
    sandbox.setFaults([
      { on: 'asnCreate', match, do: { status: 422, body: { message: 'Validation Failed', errors } } },
    ]);

  it.each(['cartons[0].details[1].sku', '/asn/cartons/0/details/1/sku', 'asn.cartons[0][details][1][sku]'])(
    'at %s is shown beside the line of the input that it means',
    async (field) => {
      refuse([{ field, code: 'missing_field' }], 'A-2');
      const other = sampleDetail({ unit_identifier: 'U-2b', line_identifier: '2' });
      const two = asn(2, {
        cartons: [{ details: [sampleDetail({ unit_identifier: 'U-2' }), other] }],
      });
      t.file('asns.csv', asnCsv([asn(1), two, asn(3)]));
      expect(await run(['asns', 'create', 'asns.csv', '--json'], t.platform)).toBe(3);
      const out = JSON.parse(t.stdout()) as AsnSummaryDocument;
      expect(out.asns).toEqual(counts(2, 0, 1));
      expect(out.refused.answers).toMatchObject([
        {
          asn_number: 'A-2',
          file: 'asns.csv',
          line: 4,
          path: 'cartons[0].details[1].sku',
          code: 'missing_field',
          status: 422,
          message: 'The service refuses sku (missing_field).',
        },
      ]);
      expect(fs.readFileSync(out.refused.file!, 'utf8')).toContain(
        ',missing_field,cartons[0].details[1].sku,The service refuses sku (missing_field).,422,asns.csv,3\n',
      );
      expect(records((all) => all.intent(KEY(2)))).toBeUndefined();
    },
  );

  it('as not unique, without a record here, belongs to another system: the hint is to update it with a file', async () => {
    await create([asn(1)]);
    // Another machine, without records of the ASN.
    t = platformFor();
    const { code, out } = await create([asn(1)]);
    expect([code, out.asns, out.recovered]).toEqual([3, counts(0, 0, 1), 0]);
    const { answers } = out.refused;
    expect(answers).toMatchObject([{ code: 'not_unique', path: 'asn_number' }]);
    expect(answers[0]!.hint).toContain('returns asns update NUMBER FILE');
    expect(records((all) => [all.get(KEY(1)), all.intent(KEY(1))])).toEqual([undefined, undefined]);
  });

  it('is shown without the e-mail address that it repeats', async () => {
    refuse([{ field: 'to.zelda@private.example', code: 'zelda@private.example is unknown' }], 'A-1');
    const { code, out } = await create([asn(1)]);
    expect([code, out.refused.answers]).toMatchObject([3, [{ code: '*** is unknown', path: '***' }]]);
    expect(t.everyFile().filter(({ content }) => content.includes('zelda'))).toEqual([]);
  });

  it('without a body (401) is explained by the token or the address', async () => {
    sandbox.setFaults([{ on: 'asnCreate', do: { status: 401 } }]);
    const { code, out } = await create([asn(1)]);
    expect(code).toBe(4);
    expect(out.error).toMatchObject({
      message: expect.stringContaining('missing or bad key'),
      hint: expect.stringContaining('returns whoami'),
    });
    expect(out.resume).toContain('returns asns create');
    expect(records((all) => all.intent(KEY(1)))).toBeUndefined();
  });
});

describe('an answer that was lost', () => {
  it('within the run: the service has it, and it is ours', async () => {
    sandbox.setFaults([{ on: 'asnCreate', do: { drop: 'after' }, first: 1 }]);
    const { code, out } = await create([asn(1), asn(2)]);
    expect([code, out.asns, out.recovered]).toEqual([0, counts(1, 1), 1]);
    expect(records((all) => all.get(KEY(1))?.last.body)).toBe(JSON.stringify(asn(1)));
  });

  it('and what never reached the service is not ours: another system has the number', async () => {
    expect((await create([asn(1, { status: 'shipped' })])).code).toBe(0);
    fs.rmSync(t.folders.state, { recursive: true });
    sandbox.setFaults([{ on: 'asnCreate', do: { status: 502 }, first: 1 }]);
    const { code, out } = await create([asn(1)]);
    expect([code, out.asns, out.recovered]).toEqual([3, counts(0, 0, 1), 0]);
  });

  /** A run that ends without knowing that the service has A-1. */
  const leaveOpen = async () => {
    sandbox.setFaults([{ on: 'asnCreate', do: { drop: 'after' } }]);
    const { code, out } = await create([asn(1)], '--max-outage', '0s');
    expect({ code, resume: out.resume !== null }).toEqual({ code: 75, resume: true });
    sandbox.setFaults([]);
    return records((all) => all.intent(KEY(1))) as AsnIntent;
  };

  it('in an earlier run, too', async () => {
    expect(await leaveOpen()).toMatchObject({ digest: expect.any(String) });
    t.clear();
    await run(['asns', 'create', 'asns.json', '--dry-run'], t.platform);
    expect(t.stderr()).toMatch(/unanswered +1/);
    const { code, out } = await create([asn(1)]);
    expect({ code, recovered: out.recovered }).toEqual({ code: 0, recovered: 1 });
  });

  it('for another body is not mistaken for this one, and its intent stays recorded', async () => {
    const open = await leaveOpen();
    const changed = asn(1, { status: 'shipped' });
    expect(await create([changed])).toMatchObject({ code: 3, out: { recovered: 0, asns: { refused: 1 } } });
    expect(records((all) => all.intent(KEY(1)))).toEqual(open);
    // The first body is still recognised as ours.
    expect(await create([asn(1)])).toMatchObject({ code: 0, out: { recovered: 1 } });
  });

  it('for two bodies belongs to neither: it is unknown which one the service has', async () => {
    await leaveOpen();
    const changed = asn(1, { status: 'shipped' });
    sandbox.setFaults([{ on: 'asnCreate', do: { drop: 'before' } }]);
    expect((await create([changed], '--max-outage', '0s')).code).toBe(75);
    sandbox.setFaults([]);
    for (const body of [changed, asn(1)]) {
      const { code, out } = await create([body]);
      expect({ code, recovered: out.recovered }).toEqual({ code: 3, recovered: 0 });
      expect(out.refused.answers[0]?.message).toContain('from an earlier attempt with other content');
    }
  });

  it('that arrived and could not be recorded: the next run knows about the attempt', async () => {
    const full = stateFailure('state.full', 'The disk is full', { hint: 'Free some disk space.' });
    const { databases } = t.platform;
    const open: typeof databases.open = (file, options) => {
      const database = databases.open(file, options);
      const run: typeof database.run = (sql, ...values) => {
        if (sql.startsWith('INSERT INTO asn_versions')) throw full;
        return database.run(sql, ...values);
      };
      return { ...database, run };
    };
    const platform = { ...t.platform, databases: { ...databases, open } };
    expect((await createOn(platform, [asn(1), asn(2), asn(3)])).code).toBe(7);
    expect(sandbox.asns().length).toBeGreaterThan(0);
    const next = await create([asn(1), asn(2), asn(3)]);
    expect(next).toMatchObject({ code: 0, out: { asns: { refused: 0, pending: 0 } } });
    expect(next.out.recovered).toBe(sandbox.asns().length - next.out.asns.queued);
    expect(sandbox.asns()).toHaveLength(3);
  });

  it('does not count as lost when there was no connection', async () => {
    // A token is fetched first, so that only the request with the ASN meets the closed port.
    expect(await run(['token'], t.platform)).toBe(0);
    await sandbox.close();
    const { code, out } = await create([asn(1)], '--max-outage', '0s');
    expect([code, out.asns]).toEqual([75, counts(0, 0, 0, 1)]);
    expect(records((all) => all.intent(KEY(1)))).toBeUndefined();
    sandbox = await startSandbox();
  });
});

describe('the run', () => {
  it('finishes the requests in flight when it is interrupted, and resumes with the same command', async () => {
    let stop = () => {};
    sandbox.setFaults([{ on: 'asnCreate', do: { delay: 30 } }]);
    const onSignal = (listener: (signal: 'SIGTERM') => void) => {
      stop = () => listener('SIGTERM');
      return () => {};
    };
    t = platformFor({ system: { onSignal }, root: t.root });
    const list = Array.from({ length: 30 }, (_, n) => asn(n));
    const done = create(list);
    while (sandbox.asns().length < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    stop();
    const { code, out } = await done;
    expect([code, out.state, out.balanced]).toEqual([143, 'interrupted', true]);
    expect(out.asns.queued).toBe(sandbox.asns().length);
    expect(out.asns.pending).toBe(30 - out.asns.queued);
    expect(out.resume).toBe('returns asns create asns.json --json --rate off');
    t = platformFor({ root: t.root });
    expect((await create(list)).out.asns).toMatchObject({
      queued: 30 - out.asns.queued,
      already_queued: out.asns.queued,
    });
  });

  it('two at once: the second ends with exit 7 after the wait, and leaves no record', async () => {
    const store = openLedgerStore(t.platform, t.folders);
    const key = targetKey(t.platform, sandbox.ordersUrl, sandbox.clientId);
    const lock = await takeLock(t.platform, store, `asns/${key}`, { purpose: 'x', waitMs: 0 });
    expect(await create([asn(1)], '--lock-wait', '0s')).toMatchObject({
      code: 7,
      out: { code: 'state.locked' },
    });
    lock.release();
    store.close();
    t.clear();
    await run(['runs', 'list', '--json'], t.platform);
    expect(JSON.parse(t.stdout())).toMatchObject({ runs: [] });
  });

  it('sends nothing with --dry-run, and leaves no record', async () => {
    expect(await create([asn(1)], '--dry-run')).toMatchObject({
      code: 0,
      out: { state: 'checked', asns: { pending: 1 } },
    });
    expect(posts()).toBe(0);
    t.clear();
    await run(['runs', 'list', '--json'], t.platform);
    expect(JSON.parse(t.stdout())).toMatchObject({ runs: [] });
  });

  it.each([
    ['create asns.csv --api-version 3', 'usage.value'],
    ['create asns.csv --timezone UTC', 'usage.map'],
    ['update --status shipped --yes', 'usage.missing'],
    ['update ASN-1 --status shipped', 'usage.question'],
    ['update ASN-1 --select list.txt --status shipped --yes', 'usage.select'],
    ['update ASN-1 asn.json --carrier UPS --yes', 'usage.file_and_flags'],
    ['update ASN-1 --carrier UPS --memory 256MB --yes', 'usage.file'],
    ['update ASN-1 --set carrier --yes', 'usage.set'],
  ])('asns %s is refused before anything is read', async (line, code) => {
    expect(await run(['asns', ...line.split(' '), '--json'], t.platform)).toBe(2);
    expect(JSON.parse(t.stdout())).toMatchObject({ code });
  });

  it.each<[argv: string[], code: number, says: string, hint?: RegExp]>([
    [['asns', 'create'], 2, 'usage.missing'],
    [['asns', 'create', '.'], 6, 'input.file.folder', /^Name one of the files inside it/],
    [['asns', 'create', '-'], 6, 'input.file.empty'],
  ])('%j ends with %i', async (argv, code, says, hint = /./) => {
    expect(await run([...argv, '--json'], t.platform)).toBe(code);
    expect(JSON.parse(t.stdout())).toMatchObject({ code: says, hint: expect.stringMatching(hint) });
  });
});

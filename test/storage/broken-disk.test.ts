// The short form of test/torture/disk.test.ts, and the outputs affected by a full disk: stdout, --out, rejects, spool.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  canInject,
  canMount,
  fillUp,
  mountSmall,
  runHealthy,
  runLimited,
  runPlain,
  runToFull,
  spread,
} from '../helpers/broken-disk.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import {
  faultAt,
  loginScenario,
  type Trouble,
  tryAll,
  uploadScenario,
  withDisk,
} from '../helpers/disk-cases.ts';
import { asnScenario } from '../helpers/disk-more-cases.ts';
import { inForm } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { environmentOf, temporaryFolder } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const UPLOAD = ['an upload', (folder: string) => uploadScenario(folder)] as const;
const ASNS = ['ASNs', asnScenario] as const;
const LOGIN = ['a login', loginScenario] as const;
const ALL = [UPLOAD, ASNS, LOGIN];

test.skipIf(!canInject).each(inForm({ short: [UPLOAD], long: ALL }))(
  'an I/O error in the middle of %s: exit 7, nothing lost (needs strace)',
  async (_what, make) => {
    await withDisk(false, async (folder) => {
      const scenario = await make(folder);
      // The calls on which a run's durability depends; the torture test tries every call.
      const points = (await scenario.points()).filter(({ call }) => /^(fsync|fdatasync|rename)$/.test(call));
      expect(points.length).toBeGreaterThan(4);
      const { broken, codes } = await tryAll(
        [scenario],
        inForm({ short: points.slice(0, 1), long: spread(points, 2) }).map((point) =>
          faultAt(point, 'EIO', false),
        ),
      );
      expect(broken.join('\n\n')).toBe('');
      expect(codes['7'] ?? 0).toBeGreaterThan(0);
    });
  },
);

test.skipIf(!canMount).each(inForm({ short: [LOGIN], long: ALL }))(
  'a disk that is full in the middle of %s: exit 7, nothing lost (needs to mount)',
  async (_what, make) => {
    await withDisk(true, async (folder) => {
      const troubles = inForm({ short: [0], long: [0, 3] }).map(
        (pages): Trouble => ({ kind: 'room', pages }),
      );
      const { broken, codes } = await tryAll([await make(folder)], troubles);
      expect(broken.join('\n\n')).toBe('');
      expect(codes['7'] ?? 0).toBeGreaterThan(0);
    });
  },
);

function place(root = temporaryFolder()) {
  for (const name of ['home', 'work']) fs.mkdirSync(path.join(root, name), { recursive: true });
  const text = csvOf(generateOrders({ seed: 31, orders: 60 }).snapshots).text;
  fs.writeFileSync(path.join(root, 'work/orders.csv'), text);
  fs.writeFileSync(path.join(root, 'work/orders.csv.gz'), gzipSync(text));
  const bad = text.replace(/,\d{4}-\d\d-\d\dT[^,]*,/g, ',some day,');
  fs.writeFileSync(path.join(root, 'work/bad.csv'), bad);
  const env = environmentOf(root);
  return { root, text, of: (args: readonly string[], stdin = '') => ({ root, env, args, stdin }) };
}

test
  .skipIf(!fs.existsSync('/dev/full'))
  .each(
    [
      [['orders', 'check', 'orders.csv']],
      [['orders', 'check', 'orders.csv', '--json']],
      [['orders', 'template']],
      [['orders', 'check', 'orders.csv', '--out', '-']],
      [['explain', 'order.total.unexplained']],
      [['--help']],
    ].slice(0, inForm({ short: 2, long: 8 })),
  )('stdout on a full disk is no success: %j', async (args) => {
  const ended = await runToFull(place().of(args));
  expect(ended).toMatchObject({ code: 7 });
  expect(ended.stderr).toMatch(/stdout.*do this/s);
  expect(ended.stderr).not.toMatch(/^ +at |node:/m);
});

test.skipIf(process.platform === 'win32').each([
  ['--out', ['orders', 'check', 'orders.csv', '--out', 'out.ndjson'], ''],
  ['rejects', ['orders', 'check', 'bad.csv', '--rejects', 'bad-rows.csv'], ''],
  ['the spool of gzip', ['orders', 'check', 'orders.csv.gz'], ''],
  ['the spool of stdin', ['orders', 'check', '-'], 'stdin'],
])('no room for %s: exit 7, half a file is not left for a whole one', async (_what, args, stdin) => {
  const { root, text, of } = place();
  const before = fs.readdirSync(path.join(root, 'work'));
  const command = of([...args, '--json'], stdin && text);
  const ended = await runLimited(command, 2048);
  expect(ended, ended.stdout).toMatchObject({ code: 7 });
  expect(JSON.parse(ended.stdout)).toMatchObject({ exit_code: 7, hint: expect.stringMatching(/.{20}/) });
  const after = fs.readdirSync(path.join(root, 'work')).filter((name) => !before.includes(name));
  expect(after.filter((name) => name !== 'bad-rows.csv')).toEqual([]);
  const spool = path.join(root, 'state/spool');
  expect(fs.existsSync(spool) ? fs.readdirSync(spool) : []).toEqual([]);
  expect([0, 3]).toContain((await runHealthy(command)).code);
});

test.skipIf(!canMount)(
  'a first upload with little room: 0 or 7, and said in words (needs to mount)',
  async () => {
    const folder = temporaryFolder();
    const root = path.join(folder, 'disk');
    const unmount = mountSmall(root, 1024 * 1024);
    const sandbox = await sandboxFor();
    try {
      const { of } = place(root);
      const upload = of(['orders', 'upload', 'orders.csv', '--rate', 'off', '--json']);
      const codes = new Set<number | null>();
      // A new ledger with its log and index takes about sixty pages.
      for (const pages of inForm({ short: [10, 160], long: [8, 10, 16, 40, 160] })) {
        for (const name of ['state', 'machine'])
          fs.rmSync(path.join(root, name), { recursive: true, force: true });
        sandbox.reset();
        const makeRoom = fillUp(root, pages);
        const ended = await runPlain({ ...upload, env: { ...upload.env, ...targetEnvironment(sandbox) } });
        makeRoom();
        expect([0, 7], JSON.stringify({ pages, ...ended })).toContain(ended.code);
        if (ended.code === 7) expect(ended.stdout).toContain('No space left');
        codes.add(ended.code);
      }
      expect([...codes].sort()).toEqual([0, 7]);
    } finally {
      unmount();
    }
  },
);

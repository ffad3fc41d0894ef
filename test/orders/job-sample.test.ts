// The commands of the sample jobs for Kubernetes, run as a container runs them: as the first process of a PID namespace.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { BIN, type Cli, makeCli, until } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { seeded } from '../helpers/random.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

const NAMESPACE = ['--pid', '--fork', '--kill-child', '--mount-proc'];
const isPossible = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;
/** As many as the samples have, or fewer of them. */
const SHARDS = inForm({ short: 3, share: 3, long: 8 });
const ORDERS = generateOrders({ seed: 12, orders: inForm({ short: 150, share: 150, long: 400 }) });

/** The script of a job, with folders in place of its volumes, and without a limit, so that the test does not wait. */
function scriptOf(file: string, shard: number, work: string): string {
  const yaml = fs.readFileSync(path.resolve(import.meta.dirname, '../../samples/kubernetes', file), 'utf8');
  const [, job] = parseAllDocuments(yaml.replaceAll('SHARD', String(shard))).map((document) =>
    document.toJS(),
  );
  const [{ args }] = job.spec.template.spec.containers;
  return (args as string[])
    .join(' ')
    .replaceAll('/export/', `${work}/`)
    .replaceAll('/shards/', `${work}/`)
    .replaceAll('/state/', `${work}/${shard}/`)
    .replace('/8 --json', `/${SHARDS} --json --rate off --batch-size 4`);
}

/** A pod: its own process namespace, its own state folder. */
function pod(cli: Cli, file: string, shard: number, onOutput: (text: string) => void = () => {}) {
  const work = path.join(cli.root, 'work');
  const folder = path.join(work, String(shard));
  fs.mkdirSync(folder, { recursive: true });
  const bin = path.join(cli.root, 'bin');
  fs.mkdirSync(bin, { recursive: true });
  if (!fs.existsSync(path.join(bin, 'returns'))) fs.symlinkSync(BIN, path.join(bin, 'returns'));
  const env = {
    ...cli.env,
    PATH: `${bin}:${process.env['PATH']}`,
    RETURNS_STATE_DIR: path.join(folder, 'ledger'),
  };
  const script = scriptOf(file, shard, work);
  const child = spawn('unshare', [...NAMESPACE, 'sh', '-c', script], { env, cwd: work });
  child.stderr.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  child.stdout.resume();
  return {
    child,
    ended: new Promise<number | null>((resolve) => child.on('close', resolve)),
    /** The process that the namespace began with. */
    first: () =>
      Number(fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]),
    summary: () => JSON.parse(fs.readFileSync(path.join(folder, 'summary.json'), 'utf8')) as Summary,
  };
}

describe.skipIf(!isPossible)('the sample jobs (skipped where namespaces cannot be made)', () => {
  test('told to stop, the upload finishes what is open and exits with 143; the next pod goes on', async () => {
    let said = '';
    let stop = () => {};
    const sandbox = await sandboxFor({}, async (count, answer) => {
      if (count === 2) stop();
      if (count >= 2 && said !== 'over') await until(() => said.includes('Stopping'), 'the pod to notice it');
      return await answer();
    });
    const cli = makeCli({ target: sandbox });
    // Gzip is known by its content, not by its name.
    cli.file('orders.csv.gz', csvOf(ORDERS.snapshots).text);
    const next = () => pod(cli, 'backfill-shard.yaml', 2, (text) => (said += text));
    const running = next();
    stop = () => process.kill(running.first(), 'SIGTERM');
    expect(await running.ended, said).toBe(143);
    expect(running.summary()).toMatchObject({ state: 'interrupted', shard: `2/${SHARDS}`, balanced: true });
    const before = running.summary().orders.accepted;
    expect(before).toBe(sandbox.stats().orders.stored);
    said = 'over';
    expect(await next().ended).toBe(0);
    expect(running.summary()).toMatchObject({ state: 'completed', balanced: true });
    expect(running.summary().orders.already_accepted).toBe(before);
  });

  itLong(
    `${SHARDS} shards whose pods were killed, and the merge, end in one ledger that knows every order`,
    async () => {
      const sandbox = await sandboxFor();
      const cli = makeCli({ target: sandbox });
      cli.file('orders.csv.gz', csvOf(ORDERS.snapshots).text);
      const random = seeded(29);
      for (let shard = 1; shard <= SHARDS; shard++) {
        const first = pod(cli, 'backfill-shard.yaml', shard);
        // A node that goes away, at some moment between the start and the end.
        const timer = setTimeout(() => first.child.kill('SIGKILL'), 200 + 600 * random());
        const code = await first.ended;
        clearTimeout(timer);
        if (code !== 0) expect(await pod(cli, 'backfill-shard.yaml', shard).ended).toBe(0);
      }
      expect(sandbox.stats().orders.stored).toBe(ORDERS.expected.size);
      const merged = pod(cli, 'merge-job.yaml', 9);
      expect(await merged.ended).toBe(0);
      // The machine with this state folder now knows what all pods sent.
      const delta = await cli.json<Summary>(['orders', 'upload', 'orders.csv.gz', '--yes'], {
        env: { RETURNS_STATE_DIR: path.join(cli.root, 'work/9/ledger'), RETURNS_RATE: 'off' },
      });
      expect(delta.orders).toMatchObject({ accepted: 0, already_accepted: ORDERS.expected.size, pending: 0 });
    },
  );
});

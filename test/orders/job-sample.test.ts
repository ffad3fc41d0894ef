// The command of the sample job for Kubernetes, run as a container runs it: as the first process of its own PID namespace.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { BIN, makeCli, until } from '../helpers/cli.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

const NAMESPACE = ['--pid', '--fork', '--kill-child', '--mount-proc'];
const isPossible = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;
const yaml = fs.readFileSync(
  path.resolve(import.meta.dirname, '../../samples/kubernetes/backfill-job.yaml'),
  'utf8',
);
const [, job] = parseAllDocuments(yaml).map((document) => document.toJS());
const [{ command, args }] = job.spec.template.spec.containers;
const ORDERS = generateOrders({ seed: 12, orders: 400 });

describe.skipIf(!isPossible)('the sample job (skipped where namespaces cannot be made)', () => {
  test('told to stop, the upload finishes what is open and exits with 143; the next pod goes on', async () => {
    let said = '';
    let stop = () => {};
    const sandbox = await sandboxFor({}, async (count, answer) => {
      if (count === 6) stop();
      if (count >= 6 && said !== 'over') await until(() => said.includes('Stopping'), 'the pod to notice it');
      return await answer();
    });
    const cli = makeCli({ target: sandbox });
    // Gzip is known by its content, not by its name.
    cli.file('orders.csv.gz', csvOf(ORDERS.snapshots).text);
    const bin = path.join(cli.root, 'bin');
    fs.mkdirSync(bin);
    fs.symlinkSync(BIN, path.join(bin, 'returns'));
    const work = path.join(cli.root, 'work');
    // The volumes of the pod are folders here, and it sends without a limit, so that the test does not wait.
    const script = (args as string[])
      .join(' ')
      .replaceAll('/export/', `${work}/`)
      .replaceAll('/state/', `${work}/`)
      .replace('--shard auto/8', '--shard auto/2 --rate off --batch-size 4');
    const pod = () => {
      const env = { ...cli.env, PATH: `${bin}:${process.env['PATH']}`, JOB_COMPLETION_INDEX: '1' };
      const child = spawn('unshare', [...NAMESPACE, ...(command as string[]), script], { env, cwd: work });
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const first = () =>
        Number(fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);
      return { ended, first };
    };
    const summary = () => JSON.parse(fs.readFileSync(path.join(work, 'summary-1.json'), 'utf8')) as Summary;

    const running = pod();
    stop = () => process.kill(running.first(), 'SIGTERM');
    expect(await running.ended, said).toBe(143);
    expect(summary()).toMatchObject({ state: 'interrupted', shard: '2/2', balanced: true });
    const before = summary().orders.accepted;
    expect(before).toBe(sandbox.stats().orders.stored);
    said = 'over';
    expect(await pod().ended).toBe(0);
    expect(summary()).toMatchObject({ state: 'completed', balanced: true });
    expect(summary().orders.already_accepted).toBe(before);
  });
});

// Stopped and cut-off runs: after a signal open requests finish and the command to resume is printed, a
// closed pipe is a success, a service that is down gives exit 75.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { expect, test } from 'vitest';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { BIN, type Cli, documentOf, makeCli, targetEnvironment, until } from '../helpers/cli.ts';
import { fakeClock } from '../helpers/clock.ts';
import { inForm } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { returns } from '../helpers/returns.ts';
import { expectStored, orderRequests, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const ORDERS = generateOrders({ seed: 11, orders: 400 });
const CSV = csvOf(ORDERS.snapshots).text;

/** The words after `returns` in a printed command. */
const wordsOf = (command: string) => command.split(' ').slice(1);

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const;

test.each(SIGNALS.slice(0, inForm({ short: 1, long: 2 })))(
  '%s during an upload finishes open requests, ends with exit %i, and the printed command resumes',
  async (signal, code) => {
    let said = '';
    let stop = () => {};
    const sandbox = await sandboxFor({}, async (count, answer) => {
      if (count === 12) stop();
      // Requests stay open until the command has noticed the signal: then it must wait for these answers.
      if (count >= 12) await until(() => said.includes('Stopping'), 'the command to notice the signal');
      return await answer();
    });
    const cli = makeCli({ target: sandbox });
    cli.file('orders.csv', CSV);
    const args = ['orders', 'upload', 'orders.csv', '--rate', 'off', '--batch-size', '4'];
    const running = cli.start([...args, '--json']);
    running.child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    stop = () => running.child.kill(signal);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code, signal: null });
    const summary = documentOf(ended) as unknown as Summary;
    expect(summary).toMatchObject({ state: 'interrupted', exit_code: code, balanced: true });
    expect(summary.rows.accounted).toBe(summary.rows.read);
    // Open requests were finished: every order that the service stored is known as accepted.
    expect(summary.orders.accepted).toBe(sandbox.stats().orders.stored);
    expect(summary.orders.accepted).toBeGreaterThan(20);
    expect(summary.orders.pending).toBeGreaterThan(0);
    expect(summary.requests['network']).toBe(0);

    expect(wordsOf(summary.resume ?? '')).toEqual([...args, '--json']);
    const again = await cli.json<Summary>(wordsOf(summary.resume ?? '').filter((word) => word !== '--json'));
    expect(again).toMatchObject({ exit: 0, state: 'completed', balanced: true });
    expect(again.orders.already_accepted).toBe(summary.orders.accepted);
    expectStored(sandbox, ORDERS.expected);
    expect(sandbox.stats().orders.snapshots).toBe(ORDERS.expected.size);
  },
);

test('a signal while the input is still being read: nothing is sent, one document, the exit code of the signal', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const running = cli.start(['orders', 'upload', '-', '--json'], { open: true });
  running.child.stdin?.write(CSV.slice(0, 5000));
  await until(() => cli.files().some((file) => file.includes('spool-')), 'the spool');
  running.child.kill('SIGTERM');
  const ended = await running.ended;
  expect(ended).toMatchObject({ code: 143, signal: null });
  expect(documentOf(ended)).toMatchObject({ exit_code: 143 });
  expect(orderRequests(sandbox)).toEqual([]);
  expect(cli.files().filter((file) => file.includes('spool-'))).toEqual([]);
});

test.each([
  ['orders upload -', 'SIGTERM', 143],
  ['orders upload other.json -', 'SIGINT', 130],
  ['asns create -', 'SIGINT', 130],
] as const)(
  'a file as stdin, which was read long before: %s finishes its requests at %s',
  async (line, signal, code) => {
    const isAsns = line.startsWith('asns');
    let [said, isSending] = ['', false];
    const sandbox = await sandboxFor(
      {},
      async (_count, answer) => {
        isSending = true;
        await until(() => said.includes('Stopping'), 'the command to notice the signal');
        return await answer();
      },
      isAsns ? '/asns' : undefined,
    );
    const cli = makeCli({ target: sandbox });
    const input = isAsns ? [sampleAsn()] : [sampleOrder({ identifier: 'SO-2' })];
    const from = cli.file('input.json', JSON.stringify(input));
    cli.file('other.json', JSON.stringify([sampleOrder({ identifier: 'SO-1' })]));
    const running = cli.start([...line.split(' '), '--yes', '--json'], { from });
    running.child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await until(() => isSending, 'a request');
    running.child.kill(signal);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.stderr).not.toContain('    at ');
    // What was sent is counted, and no copy of the input is left.
    const sent = isAsns
      ? { asns: { queued: sandbox.asns().length } }
      : { orders: { accepted: sandbox.orders().length } };
    expect(documentOf(ended)).toMatchObject({ exit_code: code, ...sent });
    expect(cli.files().filter((file) => file.includes('spool-'))).toEqual([]);
  },
);

test('a signal while the token is fetched: nothing is sent, the exit code of the signal, no defect', async () => {
  const sandbox = await sandboxFor();
  const { ordersUrl, baseUrl, clientId, clientSecret } = sandbox;
  // Accepts connections and never answers.
  const silent = net.createServer(() => {});
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  const connected = new Promise((resolve) => silent.once('connection', resolve));
  const { port } = silent.address() as net.AddressInfo;
  const cli = makeCli({
    target: { ordersUrl, baseUrl, clientId, clientSecret, authUrl: `http://127.0.0.1:${port}` },
  });
  cli.file('orders.csv', CSV);
  const running = cli.start(['orders', 'upload', 'orders.csv', '--json']);
  await connected;
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended, ended.stdout).toMatchObject({ code: 130, signal: null });
  expect(documentOf(ended)).toMatchObject({ state: 'interrupted', exit_code: 130, balanced: true });
  expect(orderRequests(sandbox)).toEqual([]);
  silent.close();
});

/**
 * Runs a bash command line in which `returns` is the real command; returns the exit codes of the pipeline.
 */
async function piped(cli: Cli, line: string): Promise<{ codes: string; stdout: string; stderr: string }> {
  const script = `returns() { "${process.execPath}" "${BIN}" "$@"; }; ${line}; echo "codes \${PIPESTATUS[*]}"`;
  const child = spawn('/bin/bash', ['-c', script], { env: cli.env, cwd: `${cli.root}/work` });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await new Promise((resolve) => child.on('close', resolve));
  return { codes: /codes (.*)/.exec(stdout)?.[1] ?? '', stdout, stderr };
}

test('a closed stdout pipe is a success', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('orders.csv', CSV);
  const lines = [
    'returns orders check orders.csv --quiet --out - | head -1',
    'returns orders upload orders.csv --rate off --json | true',
    ...inForm({ short: [], long: ['returns orders template | true', 'returns --help | true'] }),
  ];
  for (const line of lines) {
    const { codes, stderr } = await piped(cli, line);
    expect(codes, line).toBe('0 0');
    expect(stderr, line).not.toMatch(/EPIPE|error|Internal/);
  }
  expectStored(sandbox, ORDERS.expected);
});

test('a token endpoint that is down: exit 75, nothing sent, one document', async () => {
  const dead = await sandboxFor();
  const { url } = dead;
  await dead.close();
  const env = targetEnvironment({ ...dead, authUrl: url });
  // Both wait and try again for seconds.
  const document = async (...args: string[]) => {
    const clock = fakeClock(Date.now(), { auto: true });
    const ended = await returns([...args, '--json'], { env, clock }, { 'orders.csv': CSV });
    return { ...ended.document(), exit: ended.code };
  };
  const upload = await document('orders', 'upload', 'orders.csv', '--max-outage', '1s');
  expect(upload).toMatchObject({ exit: 75, exit_code: 75, orders: { accepted: 0, refused: 0 } });
  expect(upload).toMatchObject({ resume: expect.stringContaining('returns orders upload orders.csv') });
  const token = await document('token');
  expect(token).toMatchObject({ exit: 75, schema: 'error/1', code: 'service.unavailable' });
});

test('wrong credentials: exit 4 with the message of the service, nothing sent', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox, env: { RETURNS_CLIENT_SECRET: 'not-the-secret' } });
  cli.file('orders.csv', CSV);
  for (const args of [['token'], ['orders', 'upload', 'orders.csv']]) {
    const text = await cli.run(args);
    expect(text.code, args.join(' ')).toBe(4);
    expect(text.stderr).toContain('The client id or the client secret is wrong.');
    expect(text.stderr).toContain('returns login');
    const json = await cli.json(args);
    expect(json).toMatchObject({ exit: 4, schema: 'error/1', exit_code: 4, code: 'auth.refused' });
    expect(String(json['message'])).toContain('The client id or the client secret is wrong.');
  }
  expect(orderRequests(sandbox)).toEqual([]);
  expect(sandbox.stats().tokens.issued).toBe(0);
});

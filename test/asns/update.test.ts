// `asns update` as a real process against the sandbox: the complete ASN is sent, only the change differs,
// byte for byte; no update is lost between two processes; every kind of end.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { run } from '../../src/main.ts';
import { realNet, realPlatform } from '../../src/platform/node-platform.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { type Cli, makeCli, targetAt, until } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { hasPty, onTerminal } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created, gatedSandbox, later, type UpdateDocument, update } from './support.ts';

const TOKEN = '{"access_token":"t","token_type":"Bearer","expires_in":90000,"created_at":0}';

it('with flags it sends the complete ASN, unchanged byte for byte except for the change', async () => {
  const bodies: { method: string; target: string; version: string | undefined; body: string }[] = [];
  // The requests are recorded as raw bytes, because the sandbox stores only digests of canonical JSON.
  const service = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1e6 }, async (request) => {
    const { method, target, headers, body } = request;
    if (target === '/oauth/token') return { status: 200, body: TOKEN };
    bodies.push({ method, target, version: headers['api-version'], body: new TextDecoder().decode(body) });
    return { status: 202 };
  });
  const cli = makeCli({ target: targetAt(service.url) });
  // Keys in an unusual order, and a field that the interface does not have.
  const asn = { zeta: { b: 1, a: [true, null] }, ...asnOf('RMA/7 ü') };
  cli.file('a.json', JSON.stringify(asn));
  await cli.run(['asns', 'create', 'a.json', '--yes']);
  bodies.pop();
  const text = JSON.stringify(asn);
  const flags = '--status shipped --set cartons[0].details[0].sku=00123'.split(' ');
  const done = await update(cli, 'RMA/7 ü', ...flags);
  expect(done).toMatchObject({ exit: 0, state: 'queued', api_version: 1 });
  const first = text
    .replace('"status":"pending"', '"status":"shipped"')
    .replace('"sku":"TEE-GRN-M"', '"sku":"00123"');
  expect(bodies[0]).toEqual({ method: 'PUT', target: '/asns/RMA%2F7%20%C3%BC', version: '1', body: first });
  // The next update starts from what was queued, not from what was created.
  await update(cli, 'RMA/7 ü', '--tracking-number', '0012', '--unset', 'zeta');
  const second = `${first.replace(/"zeta":\{.*?\},/, '').slice(0, -1)},"tracking_number":"0012"}`;
  expect(bodies[1]?.body).toBe(second);
  type Shown = { asn: unknown; history: { changes: { path: string }[] | null }[] };
  const shown = await cli.json<Shown>(['asns', 'show', 'RMA/7 ü', '--history']);
  expect(JSON.stringify(shown.asn)).toBe(second);
  expect(shown.history.map(({ changes }) => changes?.map((change) => change.path))).toEqual([
    ['tracking_number', 'zeta'],
    ['status', 'cartons[0].details[0].sku'],
    undefined,
  ]);
  await service.close();
});

/** Starts a child and waits until it prints that it waits for the lock: by then it has read the record. */
async function waiting(cli: Cli, ...args: string[]) {
  const { child, ended } = cli.start(['asns', 'update', ...args, '--yes', '--lock-wait', '60s']);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(() => said.includes('Waiting for another process'), 'the second process to wait', 40_000);
  return { ended };
}

test('two updates at once from two processes: neither is lost', async () => {
  const { sandbox, open, arrived } = await gatedSandbox();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  const first = update(cli, 'ASN-1', '--status', 'shipped', '--set', 'from.type=outlet');
  await until(arrived, 'the first request');
  const second = await waiting(cli, 'ASN-1', '--carrier', 'UPS', '--tracking-number', '1Z', '--json');
  // Both have read the created body; only now the first one gets its answer.
  open();
  const [a, { code, stdout }] = await Promise.all([first, second.ended]);
  const b = JSON.parse(stdout) as UpdateDocument;
  expect([a, { ...b, exit: code }]).toMatchObject([
    { exit: 0, state: 'queued', applied_to_newer: false },
    { exit: 0, state: 'queued', applied_to_newer: true },
  ]);
  const [stored] = sandbox.asns();
  expect(stored?.versions).toHaveLength(3);
  expect(stored?.asn).toMatchObject({
    ...{ status: 'shipped', carrier: 'UPS', tracking_number: '1Z' },
    from: { identifier: 'STORE-7', type: 'outlet' },
  });
  const shown = await cli.json<{ asn: unknown }>(['asns', 'show', 'ASN-1']);
  expect(shown.asn).toEqual(stored?.asn);
});

test('--select: one of several was changed meanwhile, and the text says so', async () => {
  const { sandbox, open, arrived } = await gatedSandbox();
  const cli = makeCli({ target: sandbox });
  for (const number of ['ASN-1', 'ASN-2']) await created(cli, asnOf(number));
  cli.file('list.txt', 'ASN-1\nASN-2\n');
  const first = update(cli, 'ASN-1', '--status', 'shipped');
  await until(arrived, 'the first request');
  const second = await waiting(cli, '--select', 'list.txt', '--carrier', 'UPS');
  open();
  await first;
  const { code, stdout } = await second.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('Another process changed the record meanwhile');
});

test('a whole body from a file does not undo what another process changed after the first plan', async () => {
  const { sandbox, open, arrived } = await gatedSandbox();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  cli.file('a.json', JSON.stringify(asnOf('ASN-1', { carrier: 'DHL' })));
  const flags = update(cli, 'ASN-1', '--status', 'shipped');
  await until(arrived, 'the first request');
  const second = await waiting(cli, 'ASN-1', 'a.json');
  open();
  const [{ exit }, whole] = await Promise.all([flags, second.ended]);
  expect(exit).toBe(0);
  expect(whole).toMatchObject({ code: 7, stderr: expect.stringContaining('was changed by another process') });
  expect(whole.stderr).toContain('~ status   "shipped" -> "pending"');
  expect(sandbox.asns()[0]?.asn).not.toHaveProperty('carrier');
});

test('kill -9 before the answer: the next update says what may have reached the service', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  sandbox.setFaults([{ on: 'asnUpdate', do: { delay: 20_000 }, first: 1 }]);
  const { child: killed, ended } = cli.start(['asns', 'update', 'ASN-1', '--carrier', 'UPS', '--yes']);
  await until(() => sandbox.requests().some(({ endpoint }) => endpoint === 'asnUpdate'), 'the request');
  killed.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  const look = await update(cli, 'ASN-1', '--status', 'shipped', '--dry-run');
  expect(look.unanswered).toMatchObject({ changes: [{ kind: 'added', path: 'carrier', after: 'UPS' }] });
  const reached = 'its change of carrier came: it may have reached the service';
  expect(look.warnings.map(({ code }) => code)).toEqual(['asn.pending']);
  expect(look.warnings[0]!.message).toContain(reached);
  // Sending the recorded body again counts as a change, because the service may have the other one.
  const early = await update(cli, 'ASN-1', '--status', 'pending');
  expect(early).toMatchObject({ exit: 75, code: 'asns.in_doubt' });
  const again = await update(later(cli, sandbox), 'ASN-1', '--status', 'pending');
  expect(again).toMatchObject({ exit: 0, state: 'queued', changes: [] });
  const now = await update(cli, 'ASN-1', '--status', 'pending');
  expect(now).toMatchObject({ exit: 0, state: 'unchanged', unanswered: null });
});

test('after two bodies without an answer the recorded one is sent again, because the service may have either', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  sandbox.setFaults([{ on: 'asnUpdate', do: { drop: 'after' } }]);
  const after = later(cli, sandbox);
  for (const [on, status] of [[cli, 'shipped'] as const, [after, 'pending'] as const])
    expect(await update(on, 'ASN-1', '--status', status, '--max-outage', '0s')).toMatchObject({ exit: 75 });
  sandbox.setFaults([]);
  const again = await update(after, 'ASN-1', '--status', 'pending');
  expect(again).toMatchObject({ exit: 0, state: 'queued', changes: [] });
});

const LOST = { on: 'asnUpdate', do: { drop: 'after' }, first: 1 } as const;
const LOST_BEFORE = { on: 'asnUpdate', do: { drop: 'before' }, first: 1 } as const;
const NOT_REACHED = { on: 'asnUpdate', do: { status: 502 }, first: 1 } as const;

test.each<readonly [string, readonly string[], Parameters<Sandbox['setFaults']>[0], number]>([
  ['a cancellation', ['--status', 'cancelled'], [LOST], 0],
  ['a cancellation that was refused before it', ['--status', 'cancelled'], [], 3],
  ['a cancellation that did not reach the service', ['--status', 'cancelled'], [NOT_REACHED], 3],
  ['another change', ['--carrier', 'UPS'], [LOST_BEFORE], 3],
])('not active after a lost answer: %s', async (_what, flags, faults, exit) => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  // Another system cancels it, but where our own try has done it.
  if (exit === 3) {
    const other = makeCli({ target: sandbox });
    other.file('a.json', JSON.stringify(asnOf('ASN-1', { status: 'cancelled' })));
    expect(await update(other, 'ASN-1', 'a.json')).toMatchObject({ exit: 0 });
  }
  sandbox.setFaults(faults);
  expect(await update(cli, 'ASN-1', ...flags)).toMatchObject({ exit });
  const { asns } = await cli.json<{ asns: readonly { status: string }[] }>(['asns', 'list']);
  expect(asns[0]!.status).toBe(exit === 0 ? 'cancelled' : 'pending');
});

test('what the service refuses says what it means and what to do', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'), asnOf('ASN-2'));
  expect(await update(cli, 'ASN-1', '--status', 'cancelled')).toMatchObject({
    exit: 0,
    warnings: [{ code: 'asn.cancelled', message: expect.stringContaining('blocks receiving') }],
  });
  const ended = await update(cli, 'ASN-1', '--status', 'pending');
  expect(ended).toMatchObject({
    exit: 3,
    state: 'refused',
    refusals: [{ status: 422, code: 'not_active', field: 'status' }],
  });
  expect(ended.refusals[0]?.message).toMatch(/no longer be changed/);
  expect(ended.refusals[0]?.hint).toMatch(/new ASN number/);
  sandbox.setFaults([{ on: 'asnUpdate', do: { status: 404 }, first: 1 }]);
  const unknown = await update(cli, 'ASN-2', '--carrier', 'A');
  expect(unknown).toMatchObject({ exit: 3, refusals: [{ status: 404 }] });
  expect(unknown.refusals[0]?.message).toContain('does not know the ASN ASN-2');
  sandbox.setFaults([{ on: 'asnUpdate', do: { status: 401 } }]);
  const keyless = await cli.run(['asns', 'update', 'ASN-2', '--carrier', 'A', '--yes']);
  expect(keyless.code).toBe(4);
  expect(keyless.stderr).toMatch(/base\s+address belongs to the same environment/);
  // A refusal, or an answer other than success: nothing is recorded.
  const shown = await cli.json<{ asn: object }>(['asns', 'show', 'ASN-2']);
  expect(shown.asn).toEqual(asnOf('ASN-2'));
});

test('findings, conflicts and unknown numbers end the command before anything is sent', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const twin = asnOf('ASN-1', { program_identifier: 'PRG-2', cartons: asnOf('X')['cartons'] });
  await created(cli, asnOf('ASN-1'), asnOf('ASN-2'), twin);
  const before = sandbox.requests().length;
  const ends = async (code: number, text: RegExp, line: string, ...more: string[]) => {
    const { code: exit, stderr, stdout } = await cli.run(['asns', 'update', ...line.split(' '), ...more]);
    expect([line, exit]).toEqual([line, code]);
    expect((stderr + stdout).replace(/\s+/g, ' ')).toMatch(text);
  };
  cli.file('other.json', JSON.stringify(asnOf('ASN-9')));
  const unit = 'cartons[0].details[0].unit_identifier=U-ASN-1';
  await ends(3, /Did you mean "cancelled".*do this Exactly so spelled/, 'ASN-2 --status canceled --yes');
  await ends(3, /write 2026-03-02T00:00:00/, 'ASN-2 --ship-date 03/02/2026 --yes');
  await ends(3, /asn\.unit\.recorded/, `ASN-2 --set ${unit} --yes`);
  await ends(2, /recorded for the programs PRG-1, PRG-2/, 'ASN-1 --carrier X --yes');
  await ends(0, /program PRG-2/, 'ASN-1 --carrier X --dry-run', '--program', 'PRG-2');
  await ends(2, /not queued from this machine.*returns asns update NUMBER FILE/, 'ASN-9 --carrier X --yes');
  await ends(2, /"ASN-2".*"ASN-9"/, 'ASN-2 other.json --yes');
  await ends(2, /confirmed.*--dry-run/, 'ASN-2 --carrier X');
  await ends(2, /given twice/, 'ASN-2 --carrier X --set carrier=Y --yes');
  await ends(0, /Nothing was sent/, 'ASN-2 --carrier X --dry-run');
  expect(sandbox.requests().length).toBe(before);
});

test('an ASN of another system: the whole ASN from a file changes it, and from then on flags do', async () => {
  const sandbox = await sandboxFor();
  const other = makeCli({ target: sandbox });
  await created(other, asnOf('ASN-1'), asnOf('ASN-2'));
  const cli = makeCli({ target: sandbox });
  const send = async (number: string, asn: object, ...flags: string[]) => {
    cli.file('a.json', JSON.stringify(asn));
    return await cli.json<UpdateDocument>(['asns', 'update', number, 'a.json', ...flags]);
  };
  const whole = asnOf('ASN-1', { carrier: 'UPS' });
  // Looked at, refused or unknown to the service, it is not recorded.
  const planned = await send('ASN-1', whole, '--dry-run');
  expect(planned).toMatchObject({ exit: 0, state: 'planned', recorded: null });
  const refusing = (refusal: object) => ({ exit: 3, refusals: [refusal] });
  const misspelt = await send('ASN-1', { ...whole, status: 'canceled' }, '--yes');
  expect(misspelt).toMatchObject(refusing({ code: 'asn.status.unknown' }));
  expect(await send('ASN-9', asnOf('ASN-9'), '--yes')).toMatchObject(refusing({ status: 404 }));
  expect(await cli.json(['asns', 'list'])).toMatchObject({ asns: [] });
  expect(await send('ASN-1', whole, '--yes')).toMatchObject({ exit: 0, state: 'queued', recorded: null });
  expect(await send('ASN-1', whole, '--yes')).toMatchObject({ exit: 0, state: 'unchanged' });
  expect(await update(cli, 'ASN-1', '--status', 'shipped')).toMatchObject({
    ...{ exit: 0, state: 'queued', recorded: { how: 'update' } },
    changes: [{ path: 'status', before: 'pending', after: 'shipped' }],
  });
  // Its units are known, too.
  const shared = { ...asnOf('ASN-2'), cartons: whole['cartons'] };
  expect(await send('ASN-2', shared, '--yes')).toMatchObject(refusing({ code: 'asn.unit.recorded' }));
  expect(sandbox.asns()[0]?.asn).toEqual({ ...whole, status: 'shipped' });
  const gone = await cli.json(['asns', 'adopt', 'a.json']);
  const hint = expect.stringMatching(/returns asns update NUMBER FILE/);
  expect(gone).toMatchObject({ exit: 2, code: 'usage.command.gone', hint });
});

test.skipIf(!hasPty)('--edit: a private file that is deleted when it is queued, checked again', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ children: true, target: sandbox });
  await created(cli, asnOf('ASN-1'));
  const log = path.join(cli.root, 'editor.log');
  const script = cli.file(
    'editor.sh',
    `#!/bin/sh\nls -l "$1" | cut -c1-10 >> ${log}\necho "$1" >> ${log}\nsed -i 's/"pending"/"'$WORD'"/' "$1"\n`,
  );
  fs.chmodSync(script, 0o755);
  const edit = (word: string) =>
    onTerminal(cli, ['asns', 'update', 'ASN-1', '--edit', '--yes'], { env: { EDITOR: script, WORD: word } });
  const wrong = edit('canceled');
  expect(await wrong.ended).toBe(6);
  expect(wrong.text()).toContain('Did you mean "cancelled"');
  const right = edit('shipped');
  expect(await right.ended).toBe(0);
  expect(right.text()).toContain('~ status  "pending" -> "shipped"');
  const [mode, , , queued] = fs.readFileSync(log, 'utf8').trim().split('\n');
  expect(mode).toBe('-rw-------');
  expect(fs.existsSync(queued!)).toBe(false);
  expect(sandbox.asns()[0]?.asn).toEqual(asnOf('ASN-1', { status: 'shipped' }));
});

test('--select: several ASNs, each with its own outcome; a second run sends the rest', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const asns = Array.from({ length: 30 }, (_, n) => asnOf(`ASN-${n}`, n === 7 ? { status: 'shipped' } : {}));
  await created(cli, ...asns);
  cli.file(
    'list.csv',
    `program_identifier,asn_number,note\n${asns.map((asn) => `PRG-1,${asn['asn_number']},"a,b"`).join('\n')}\nPRG-1,NEVER,x\nPRG-1,ASN-3,again\n`,
  );
  sandbox.setFaults([
    {
      on: 'asnUpdate',
      do: { status: 422, body: { message: 'no', errors: [{ field: 'status', code: 'not_active' }] } },
      match: 'U-ASN-5"',
    },
  ]);
  const first = await update(cli, '--select', 'list.csv', '--status', 'shipped', '--rate', 'off');
  expect(first).toMatchObject({
    exit: 3,
    state: 'refused',
    counts: { queued: 28, unchanged: 1, refused: 2, pending: 0 },
  });
  expect(
    first.asns.filter(({ fate }) => fate === 'refused').map((asn) => [asn.asn_number, asn.refusals[0]?.code]),
  ).toEqual([
    ['ASN-5', 'not_active'],
    ['NEVER', 'asn.unknown'],
  ]);
  sandbox.setFaults([]);
  cli.file('list.txt', `${asns.map((asn) => asn['asn_number']).join('\r\n')}\r\n`);
  const second = await update(cli, '--select', 'list.txt', '--status', 'shipped');
  expect(second).toMatchObject({
    exit: 0,
    state: 'queued',
    counts: { queued: 1, unchanged: 29, refused: 0, pending: 0 },
  });
  expect(sandbox.asns().every(({ status }) => status === 'shipped')).toBe(true);
  const again = await update(cli, '--select', 'list.txt', '--status', 'shipped');
  expect(again).toMatchObject({ exit: 0, state: 'unchanged', run: null });
});

test('--select commits what was queued in groups, not one by one', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const asns = Array.from({ length: 60 }, (_, n) => asnOf(`ASN-${n}`));
  await created(cli, ...asns);
  cli.file('list.txt', asns.map((asn) => asn['asn_number']).join('\n'));
  const { databases } = realPlatform();
  let commits = 0;
  const counting: typeof databases = {
    ...databases,
    open(file, options) {
      const store = databases.open(file, options);
      const transaction: typeof store.transaction = (work, how) => {
        if (options.durable && how?.durable !== false) commits++;
        return store.transaction(work, how);
      };
      return { ...store, transaction };
    },
  };
  const t = testPlatform({ root: cli.root, env: cli.env, platform: { databases: counting } });
  const args = ['asns', 'update', '--select', 'list.txt', '--status', 'shipped', '--yes', '--rate', 'off'];
  expect(await run(args, t.platform)).toBe(0);
  expect(sandbox.asns().every(({ status }) => status === 'shipped')).toBe(true);
  // One by one there would be at least one commit per ASN.
  expect(commits).toBeLessThan(asns.length);
});

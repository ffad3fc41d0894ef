// The text at the end of each command about ASNs: correct, within 80 columns, and with a next step that
// helps.
import { expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created } from './support.ts';

/** Runs a command with --yes on a terminal of 80 columns. */
async function person(cli: Cli, ...args: string[]) {
  const t = testPlatform({
    root: cli.root,
    env: { ...cli.env, TERM: 'dumb', NO_COLOR: '1' },
    terminal: { stdout: true, stderr: true, columns: 80 },
  });
  const code = await run(args, t.platform);
  const text = `${t.stdout()}\n${t.stderr()}`;
  // A path alone on its line is not wrapped, so that it can be copied.
  for (const line of text.split('\n').filter((one) => !/^ +\/\S+$/.test(one)))
    expect(line.length, line).toBeLessThanOrEqual(80);
  return { code, out: t.stdout(), err: t.stderr() };
}

async function recorded(...numbers: string[]) {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, ...numbers.map((number) => asnOf(number)));
  return { sandbox, cli };
}

it('an update of several with --yes shows the plan before sending, and the answers of the service once', async () => {
  const { sandbox, cli } = await recorded('ASN-1', 'ASN-2');
  await cli.run(['asns', 'update', 'ASN-2', '--status', 'cancelled', '--yes']);
  cli.file('list.txt', 'ASN-1\nASN-2\n');
  const args = ['asns', 'update', '--select', 'list.txt', '--carrier', 'DHL', '--yes'];
  const { code, out } = await person(cli, ...args);
  expect(code).toBe(3);
  expect(out).toMatch(/to send +2\n/);
  expect(out).not.toContain('Validation Failed');
  expect(out.match(/not_active/g)).toHaveLength(1);
  // The warning names the ASN.
  expect(out.replace(/\s+/g, ' ')).toContain('ASN-2: It was queued as cancelled');
  expect(sandbox.asns().find(({ asn_number: number }) => number === 'ASN-1')?.asn).toMatchObject({
    carrier: 'DHL',
  });
});

it('an invalid list of numbers: the error says what the file is', async () => {
  const { cli } = await recorded('ASN-1');
  const select = (name: string) =>
    cli.json<{ code: string; hint: string }>([
      ...['asns', 'update', '--select', name, '--status', 'shipped', '--yes'],
    ]);
  expect(await select('.')).toMatchObject({ exit: 6, code: 'input.file.folder' });
  expect(await select('none.txt')).toMatchObject({
    exit: 6,
    code: 'input.file.missing',
    hint: expect.stringContaining('it was looked for at'),
  });
});

it('refused, unchanged or only planned ASNs: the output ends with the next step', async () => {
  const { cli } = await recorded('ASN-1');
  cli.file('bad.json', JSON.stringify(asnOf('ASN-2', { status: 'canceled' })));
  cli.file('good.json', JSON.stringify(asnOf('ASN-3')));
  const next = async (...args: string[]) =>
    (await person(cli, 'asns', ...args)).err.split('next: ')[1]?.trim();
  expect(await next('create', 'bad.json', '--yes')).toMatch(
    /^correct\s.*bad\.rejects\.ndjson,\s+then run the same command with that file$/s,
  );
  expect(await next('create', 'good.json', '--dry-run')).toBe('the same command without --dry-run');
});

it('a table whose rows contradict each other is not sent by an update either', async () => {
  const { sandbox, cli } = await recorded('ASN-1');
  const header =
    'program_identifier,asn_number,from.identifier,from.type,to.identifier,to.type,status,details_type';
  const row = (status: string) => `PRG-1,ASN-1,S,store,W,warehouse,${status},sku`;
  const lines = [
    `${header},detail.line_identifier,detail.sku,detail.quantity`,
    `${row('shipped')},1,A,1`,
    `${row('pending')},2,B,1`,
  ];
  cli.file('a.csv', `${lines.join('\n')}\n`);
  const { exit, refusals } = await cli.json<{ refusals: { code: string }[] }>([
    ...['asns', 'update', 'ASN-1', 'a.csv', '--yes'],
  ]);
  expect([exit, refusals.map(({ code }) => code)]).toEqual([3, ['asn.rows.conflict']]);
  expect(sandbox.asns()[0]?.versions).toHaveLength(1);
});

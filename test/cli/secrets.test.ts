// A canary secret and a canary shopper: no command prints or stores them outside their place, however it fails.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { type Cli, type Ended, makeCli, targetEnvironment } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { csvHeader, csvOf, generateOrders, messageOf, ndjsonOf, type TestOrder } from '../helpers/orders.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

// With characters that look different in JSON and in an address.
const SECRET = 'Kanarie"geheim\\7f3a/+=&';
const PERSON = {
  first: 'Zerelda',
  last: 'Quillfeather',
  email: 'zerelda.quillfeather@canary.example',
  phone: '+19995550142',
  street: '77 Canarybird Lane',
  zip: 'ZQ98765',
};
const CLIENT = 'canary-client';

/** Every spelling in which a secret may be printed. */
const spellings = (text: string) => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
];
const PERSONAL = Object.values(PERSON).flatMap(spellings);

function canaries(): TestOrder[] {
  return generateOrders({ seed: 14, orders: 20, versions: 0.3 }).snapshots.map((order) => {
    const person = {
      name: `${PERSON.first} ${PERSON.last}`,
      street1: PERSON.street,
      zip_code: PERSON.zip,
      phone: PERSON.phone,
    };
    return {
      ...order,
      customer: {
        // The interface recommends the e-mail where there is no other identifier.
        identifier: PERSON.email,
        first_name: PERSON.first,
        last_name: PERSON.last,
        email: PERSON.email,
        phone: PERSON.phone,
      },
      shipping_address: { ...order.shipping_address, ...person },
      billing_address: { ...order.billing_address, ...person },
    };
  });
}

/** Files with a canary in every place where a shifted column or a broken line may put it. */
function putFiles(cli: Cli): void {
  const orders = canaries();
  const csv = csvOf(orders).text;
  cli.file('orders.csv', csv);
  cli.file(
    'more.json',
    messageOf(orders.map((order) => ({ ...order, identifier: `J-${order.identifier}` }))),
  );
  const single = orders.find((order) => order.items.length === 1)!;
  const slipped = (change: Record<string, unknown>, n: number) =>
    ({ ...single, identifier: `SLIP-${n}`, ...change }) as TestOrder;
  const { email, last, phone, street } = PERSON;
  // A single word in the place of a status or a tag is shown: unknown words could not be corrected otherwise.
  const name = `${PERSON.first} ${last}`;
  const changes: Record<string, unknown>[] = [
    { status: name },
    { currency: email },
    { created_at: email },
    { updated_at: street },
    { total_amount_cents: phone },
    { tags: [name, street] },
    { raw_status: email, items: [{ ...single.items[0]!, quantity: email, weight: street, sku: '' }] },
    { shipping_address: { ...single.shipping_address, country_code: last } },
    { refunds: name },
  ];
  const bad = changes.map(slipped);
  cli.file('slipped.ndjson', ndjsonOf(bad));
  // Only what a table can hold: the refunds would be a cell that is no JSON.
  cli.file('slipped.csv', csvOf(bad.slice(0, -1)).text.replace(`,${phone},`, `,${phone},`));
  cli.file('headless.csv', csv.slice(csvHeader.length + 1));
  cli.file('ragged.csv', `${csv}${csv.split('\n')[1]},${email}\n`);
  cli.file('quote.csv', `${csvHeader}\n"${last}" ${email},x\n`);
  cli.file('broken.json', messageOf(orders).replace(`"${email}"`, email));
  cli.file('broken.ndjson', ndjsonOf(orders).replace(`"${email}"`, `"${email}`));
  cli.file('twice.json', messageOf(orders).replace('"customer": {', `"customer": { "email": "${email}",`));
  cli.file('number.json', messageOf(orders).replace('"weight": ', `"weight": 9999999999999999999999, "w": `));
  cli.file('latin.csv', Buffer.from(csv.replace(last, `${last}\u00e9`), 'latin1'));
}

interface Said extends Ended {
  readonly line: string;
}

/** Every command, in turn: as it should be, and as it fails. Collects what they said. */
async function runAll(cli: Cli, sandbox: Sandbox, flags: readonly string[]): Promise<Said[]> {
  const said: Said[] = [];
  const run = async (line: string, env: Record<string, string> = {}, stdin = ''): Promise<Said> => {
    const ended = { line, ...(await cli.run([...line.split(' '), ...flags], { env, stdin })) };
    said.push(ended);
    return ended;
  };
  const code = async (expected: number, ...call: Parameters<typeof run>) => {
    const ended = await run(...call);
    expect(ended.code, `${call[0]}\n${ended.stderr}`).toBe(expected);
    return ended;
  };
  const { RETURNS_CLIENT_SECRET: _, RETURNS_CLIENT_ID: __, ...addresses } = targetEnvironment(sandbox);
  const signIn = `login --client-id ${CLIENT} --client-secret-stdin`;

  await code(4, signIn, addresses, `${SECRET}x\n`);
  // A service that repeats what it was sent.
  const echo = { error: 'invalid_client', error_description: `${SECRET} does not fit ${SECRET}` };
  sandbox.setFaults([{ on: 'token', do: { status: 401, body: echo } }]);
  await code(4, signIn, addresses, `${SECRET}\n`);
  sandbox.setFaults([{ on: 'token', do: { status: 200, body: { access: SECRET, [SECRET]: 1 } } }]);
  await code(75, signIn, addresses, `${SECRET}\n`);
  sandbox.setFaults([]);
  await code(0, signIn, addresses, `${SECRET}\n`);
  await code(0, `${signIn} --rotate`, {}, `${SECRET}\n`);
  await code(4, `${signIn} --rotate`, {}, `${SECRET}x\n`);

  for (const line of ['whoami', 'token', 'profile list', 'profile show', 'profile set timeout=20s'])
    await code(0, line);
  await code(0, 'whoami', { RETURNS_CLIENT_ID: CLIENT, RETURNS_CLIENT_SECRET: SECRET });
  await code(2, `profile set client-secret=${SECRET.slice(0, 5)}`);

  await code(0, 'orders check orders.csv');
  await code(0, 'orders upload orders.csv --dry-run');
  sandbox.setFaults([
    { on: 'orders', do: { status: 503, body: { message: `no ${PERSON.email}` } }, first: 2 },
    { on: 'orders', do: { drop: 'after' }, every: 5, after: 2 },
  ]);
  await code(0, 'orders upload orders.csv --rate off --batch-size 5');
  // Refused by the service in words that repeat the shopper.
  const refusal = {
    message: `${PERSON.email} of ${PERSON.street} is not welcome`,
    errors: [{ field: 'orders[0].customer.email', code: 'invalid' }],
  };
  sandbox.setFaults([{ on: 'orders', do: { status: 422, body: refusal }, first: 2 }]);
  await code(3, 'orders upload more.json --rate off');
  sandbox.setFaults([{ on: 'orders', do: { status: 422, body: refusal } }]);
  await code(5, 'orders upload more.json --rate off --force --yes');
  sandbox.setFaults([]);
  for (const line of ['orders show SO-100005', 'orders show SO-100005 --history', 'runs list'])
    await code(0, line);
  const runs = /\d{8}-\d{6}-[0-9a-f]{6}/g;
  for (const run of new Set(said.at(-1)?.stdout.match(runs) ?? [])) await code(0, `runs show ${run}`);

  for (const file of ['slipped.ndjson', 'slipped.csv']) {
    await code(3, `orders check ${file} --strict`);
    await run(`orders upload ${file} --rate off`);
  }
  for (const file of ['headless.csv', 'ragged.csv', 'quote.csv', 'broken.json', 'broken.ndjson', 'latin.csv'])
    await code(6, `orders upload ${file}`);
  for (const file of ['twice.json', 'number.json']) await run(`orders check ${file}`);

  const nowhere = { RETURNS_AUTH_URL: 'http://127.0.0.1:9', RETURNS_ORDERS_URL: 'http://127.0.0.1:9' };
  const credentials = { RETURNS_CLIENT_ID: CLIENT, RETURNS_CLIENT_SECRET: SECRET };
  await code(75, 'orders upload orders.csv --max-outage 10ms', {
    ...addresses,
    ...credentials,
    RETURNS_ORDERS_URL: nowhere.RETURNS_ORDERS_URL,
  });
  await code(2, 'orders upload orders.csv', {
    RETURNS_ORDERS_URL: `http://user:${encodeURIComponent(SECRET)}@h`,
  });
  await code(2, 'orders upload orders.csv', {
    RETURNS_CLIENT_SECRET: SECRET,
    RETURNS_CLIENT_SECRET_FILE: '/x',
  });
  await run('orders show nobody');
  await run('nonsense');
  return said;
}

/** Without --verbose less is said: that is for the longer forms. */
const MODES = [['--verbose'], ['--verbose', '--json'], []].slice(0, inForm({ short: 2, long: 3 }));

/** All commands with these flags, then everything they said and left behind. */
async function showNothingSlipsOut(flags: readonly string[]): Promise<void> {
  const sandbox = await sandboxFor({ credentials: { [CLIENT]: SECRET } });
  const cli = makeCli();
  putFiles(cli);
  const said = await runAll(cli, sandbox, flags);
  const token = said
    .map((one) => (one.line === 'token' ? /[0-9a-f]{64}/.exec(one.stdout)?.[0] : ''))
    .join('');
  expect(token).toMatch(/^[0-9a-f]{64}$/);

  for (const { line, stdout, stderr } of said) {
    const output = `${stdout}\n${stderr}`;
    for (const text of [...spellings(SECRET), ...PERSONAL])
      expect(output.includes(text), `\`${line}\` printed ${text}:\n${output}`).toBe(false);
    if (line !== 'token') expect(output.includes(token), `\`${line}\` printed the token`).toBe(false);
  }

  // Checks that the canaries were really used: the service has the shopper, the secret is stored, refused orders are
  // complete.
  expect(JSON.stringify(sandbox.orders())).toContain(PERSON.email);
  const home = (file: string) => path.relative(cli.root, file).split(path.sep).slice(0, 2).join('/');
  const files = cli.files().map((file) => ({ file, home: home(file), bytes: fs.readFileSync(file) }));
  const holding = (text: string) => new Set(files.filter((f) => f.bytes.includes(text)).map((f) => f.home));
  expect(holding(SECRET)).toEqual(new Set(['config/secrets']));
  expect([...holding(token)].every((place) => place === 'config/tokens')).toBe(true);
  for (const text of [...spellings(SECRET).slice(1), ...PERSONAL])
    for (const place of holding(text))
      expect(place.startsWith('work/') || place === 'state/rejects', `${place} holds ${text}`).toBe(true);
  expect(holding(PERSON.email)).toContain('state/rejects');

  // The ledger knows the orders, so it was really looked into.
  const ledger = files.find((f) => f.home === 'state/ledger.db');
  expect(ledger?.bytes.includes('SO-100005')).toBe(true);
  if (process.platform !== 'win32')
    // LMDB's lock files contain process numbers only.
    for (const { file, home: place } of files)
      if (!place.startsWith('work/') && !place.endsWith('-lock'))
        expect(fs.statSync(file).mode & 0o077, file).toBe(0);

  // Signed out, nothing of the secret or the token is left.
  expect((await cli.run(['logout'])).code).toBe(0);
  for (const file of cli.files()) {
    const bytes = fs.readFileSync(file);
    expect(bytes.includes(SECRET) || bytes.includes(token), file).toBe(false);
  }
}

test('with --verbose, with --json, and with neither', async () => {
  await Promise.all(MODES.map(showNothingSlipsOut));
});

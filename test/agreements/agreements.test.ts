// `returns agreements`: answers are written down once, and client, receiver, sandbox and certify go by them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUESTIONS } from '../../src/agreements/agreements.ts';
import type { Question } from '../../src/agreements/open-questions.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { labelled, orderOf, scanned, unit } from '../calls/refund-story.ts';
import { startListen } from '../calls/run-listen.ts';
import { freePort, sandboxEnvironment, targetEnvironment, until } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { whileRunning } from '../sandbox/client.ts';

interface Listed {
  readonly file: string;
  readonly profile: string;
  readonly answers: readonly {
    readonly id: string;
    readonly question: string;
    readonly choices: readonly string[];
    readonly value: string | null;
    readonly by: string | null;
    readonly since: string | null;
  }[];
}

const list = async (root: string, ...words: string[]) =>
  (await returns(['agreements', 'list', '--json', ...words], { root })).document() as unknown as Listed;

const TERMINAL = { stdin: true, stderr: true };

const set = (root: string, ...answers: string[]) => returns(['agreements', 'set', ...answers], { root });

describe('agreements list', () => {
  test('every question is there once, with its choices, and open', async () => {
    const { answers, profile } = await list(temporaryFolder());
    expect(profile).toBe('default');
    expect(answers.map(({ id }) => id)).toEqual(QUESTIONS.map(({ id }) => id));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    for (const { question, value, by, since } of answers) {
      expect(question).toMatch(/^[A-Z].*[.?]$/);
      expect({ value, by, since }).toEqual({ value: null, by: null, since: null });
    }
  });

  test('what is agreed stands first, what is open shows what is done meanwhile', async () => {
    const root = temporaryFolder();
    await set(root, 'return_window=60d', '--by', 'Mia');
    const { stdout } = await returns(['agreements', 'list'], { root });
    expect(stdout).toMatch(/Agreed \(1\)\n {2}return_window = 60d {2}by Mia, since \d{4}-\d\d-\d\d\n/);
    expect(stdout).toMatch(/Open \(\d+\)[\s\S]*cancelled-spelling = Cancelled {2}meanwhile/);
  });

  test('by name: one with its choices; a mistyped one is named', async () => {
    const root = temporaryFolder();
    const { stdout } = await returns(['agreements', 'list', 'cancel_exchange'], { root });
    expect(stdout).toContain('refused, allowed');
    const wrong = await returns(['agreements', 'list', 'cancel-exchange'], { root });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Did you mean "cancel_exchange"?');
  });
});

/** Of the file, for editors: what each answer means, and the words it takes. Answers of before may stand there. */
function agreementsJsonSchema() {
  const answer = ({ question, choices, form, initial }: Question) => ({
    type: 'object',
    description: question,
    properties: {
      value: {
        type: 'string',
        ...(!form && choices.every((one) => !one.includes(' '))
          ? { enum: choices }
          : { description: choices.join(', ') }),
        ...(initial !== undefined && { default: initial }),
      },
      by: { type: ['string', 'null'], description: 'who agreed to it' },
      since: { type: ['string', 'null'], format: 'date' },
    },
    required: ['value'],
    additionalProperties: false,
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What was agreed with the service where the interface leaves something open',
    type: 'object',
    properties: {
      answers: {
        type: 'object',
        properties: Object.fromEntries(QUESTIONS.map((question) => [question.id, answer(question)])),
        additionalProperties: false,
      },
    },
    required: ['answers'],
  };
}

test('the file is published as JSON Schema', () => {
  const file = 'samples/schemas/agreements.schema.json';
  const made = JSON.parse(JSON.stringify(agreementsJsonSchema())) as unknown;
  if (process.env['UPDATE_SCHEMAS']) fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  const update = 'UPDATE_SCHEMAS=1 npx vitest run test/agreements';
  expect(JSON.parse(fs.readFileSync(file, 'utf8')), update).toEqual(made);
});

describe('agreements set', () => {
  test('keeps value, who and since when; an empty value takes it out', async () => {
    const root = temporaryFolder();
    const done = await returns(['agreements', 'set', 'gift_card_sku=Card No 7', '--by', 'Mia', '--json'], {
      root,
    });
    expect(done.document()).toMatchObject({
      schema: 'agreements/1',
      answers: [
        { id: 'gift_card_sku', value: 'Card No 7', by: 'Mia', since: expect.stringMatching(/^\d{4}-/) },
      ],
    });
    const { file } = await list(root);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    await set(root, 'gift_card_sku=');
    expect((await list(root, 'gift_card_sku')).answers[0]?.value).toBeNull();
  });

  test('comments, order and what it does not know stay as they are', async () => {
    const root = temporaryFolder();
    await set(root, 'label_delay=1h');
    const { file } = await list(root);
    const text = fs.readFileSync(file, 'utf8');
    const mine = text.replace('"label_delay"', '// Carrier X needs it.\n    "label_delay"');
    fs.writeFileSync(file, mine.replace('{\n', '{\n  "contract": 17, // ours\n'));
    await set(root, 'label_delay=2h', 'cancel_exchange=allowed');
    const after = fs.readFileSync(file, 'utf8');
    expect(after).toContain('// Carrier X needs it.\n');
    expect(after).toContain('"contract": 17, // ours\n');
    expect(after).toContain('// What was agreed with the service');
    const { answers } = await list(root, 'label_delay', 'cancel_exchange');
    expect(answers.map(({ value }) => value)).toEqual(['2h', 'allowed']);
  });

  test.each([
    ['cancel_exchange=maybe', /does not take "maybe"/],
    ['cancel_exchanges=allowed', /Did you mean "cancel_exchange"\?/],
    ['restocking-fee=100%', /none, a share such as 10%/],
    ['levels=order.nothing=off', /There is no code "order.nothing"/],
    ['final_sale=allowed', /agreement "final_sale"\. It is always "refused" now\./],
    ['refund-match=not_at_all', /Commands go by: refund_match\./],
    ['answer-time=10s', /that no command reads: returns certify --agreements/],
    ['gift_card_sku', /ID=VALUE/],
  ])('%j is refused, and nothing is written', async (answer, said) => {
    const root = temporaryFolder();
    const wrong = await set(root, 'label_delay=1h', answer);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(said);
    expect((await list(root, 'label_delay')).answers[0]?.value).toBeNull();
  });

  test('each profile has its own; local takes those of the profile in use', async () => {
    const root = temporaryFolder();
    for (const name of ['eu', 'us']) await returns(['profile', 'set', name, 'environment=sandbox'], { root });
    await returns(['profile', 'use', 'eu'], { root });
    await set(root, 'cancel_exchange=allowed');
    await set(root, 'return_window=9d', '--profile', 'us');
    const of = async (...flags: string[]) => {
      const { answers, profile } = await list(root, 'cancel_exchange', 'return_window', ...flags);
      return [profile, ...answers.map(({ id, value }) => `${id} ${value}`)].join(', ');
    };
    expect(await of()).toBe('eu, return_window null, cancel_exchange allowed');
    expect(await of('--profile', 'local')).toBe(await of());
    expect(await of('--profile', 'us')).toBe('us, return_window 9d, cancel_exchange null');
  });
});

test('answers of before stay in the file: one note, and they can be taken out', async () => {
  const root = temporaryFolder();
  await set(root, 'cancel_exchange=allowed');
  const { file } = await list(root);
  const before = fs.readFileSync(file, 'utf8');
  const old =
    '"retries": { "value": "for a day" }, "tags": { "value": "none" }, "lost_parcel": { "value": "final" },';
  fs.writeFileSync(file, before.replace('"cancel_exchange"', `${old}\n    "cancel_exchange"`));
  const { stderr } = await returns(['agreements', 'list'], { root });
  expect(
    stderr.match(
      /no command goes by retries \(now first_wait give_up_after\), tags, lost_parcel \(always "can_be_found" now\): what was agreed stays in/g,
    ),
  ).toHaveLength(1);
  expect(
    (await returns(['agreements', 'edit'], { root, terminal: TERMINAL, system: { edit: async () => true } }))
      .code,
  ).toBe(0);
  const started = await whileRunning(['--no-pages'], async () => {}, {}, root);
  expect(started.code).toBe(0);
  expect(started.stderr.match(/not used, from \S+: lost_parcel \(always "can_be_found" now\)/g)).toHaveLength(
    1,
  );
  expect((await set(root, 'cancel_exchange=refused', 'tags=')).code).toBe(0);
  const after = fs.readFileSync(file, 'utf8');
  expect([after.includes('for a day'), after.includes('tags')]).toEqual([true, false]);
});

describe('agreements edit', () => {
  const edited = (root: string, text: string) =>
    returns(['agreements', 'edit', '--json', '--yes'], {
      root,
      terminal: TERMINAL,
      system: {
        edit: async (file) => {
          fs.writeFileSync(file, text);
          return true;
        },
      },
    });

  test('without a terminal: no editor is started, and no file is made', async () => {
    const root = temporaryFolder();
    const edit = async () => expect.fail('an editor was started');
    const done = await returns(['agreements', 'edit', '--json'], { root, system: { edit } });
    expect(done.code).toBe(2);
    expect(done.document()).toMatchObject({ schema: 'error/1', code: 'usage.question' });
    expect(fs.existsSync((await list(root)).file)).toBe(false);
  });

  test('checks the file when the editor ends', async () => {
    const root = temporaryFolder();
    const right = '{ "answers": { "cancel_exchange": { "value": "allowed", }, } } // mine';
    expect(await edited(root, right)).toMatchObject({ code: 0 });
    expect((await list(root, 'cancel_exchange')).answers[0]).toMatchObject({ value: 'allowed', by: null });
    const wrong = await edited(root, '{ "answers": { "cancel_exchange": { "value": "maybe" } } }');
    expect(wrong.code).toBe(6);
    expect(wrong.document()).toMatchObject({ code: 'agreement.value' });
  });

  test('a file that is no JSON is named with its line; no command goes by it', async () => {
    const root = temporaryFolder();
    expect((await edited(root, '{\n  "answers": {\n')).code).toBe(7);
    const later = await returns(['orders', 'check', 'o.json'], { root }, { 'o.json': sampleOrder() });
    expect(later.code).toBe(7);
    expect(later.stderr).toMatch(/no JSON \(Close brace expected\)\s+where {5}\S+default\.json:3:1/);
  });
});

describe('who goes by them', () => {
  /** Another value than at first, for every question that has choices. */
  const OTHER: Readonly<Record<string, string>> = Object.fromEntries(
    QUESTIONS.flatMap(({ id, choices, form, initial, isAssumed }) => {
      if (!isAssumed) return [];
      const word = choices?.find((one) => one !== initial && !one.includes(' '));
      const made = ['7d', '77', 'Other'].find((one) => form?.test(one));
      const value = word ?? made;
      return value === undefined ? [] : [[id, value]];
    }),
  );

  test('the sandbox: all that it assumes', async () => {
    const root = temporaryFolder();
    expect(Object.keys(OTHER).length).toBeGreaterThan(20);
    const { code } = await set(root, ...Object.entries(OTHER).map(([id, value]) => `${id}=${value}`));
    expect(code).toBe(0);
    await whileRunning(
      ['--no-pages'],
      async (url) => {
        const { document } = await returns(['sandbox', 'assumptions', '--json', '--url', url]);
        const { assumptions } = document() as unknown as { assumptions: { id: string; value: string }[] };
        const values = Object.fromEntries(assumptions.map(({ id, value }) => [id, value]));
        expect(values).toMatchObject(OTHER);
      },
      {},
      root,
    );
  });

  test('sandbox and upload: the spelling of a status, and levels', async () => {
    const root = temporaryFolder();
    await set(root, 'cancelled-spelling=Canceled', 'levels=order.field.missing:phone=note');
    const order = structuredClone(sampleOrder({ status: 'Canceled' })) as Record<
      string,
      Record<string, unknown>
    >;
    delete order['shipping_address']!['phone'];
    const upload = (url: string, at: string) =>
      returns(
        ['orders', 'upload', 'o.json', '--json'],
        {
          root: at,
          env: targetEnvironment({
            ...{ authUrl: url, ordersUrl: url, baseUrl: url },
            ...{ clientId: 'local-client', clientSecret: 'local-secret' },
          }),
        },
        { 'o.json': order },
      );
    await whileRunning(
      ['--no-pages'],
      async (url) => {
        const done = (await upload(url, root)).document();
        expect(done).toMatchObject({ exit_code: 0, orders: { accepted: 1 } });
        const other = (await upload(url, temporaryFolder())).document();
        expect(other).toMatchObject({ exit_code: 3, orders: { refused: 1 } });
      },
      {},
      root,
    );
  });

  test('scenarios and receiver: the refund that is expected is the one that is posted', async () => {
    const play = async (ofReceiver: readonly string[], ofSandbox: readonly string[]) => {
      const [receiver, sandbox] = [temporaryFolder(), temporaryFolder()];
      if (ofReceiver.length > 0) await set(receiver, ...ofReceiver);
      await set(sandbox, 'return_shipping_cents=495', ...ofSandbox);
      const scenario = ['sandbox', 'scenario'];
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const given = (await returns([...scenario, 'show', 'mail-back-single', '--orders'])).stdout;
      const listen = await startListen(['--auto-refund', 'TRANSIT', '--orders', 'orders.json'], {
        ...{ root: receiver, env: sandboxEnvironment(url) },
        prepare: (here) => void here.file('orders.json', given),
      });
      const run = [
        ...scenario,
        'run',
        'mail-back-single',
        '--customer-url',
        listen.url,
        '--port',
        String(port),
      ];
      const { stdout, code } = await returns([...run, '--settle', '0s', '--json'], { root: sandbox });
      listen.interrupt();
      await listen.done;
      const { scenarios } = JSON.parse(stdout) as {
        scenarios: { checks: { kind: string; passed: boolean; evidence: string }[] }[];
      };
      const failed = scenarios.flatMap(({ checks }) => checks).filter(({ passed }) => !passed);
      return { code, failed: failed.map(({ kind }) => kind), evidence: failed[0]?.evidence };
    };
    const fees = ['return-shipping=shopper', 'restocking-fee=10%'];
    expect(await play(fees, fees)).toMatchObject({ code: 0, failed: [] });
    expect(await play([], fees)).toMatchObject({ code: 8, failed: ['refund-amount'] });
    expect(await play(fees, [])).toMatchObject({ code: 8, failed: ['refund-amount'] });
  });

  /** Three units of 20.00 and 1.40 tax with 6.00 shipping: 70.20. */
  const FE = {
    ...orderOf('FE', [{ id: 'L1', units: 3, price: 2000, tax: 420 }], 600),
    updated_at: '2026-03-02T09:00:00Z',
  };
  const returned = (items: readonly object[]) =>
    sampleRma({ rma_identifier: 'RMA-F', return_shipping_cost_cents: 495, items });

  test('refund by hand, by itself, what the receiver says and --money are one sum', async () => {
    const root = temporaryFolder();
    await set(root, 'return-shipping=shopper', 'restocking-fee=10%');
    const sandbox = await sandboxFor();
    const env = targetEnvironment(sandbox);
    const listen = await startListen(['--auto-refund', 'TRANSIT', '--orders', 'orders.json'], {
      ...{ root, env },
      prepare: (here) => void here.file('orders.json', JSON.stringify([FE])),
    });
    const labels = returned(Array.from({ length: 3 }, () => unit('FE', 'L1', labelled())));
    await listen.post('/rmas', labels);
    const byHand = ['orders', 'refund', 'FE', '--from', 'o.json', '--rma', 'RMA-F', '--dry-run'];
    const shown = await returns(byHand, { env, root }, { 'o.json': FE });
    expect(shown.stdout).toContain('amount   58.23 USD of 70.20');
    expect(shown.stdout).toContain('less     7.02 restocking-fee=10%, 4.95 return-shipping=shopper');
    expect(shown.stderr).not.toContain('return shipping');
    const other = await returns([...byHand, '--rma', 'RMA-G'], { env, root }, { 'o.json': FE });
    expect(other.stdout).toContain('amount   63.18 USD');
    expect(other.stderr).toContain('no message of RMA RMA-G was received here');

    const items = Array.from({ length: 3 }, () => unit('FE', 'L1', scanned()));
    await listen.post('/rmas', { ...returned(items), updated_at: '2026-03-10T12:00:00Z' });
    await until(() => sandbox.order('FE') !== undefined, 'the refund');
    listen.interrupt();
    await listen.done;
    expect(sandbox.order('FE')?.order).toMatchObject({ refunds: [{ total_refund_amount_cents: 5823 }] });
    expect(listen.here.stdout()).toContain(
      '58.23 USD posted; 7.02 restocking-fee=10% and 4.95 return-shipping=shopper taken off; it waits',
    );
    const view = await returns(['calls', 'show', 'last', '--money'], { env, root });
    expect(view.stdout).toMatch(/by the order +70\.20\n/);
    expect(view.stdout).toMatch(
      /kept back +7\.02 restocking-fee=10%\n +kept back +4\.95 return-shipping=shopper/,
    );
    expect(view.stdout).toMatch(/to refund +58\.23 {2}by the order, less what is agreed/);
    expect(view.stdout).toMatch(/refunded +58\.23 {2}by refunds sent from here; open: 0\.00/);
    const { money } = (
      await returns(['calls', 'show', 'last', '--money', '--json'], { env, root })
    ).document();
    expect(money).toMatchObject({
      ...{ by_order_cents: 7020, to_refund_cents: 5823, refunded_cents: 5823 },
      orders: [{ restocking_fee_cents: 702, return_shipping_withheld_cents: 495, to_refund_cents: 5823 }],
    });
  });

  test('certify: what is agreed, by whom, since when; the rest is open', async () => {
    const root = temporaryFolder();
    await set(root, 'cancelled-spelling=Canceled', 'cancel_exchange=allowed', '--by', 'Mia');
    const line = ['certify', '--orders', 'o.json', '--area', 'orders'];
    const files = { 'o.json': sampleOrder() };
    const { agreements } = (await returns([...line, '--json'], { root }, files)).document() as unknown as {
      agreements: { id: string; value: string | null; by: string | null }[];
    };
    expect(agreements.find(({ id }) => id === 'cancelled-spelling')).toMatchObject({
      value: 'Canceled',
      by: 'Mia',
    });
    expect(agreements.find(({ id }) => id === 'cancel_exchange')).toMatchObject({ value: 'allowed' });
    expect(agreements.find(({ id }) => id === 'minor-units')).toMatchObject({ value: null, by: null });
    const page = path.join(root, 'page.html');
    const { stdout } = await returns([...line, '--report', page], { root }, files);
    expect(stdout).toMatch(/\d+ of \d+ questions are open/);
    expect(fs.readFileSync(page, 'utf8')).toContain('<li>Which addresses take orders and ASNs?</li>');
    expect(fs.readFileSync(page, 'utf8')).toMatch(/<td>Canceled, by Mia, since \d{4}-\d\d-\d\d</);
  });
});

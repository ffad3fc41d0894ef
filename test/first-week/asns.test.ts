// What a first week with ASNs needs: the interface taken at its word, and nothing lost that a person typed.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { asnForm, type Filled, type Form, type Question } from '../../src/asns/form.ts';
import { describeFinding, explain } from '../../src/contract/catalog.ts';
import { judgeAsn } from '../../src/contract/judge-asn.ts';
import { sampleAsn, sampleDetail, withDetail, withSkuDetail } from '../../src/contract/sample.ts';
import { shipDatesOf } from '../../src/contract/ship-date.ts';
import { adopted, asnOf, inside, type UpdateDocument } from '../asns/support.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/host.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { sandboxWithClient } from '../sandbox/client.ts';

const errorsOf = (asn: unknown) =>
  judgeAsn(JSON.parse(JSON.stringify(asn)), 2)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path: at }) => `${code} ${at}`);
const answered = (reply: { json: unknown }) => (reply.json as { errors: object[] }).errors;
const update = (cli: Cli, ...args: string[]) =>
  inside(cli).json<UpdateDocument>(['asns', 'update', ...args, '--yes']);

async function recorded(...asns: Record<string, unknown>[]) {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await adopted(cli, sandbox, ...asns);
  const stored = (number: string) => sandbox.asns().find((one) => one.asn_number === number);
  return { sandbox, cli, stored };
}

describe('a Blanket ASN', () => {
  /** No identifier, twelve at once, and a unit that stands twice. */
  const blanket = (number: string, asnType = 'Blanket') =>
    sampleAsn({
      asn_number: number,
      asn_type: asnType,
      cartons: [
        {
          details: [
            sampleDetail({ unit_identifier: undefined, quantity: 12 }),
            sampleDetail({ line_identifier: '2' }),
            sampleDetail({ line_identifier: '3' }),
          ],
        },
      ],
    });

  test.each(['Blanket', 'blanket'])('asn_type %s removes the checks on units and overages', (asnType) => {
    const findings = judgeAsn(JSON.parse(JSON.stringify(blanket('B-1', asnType))), 1);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['asn.asn_type.blanket', 'note'],
    ]);
    expect(describeFinding(findings[0]!).includes('Write it as Blanket')).toBe(asnType !== 'Blanket');
    expect(errorsOf(blanket('B-1', 'Standard'))).toHaveLength(3);
  });

  test('it shares units with other ASNs, in the input, in the records and in the sandbox', async () => {
    const { cli, sandbox } = await recorded(withDetail({}, { asn_number: 'A-1' }));
    cli.file('blanket.json', JSON.stringify([blanket('B-1'), blanket('B-2')]));
    expect(await inside(cli).json(['asns', 'create', 'blanket.json', '--yes'])).toMatchObject({
      exit: 0,
      asns: { queued: 2, refused: 0 },
    });
    expect(sandbox.asns()).toHaveLength(3);
    // Without Blanket the unit is the one of A-1 still.
    cli.file('other.json', JSON.stringify(withDetail({}, { asn_number: 'A-2' })));
    expect(await inside(cli).json(['asns', 'create', 'other.json', '--yes'])).toMatchObject({
      exit: 3,
      refused: { by_code: [{ code: 'asn.unit.recorded' }] },
    });
  });
});

describe('the life of an ASN', () => {
  test('the sandbox: delivered closes nothing; a reception and cancelled do', async () => {
    const { sandbox, createAsn, updateAsn, post } = await sandboxWithClient();
    const asn = (status: string) => asnOf('A/1', { status });
    await createAsn(asn('shipped'));
    expect((await updateAsn('A/1', asn('delivered'))).status).toBe(202);
    expect((await updateAsn('A/1', asn('shipped'))).status).toBe(202);
    expect((await post('/_sandbox/asns/A%2F1/receive', '')).json).toMatchObject({ received: true });
    expect(sandbox.asns()[0]?.receptions).toHaveLength(1);
    expect(answered(await updateAsn('A/1', asn('delivered')))).toEqual([
      { field: 'asn_number', code: 'has_receptions' },
    ]);
    await createAsn(asnOf('A-2'));
    await updateAsn('A-2', asnOf('A-2', { status: 'cancelled' }));
    expect(answered(await updateAsn('A-2', asnOf('A-2')))).toEqual([{ field: 'status', code: 'not_active' }]);
    // "cancelled blocks receiving"
    expect(sandbox.receiveAsn('A-2')).toBe('blocked');
    expect((await post('/_sandbox/asns/A-2/receive', '')).status).toBe(409);
    expect((await post('/_sandbox/asns/nobody/receive', '')).status).toBe(404);
  });

  test('a reception survives the sandbox, and is of one program', async () => {
    const data = temporaryFolder();
    const first = await sandboxFor({ data });
    const cli = makeCli({ target: first });
    await adopted(
      cli,
      first,
      asnOf('A-1'),
      withDetail({ unit_identifier: 'U-9' }, { asn_number: 'A-1', program_identifier: 'OTHER' }),
    );
    expect(first.receiveAsn('A-1')).toBe('ambiguous');
    expect(first.receiveAsn('A-1', 'OTHER')).toBe('received');
    await first.close();
    const again = await sandboxFor({ data });
    expect(again.asns().map((one) => [one.program_identifier, one.receptions.length])).toEqual([
      ['PRG-1', 0],
      ['OTHER', 1],
    ]);
  });

  test('the tool warns of cancelled only, and says what a reception means', async () => {
    const { cli, sandbox } = await recorded(asnOf('A-1', { status: 'delivered' }), asnOf('A-2'));
    expect(await update(cli, 'A-1', '--carrier', 'UPS')).toMatchObject({ exit: 0, warnings: [] });
    sandbox.receiveAsn('A-1');
    const late = await update(cli, 'A-1', '--carrier', 'DHL');
    expect(late).toMatchObject({ exit: 3, refusals: [{ code: 'has_receptions' }] });
    expect(late.refusals[0]?.message).toContain('receiving has begun');
    await update(cli, 'A-2', '--status', 'cancelled');
    expect((await update(cli, 'A-2', '--carrier', 'UPS')).warnings.map(({ code }) => code)).toEqual([
      'asn.ended',
    ]);
  });
});

describe('ship_date', () => {
  test.each([
    ['2026-05-01', ['2026-05-01T00:00:00']],
    ['2026-05-01T08:30:00+02:00', ['2026-05-01T00:00:00']],
    ['2026/5/1', ['2026-05-01T00:00:00']],
    ['20260501', ['2026-05-01T00:00:00']],
    ['01.05.2026 14:00', ['2026-05-01T00:00:00', '2026-01-05T00:00:00']],
    ['05/01/2026', ['2026-05-01T00:00:00', '2026-01-05T00:00:00']],
    ['31/05/2026', ['2026-05-31T00:00:00']],
    ['1 May 2026', ['2026-05-01T00:00:00']],
    ['May 1, 2026', ['2026-05-01T00:00:00']],
    ['2026-02-30', []],
    ['soon', []],
    ['12345', []],
  ])('the finding offers the corrected text of %s', (text, days) => {
    expect(shipDatesOf(text)).toEqual(days);
    const [finding] = judgeAsn(sampleAsn({ ship_date: text }), 1);
    for (const day of days) expect(describeFinding(finding!)).toContain(day);
  });

  test('flags complete a plain day, and nothing else', async () => {
    const { cli, stored } = await recorded(asnOf('A-1'));
    await update(cli, 'A-1', '--ship-date', '2026-05-01');
    expect(stored('A-1')?.asn).toMatchObject({ ship_date: '2026-05-01T00:00:00' });
    await update(cli, 'A-1', '--set', 'ship_date=2026-05-02');
    expect(stored('A-1')?.asn).toMatchObject({ ship_date: '2026-05-02T00:00:00' });
    const zoned = await update(cli, 'A-1', '--ship-date', '2026-05-03T00:00:00Z');
    expect(zoned.refusals[0]?.message).toContain('write 2026-05-03T00:00:00');
    expect(await update(cli, 'A-1', '--ship-date', '2026-02-30')).toMatchObject({ exit: 3 });
  });

  test('a cell stays as it is, with the finding under it', async () => {
    const cli = makeCli();
    const { stdout: template } = await inside(cli).run(['asns', 'template']);
    const [header = '', row = ''] = template.split('\n');
    const cells = row.split(',');
    cells[header.split(',').indexOf('ship_date')] = '2026-05-01';
    cli.file('a.csv', `${header}\n${cells.join(',')}\n`);
    expect(await inside(cli).json(['asns', 'check', 'a.csv'])).toMatchObject({
      exit: 3,
      findings: [
        {
          code: 'asn.ship_date.form',
          line: 2,
          message: expect.stringContaining('write 2026-05-01T00:00:00'),
        },
      ],
    });
  });
});

test('an empty unit_identifier in a sku ASN is a finding, and the sandbox refuses it', async () => {
  const asn = withSkuDetail({ unit_identifier: '' });
  const field = 'cartons[0].details[0].unit_identifier';
  expect(errorsOf(asn)).toEqual([`asn.sku.unit_key ${field}`]);
  expect(describeFinding(judgeAsn(asn, 1)[0]!)).toContain('not even empty');
  expect(explain('asn.sku.unit_key')?.explanation).toContain('empty');
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(asn))).toEqual([{ field, code: 'unit_key' }]);
});

test('a line identifier stands once in an ASN, whatever the carton; units of one line share theirs', async () => {
  const details = (one: object, two: object) => ({
    cartons: [{ details: [sampleDetail({ ...one })] }, { details: [sampleDetail({ ...two })] }],
  });
  const sku = { unit_identifier: undefined, quantity: 3 };
  const twice = sampleAsn({ details_type: 'sku', ...details(sku, sku) });
  const field = 'cartons[1].details[0].line_identifier';
  expect(errorsOf(twice)).toEqual([`asn.line.duplicate ${field}`]);
  expect(errorsOf(sampleAsn(details({}, { unit_identifier: 'U-2', sku: 'CAP' })))).toEqual([
    `asn.line.duplicate ${field}`,
  ]);
  expect(errorsOf(sampleAsn(details({}, { unit_identifier: 'U-2' })))).toEqual([]);
  expect(explain('asn.line.duplicate')).toBeDefined();
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(twice))).toEqual([{ field, code: 'not_unique' }]);
});

test('a request without Accept, or that leaves JSON out, gets 400 and the reason', async () => {
  const { url, bearer, createAsn, orders } = await sandboxWithClient();
  const { send } = await import('../sandbox/client.ts');
  const body = JSON.stringify(sampleAsn());
  const headers = { ...(await bearer()), 'content-type': 'application/json' };
  const without = await send(url, 'POST', '/asns', body, headers);
  expect([without.status, without.json]).toEqual([
    400,
    { message: 'The Accept header is missing; it must be application/json.' },
  ]);
  expect((await createAsn(sampleAsn(), { accept: 'text/html' })).status).toBe(400);
  expect((await orders([], { accept: 'text/html' })).status).toBe(400);
  expect((await createAsn(sampleAsn(), { accept: '*/*' })).status).toBe(202);
  expect(explain('request.accept.missing')?.explanation).toContain('Accept: application/json');
});

describe('the time of sending', () => {
  const OLD = '2026-01-01T00:00:00Z';

  test('an update renews messagetimestamp where the record has one, and shows it quietly', async () => {
    const { cli, stored } = await recorded(asnOf('A-1', { messagetimestamp: OLD }), asnOf('A-2'));
    const began = Date.now();
    const done = await inside(cli).run(['asns', 'update', 'A-1', '--status', 'shipped', '--yes']);
    const { messagetimestamp: sent } = stored('A-1')!.asn as { messagetimestamp: string };
    expect(Date.parse(sent)).toBeGreaterThanOrEqual(began - 1);
    expect(Date.parse(sent)).toBeLessThanOrEqual(Date.now());
    expect(done.stdout).toMatch(/~ status .*\n {4}messagetimestamp +"[^"]+" \(renewed\)/);
    await update(cli, 'A-2', '--status', 'shipped');
    expect(stored('A-2')?.asn).not.toHaveProperty('messagetimestamp');
  });

  test('of many it is one quiet line', async () => {
    const { cli } = await recorded(
      asnOf('A-1', { messagetimestamp: OLD }),
      asnOf('A-2', { messagetimestamp: '2026-01-02T00:00:00Z' }),
    );
    cli.file('list.txt', 'A-1\nA-2\n');
    const args = ['asns', 'update', '--select', 'list.txt', '--status', 'shipped', '--yes'];
    const { stdout } = await inside(cli).run(args);
    expect(stdout.match(/messagetimestamp/g)).toHaveLength(1);
    expect(stdout).toMatch(/messagetimestamp .* \(renewed\) {2}2 ASNs/);
  });

  test('it alone is no change; one that is given stays as given', async () => {
    const { cli, stored } = await recorded(asnOf('A-1', { messagetimestamp: OLD }));
    expect(await update(cli, 'A-1', '--status', 'pending')).toMatchObject({ state: 'unchanged' });
    const given = '2026-02-02T00:00:00Z';
    await update(cli, 'A-1', '--set', `messagetimestamp=${given}`);
    expect(stored('A-1')?.asn).toMatchObject({ messagetimestamp: given });
    cli.file('whole.json', JSON.stringify(asnOf('A-1', { messagetimestamp: OLD, carrier: 'UPS' })));
    await update(cli, 'A-1', 'whole.json');
    expect(stored('A-1')?.asn).toMatchObject({ messagetimestamp: OLD, carrier: 'UPS' });
  });
});

test('--set reaches the status of a line, which knows the words of the ASN', async () => {
  const { cli, stored } = await recorded(asnOf('A-1'));
  const line = 'cartons[0].details[0].status';
  const done = await update(cli, 'A-1', '--set', `${line}=cancelled`);
  expect(done).toMatchObject({ exit: 0, changes: [{ path: line, after: 'cancelled' }] });
  expect(done.warnings.map(({ code }) => code)).toEqual(['asn.cancelled']);
  expect(stored('A-1')).toMatchObject({
    status: 'pending',
    asn: { cartons: [{ details: [{ status: 'cancelled' }] }] },
  });
  const wrong = await update(cli, 'A-1', '--set', `${line}=canceled`);
  expect(wrong.refusals[0]).toMatchObject({ code: 'asn.status.unknown', field: line });
  const { createAsn } = await sandboxWithClient();
  expect(answered(await createAsn(withDetail({ status: 'canceled' })))).toEqual([
    { field: line, code: 'unknown' },
  ]);
});

describe('the form', () => {
  /** Answers by the beginning of what a question says; else its default, or no. */
  function answer<T>(form: Form<T>, answers: Readonly<Record<string, string>>) {
    const questions: Question[] = [];
    let step = form.next();
    while (!step.done) {
      const question = step.value;
      questions.push(question);
      const key = Object.keys(answers).find((name) => question.message.includes(name));
      const initial = 'initial' in question ? question.initial : undefined;
      const usual = question.kind === 'choose' ? question.choices[0]!.value : '';
      const text =
        key === undefined ? (question.kind === 'confirm' ? 'no' : String(initial ?? usual)) : answers[key]!;
      if (question.kind === 'text') expect(question.check(text), question.message).toBeUndefined();
      step = form.next(text);
    }
    return { value: step.value, questions };
  }

  function filled(more: Readonly<Record<string, string>> = {}): Filled {
    const known = {
      programs: [],
      ...{ from: undefined, to: undefined, recorded: () => undefined },
      judge: (asn: unknown) => judgeAsn(asn, 2),
      sentence: describeFinding,
    };
    return answer(asnForm(known), {
      Program: 'PRG-1',
      'From: identifier': 'STORE-7',
      'To: identifier': 'WH-1',
      'ASN number': 'A-1',
      'Ship date': '2026-05-01',
      Carrier: 'UPS',
      'unit identifier': 'U-1',
      SKU: 'TEE',
      ...more,
    }).value;
  }
  const correct = (form: Filled, label: string, answers: Readonly<Record<string, string>>) =>
    answer(form.correct(form.answers().find((one) => one.label === label)!), answers);

  it('completes a plain day, and one answer can be given again', () => {
    const form = filled();
    expect(form.asn['ship_date']).toBe('2026-05-01T00:00:00');
    const { questions } = correct(form, 'Carrier', { Carrier: 'DHL' });
    expect(questions).toMatchObject([{ message: 'Carrier (- for none)', initial: 'UPS' }]);
    expect(form.asn['carrier']).toBe('DHL');
    correct(form, 'Carrier', { Carrier: '-' });
    expect(form.asn).not.toHaveProperty('carrier');
    expect(
      form
        .answers()
        .find(({ label }) => label === 'Carrier')
        ?.value(),
    ).toBe('');
    expect(judgeAsn(form.asn, 2)).toEqual([]);
  });

  it('asks what another answer needs because of it, and forgets what it forbids', () => {
    const form = filled();
    correct(form, 'What is known of the contents', { 'What is known': 'sku', quantity: '12' });
    expect(form.asn['cartons']).toEqual([{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }]);
    expect(form.answers().map(({ label }) => label)).not.toContain('Carton 1, line 1: unit identifier');
    correct(form, 'Carton 1: refers to', { 'refers to': 'RMA', 'identifier of the RMA': 'RMA-1' });
    expect(form.asn['cartons']).toMatchObject([{ reference: { type: 'RMA', identifier: 'RMA-1' } }]);
    correct(form, 'Carton 1: refers to', { 'refers to': '' });
    expect(form.asn['cartons']).toEqual([{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }]);
    expect(judgeAsn(form.asn, 2)).toEqual([]);
  });

  it('does not let a correction break what stands further down', () => {
    const form = filled();
    const [carton] = form.asn['cartons'] as { details: object[] }[];
    carton!.details.push({ line_identifier: '2', unit_identifier: 'U-2', sku: 'TEE', quantity: 1 });
    const unit = form.answers().find(({ label }) => label.endsWith('unit identifier'))!;
    const [question] = [form.correct(unit).next().value as Question];
    expect(question.kind === 'text' && question.check('U-2')).toContain('already stands at');
    expect(question.kind === 'text' && question.check('U-3')).toBeUndefined();
  });

  test.skipIf(!hasPty)('on a terminal: a numbered summary, one number, the new answer is sent', async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    const screen = onTerminal(cli, ['asns', 'create']);
    const enter = (text: string) => `${text}${KEY.enter}`;
    await screen.type('Program', enter('PRG-1'));
    await screen.type('From: identifier', enter('STORE-7'));
    await screen.type('From: its type', KEY.enter);
    await screen.type('To: identifier', enter('WH-1'));
    await screen.type('To: its type', KEY.enter);
    await screen.type('ASN number', enter('A-1'));
    await screen.type('unit: every unit', KEY.enter);
    await screen.type('Status', KEY.enter);
    await screen.type('Ship date', enter('2026-05-01'));
    for (const name of ['Tracking number', 'Carrier', 'Shipment identifier', 'Carton 1: identifier'])
      await screen.type(name, KEY.enter);
    await screen.type('Carton 1: refers to', KEY.enter);
    await screen.type('line identifier', KEY.enter);
    await screen.type('unit identifier', enter('U-1'));
    await screen.type('SKU', enter('TEEE'));
    await screen.type('more to say?', KEY.enter);
    await screen.type('Another line', KEY.enter);
    await screen.type('Another carton?', KEY.enter);
    await screen.shows('17  Carton 1, line 1: SKU');
    await screen.shows('TEEE');
    await screen.type('What now?', KEY.down + KEY.down + KEY.down + KEY.enter);
    await screen.type('Number of the answer', enter('99'));
    await screen.type('Give a number from 1 to 17', enter('\u001517'));
    await screen.type('line 1: SKU:', enter('TEE'));
    await screen.shows('17  Carton 1, line 1: SKU');
    await screen.type('What now?', KEY.enter);
    expect(await screen.ended, screen.text()).toBe(0);
    expect(sandbox.asns()[0]?.asn).toMatchObject({
      ship_date: '2026-05-01T00:00:00',
      cartons: [{ details: [{ sku: 'TEE' }] }],
    });
    for (const line of screen.lines()) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

describe('--edit', () => {
  const drafts = (cli: Cli) => cli.files().filter((file) => file.includes('.edit.json'));
  const BREAK = `sh -c 'printf "{ my work" >> "$1"' sh`;

  test.skipIf(!hasPty)('a text that fails is kept, offered again, and gone once it is queued', async () => {
    const { cli, stored } = await recorded(asnOf('A-1'));
    const first = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: BREAK } });
    await first.type('Open it again?', 'n\r');
    expect(await first.ended).toBe(2);
    const [file = ''] = drafts(cli);
    const full = path.resolve(cli.root, file);
    expect(first.text().replace(/\s+/g, '')).toContain(`Whatyoueditediskept:${full}`);
    expect(fs.readFileSync(full, 'utf8')).toContain('{ my work');
    expect(fs.statSync(full).mode & 0o777).toBe(0o600);

    const mend = `sh -c 'sed -i -e "s/{ my work//" -e "s/pending/shipped/" "$1"' sh`;
    const second = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: mend } });
    await second.type('Go on with it?', KEY.enter);
    await second.shows('"pending" -> "shipped"');
    await second.type('Send this change', KEY.enter);
    expect(await second.ended).toBe(0);
    // Not sent, so it is kept still: as it was mended.
    expect(fs.readFileSync(full, 'utf8')).not.toContain('my work');

    const third = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: 'true' } });
    await third.type('Go on with it?', KEY.enter);
    await third.type('Send this change', 'y\r');
    expect(await third.ended, third.text()).toBe(0);
    expect(stored('A-1')?.status).toBe('shipped');
    expect(drafts(cli)).toEqual([]);
  });

  test.skipIf(!hasPty)('who declines the kept text does not lose it by closing the editor', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const first = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: BREAK } });
    await first.type('Open it again?', KEY.ctrlC);
    expect(await first.ended).toBe(130);
    const second = onTerminal(cli, ['asns', 'update', 'A-1', '--edit'], { env: { EDITOR: 'true' } });
    await second.type('Go on with it?', 'n\r');
    expect(await second.ended).toBe(0);
    expect(second.text()).not.toContain('What you edited is kept');
    expect(drafts(cli)).toHaveLength(1);
  });

  test('without a terminal the text is kept and its path said; the record is what the next edit begins with', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const env = { EDITOR: BREAK };
    const ended = await cli.run(['asns', 'update', 'A-1', '--edit', '--yes'], { env });
    expect(ended.code).toBe(6);
    const [file = ''] = drafts(cli);
    expect(ended.stderr).toContain(path.resolve(cli.root, file));
    const shipped = `sh -c 'sed -i s/pending/shipped/ "$1"' sh`;
    expect(
      await cli.run(['asns', 'update', 'A-1', '--edit', '--yes'], { env: { EDITOR: shipped } }),
    ).toMatchObject({ code: 0 });
    expect(drafts(cli)).toEqual([]);
  });

  test('an editor that ends with an error after it saved loses nothing either', async () => {
    const { cli } = await recorded(asnOf('A-1'));
    const env = { EDITOR: `sh -c 'sed -i s/pending/shipped/ "$1"; exit 1' sh` };
    const ended = await cli.run(['asns', 'update', 'A-1', '--edit', '--yes'], { env });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('What you edited is kept') });
    expect(drafts(cli)).toHaveLength(1);
  });
});

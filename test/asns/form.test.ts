// The form as data: answers become an ASN that the contract accepts, and wrong answers get the sentence of
// the rule they violate.
import fs from 'node:fs';
import type { PassThrough } from 'node:stream';
import { expect, it, test } from 'vitest';
import { asnForm } from '../../src/asns/form/asn-form.ts';
import type { Draft, FormContext, Question } from '../../src/asns/form/form-draft.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { run } from '../../src/main.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { testPlatform } from '../helpers/platform.ts';
import { KEY } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { fillForm } from './support.ts';

const known = (more: Partial<FormContext> = {}): FormContext => ({
  programs: [],
  from: undefined,
  to: undefined,
  recorded: () => undefined,
  checks: (asn) => validateAsn(asn, 2),
  sentence: describeFinding,
  ...more,
});

interface Asked {
  readonly asn: Draft;
  readonly questions: readonly Question[];
  readonly complaints: readonly string[];
}

/**
 * Answers `[question, answer]` in sequence; `!` before an answer means that it must be refused. Otherwise the
 * default.
 */
function fill(
  answers: readonly (readonly [question: string, answer: string])[],
  more: Partial<FormContext> = {},
): Asked {
  const left = [...answers];
  const questions: Question[] = [];
  const complaints: string[] = [];
  const form = asnForm(known(more));
  let step = form.next();
  while (!step.done) {
    const question = step.value;
    questions.push(question);
    let answer: string | undefined;
    while (left[0] !== undefined && question.message.includes(left[0][0]) && answer === undefined) {
      const [, given] = left.shift()!;
      const wrong = question.kind === 'text' ? question.check(given.replace(/^!/, '')) : undefined;
      if (given.startsWith('!')) complaints.push(wrong ?? 'no complaint');
      else {
        expect(wrong, `${question.message} ${given}`).toBeUndefined();
        answer = given;
      }
    }
    if (answer === undefined) {
      answer =
        question.kind === 'confirm'
          ? 'no'
          : question.kind === 'choose'
            ? question.choices[0]!.value
            : (question.initial ?? '');
      if (question.kind === 'text')
        expect(question.check(answer), `default of ${question.message}`).toBeUndefined();
    }
    step = form.next(answer);
  }
  expect(left, 'answers to questions that were never asked').toEqual([]);
  return { asn: step.value.asn, questions, complaints };
}

const START = [
  ['Program', 'PRG-1'],
  ['From: identifier', 'STORE-7'],
  ['To: identifier', 'WH-1'],
  ['ASN number', 'ASN-1'],
] as const;

it('makes a valid unit ASN with two cartons, references and more fields; line numbers increase', () => {
  const { asn } = fill([
    ...START,
    ['Ship date', '2026-03-02T00:00:00'],
    ['Carton 1: identifier', 'C-1'],
    ['Carton 1: refers to', 'RMA'],
    ['identifier of the RMA', 'RMA-9'],
    ['unit identifier', 'U-1'],
    ['SKU', '00123'],
    ['more to say', 'serial_number'],
    ['serial_number', 'SN1'],
    ['more to say', 'eligibility_flags'],
    ['eligibility_flags', 'a | b'],
    ['Another line', 'yes'],
    ['unit identifier', 'U-2'],
    ['Another carton', 'yes'],
    ['unit identifier', 'U-3'],
  ]);
  expect(asn).toEqual({
    program_identifier: 'PRG-1',
    from: { identifier: 'STORE-7', type: 'store' },
    to: { identifier: 'WH-1', type: 'warehouse' },
    ...{ asn_number: 'ASN-1', details_type: 'unit', status: 'pending', ship_date: '2026-03-02T00:00:00' },
    cartons: [
      {
        identifier: 'C-1',
        reference: { type: 'RMA', identifier: 'RMA-9' },
        details: [
          {
            ...{
              line_identifier: '1',
              unit_identifier: 'U-1',
              sku: '00123',
              quantity: 1,
              serial_number: 'SN1',
            },
            eligibility_flags: ['a', 'b'],
          },
          { line_identifier: '2', unit_identifier: 'U-2', sku: '00123', quantity: 1 },
        ],
      },
      { details: [{ line_identifier: '3', unit_identifier: 'U-3', sku: '00123', quantity: 1 }] },
    ],
  });
  expect(validateAsn(asn, 2)).toEqual([]);
});

it('asks a sku ASN for quantities and offers no per-unit key', () => {
  const { asn, questions } = fill([...START, ['What is known', 'sku'], ['SKU', 'TEE'], ['quantity', '12']]);
  expect(asn['cartons']).toEqual([{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }]);
  const more = questions.find((question) => question.message.includes('more to say'));
  expect(more?.kind === 'choose' && more.choices.map(({ value }) => value)).not.toContain('serial_number');
  expect(validateAsn(asn, 2)).toEqual([]);
});

test('each wrong answer gets the sentence of its rule at once', () => {
  const { complaints } = fill(
    [
      ['Program', '!'],
      ...START.slice(0, 3),
      ['ASN number', '!ASN-OLD'],
      ['ASN number', 'ASN-1'],
      ['Ship date', '!2026-03-02T08:00'],
      ['Ship date', '2026-03-02'],
      ['unit identifier', '!'],
      ['unit identifier', 'U-1'],
      ['SKU', '!'],
      ['SKU', 'TEE'],
      ['more to say', 'upc'],
      ['upc', '!12 34'],
      ['upc', '1234'],
      ['more to say', 'asin'],
      ['asin', '!B0'],
      ['asin', 'B00EXAMPLE'],
      ['Another line', 'yes'],
      ['unit identifier', '!U-1'],
      ['unit identifier', 'U-2'],
    ],
    { recorded: (_program, number) => (number === 'ASN-OLD' ? 'recorded already' : undefined) },
  );
  expect(complaints).toEqual([
    'It cannot be empty.',
    'recorded already',
    expect.stringContaining('write 2026-03-02T00:00:00'),
    'It cannot be empty.',
    'It cannot be empty.',
    expect.stringContaining('letters and numbers only'),
    expect.stringContaining('exactly 10'),
    expect.stringContaining('already stands at cartons[0].details[0].unit_identifier'),
  ]);
  expect(
    fill([
      ...START,
      ['What is known', 'sku'],
      ['SKU', 'A'],
      ['quantity', '!1.5'],
      ['quantity', '!0'],
      ['quantity', '2'],
    ]).complaints,
  ).toEqual(['Write a whole number.', expect.stringContaining('must be 1 or more')]);
});

it('offers recorded programs and the locations of the last ASN', () => {
  const last = {
    programs: ['PRG-2', 'PRG-1'],
    from: { identifier: 'S', type: 'outlet' },
    to: { identifier: 'W', type: 'hub' },
  };
  const { asn } = fill(
    [
      ['ASN number', 'A'],
      ['unit identifier', 'U'],
      ['SKU', 'T'],
    ],
    last,
  );
  expect(asn).toMatchObject({ program_identifier: 'PRG-2', from: last.from, to: last.to });
  const other = fill(
    [
      ['Program', ''],
      ['Program (supplied', 'NEW'],
      ['ASN number', 'A'],
      ['unit identifier', 'U'],
      ['SKU', 'T'],
    ],
    last,
  );
  expect(other.asn['program_identifier']).toBe('NEW');
});

test('the answers are saved when the service refuses them, and can be sent from the file', async () => {
  const body = { message: 'no', errors: [{ field: 'carrier', code: 'missing_field' }] };
  const sandbox = await sandboxFor({ faults: [{ on: 'asnCreate', do: { status: 422, body }, first: 1 }] });
  const env = targetEnvironment(sandbox);
  const world = testPlatform({ env: { ...env, TERM: 'dumb' }, terminal: { stdin: true, stderr: true } });
  const ended = run(['asns', 'create'], world.platform);
  const stdin = world.platform.terminal.streams.stdin as PassThrough;
  let seen = 0;
  const type = async (question: string, keys: string) => {
    for (;;) {
      const at = world.stderr().indexOf(question, seen);
      if (at !== -1) {
        seen = at + question.length;
        break;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    stdin.write(keys);
  };
  const answers = { ...Object.fromEntries(START), 'unit identifier': 'U-1', SKU: 'TEE' };
  await fillForm(type, answers);
  await type('What now?', KEY.enter);
  expect(await ended, world.stderr().slice(-1500)).toBe(3);
  const [, file] = /returns asns create (?:\\\n *)?(\S+ASN-1\.json)/.exec(world.stderr()) ?? [];
  expect(JSON.parse(fs.readFileSync(file!, 'utf8'))).toMatchObject({ asn_number: 'ASN-1' });
  expect(fs.statSync(file!).mode & 0o777).toBe(0o600);
  const again = testPlatform({ root: world.root, env });
  expect(await run(['asns', 'create', file!], again.platform)).toBe(0);
  expect(sandbox.asns().map((asn) => asn.asn_number)).toEqual(['ASN-1']);
});

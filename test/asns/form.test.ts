// The form as data: answers become an ASN that the contract accepts, and wrong answers get the sentence of
// the rule they violate.
import fs from 'node:fs';
import type { PassThrough } from 'node:stream';
import { expect, it, test } from 'vitest';
import { AsnForm, type FormContext } from '../../src/asns/form/asn-form.ts';
import type { Ask } from '../../src/cli/ask.ts';
import { asnNumberRecorded } from '../../src/contract/asn-rules/across.ts';
import { found } from '../../src/contract/finding.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { run } from '../../src/main.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { KEY } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { fillForm } from './support.ts';

const known = (more: Partial<FormContext> = {}): FormContext => ({
  last: undefined,
  checks: (asn) => validateAsn(asn, 2),
  ...more,
});

/**
 * Answers `[question, answer]` in sequence; `!` before an answer means that it must be refused. Otherwise the
 * default.
 */
async function fill(
  answers: readonly (readonly [question: string, answer: string])[],
  more: Partial<FormContext> = {},
) {
  const left = [...answers];
  const complaints: string[] = [];
  const next = (question: string) =>
    left[0] !== undefined && question.includes(left[0][0]) ? left.shift()![1] : undefined;
  const text: Ask['text'] = async (question, { initial = '', check = () => undefined } = {}) => {
    for (;;) {
      const given = next(question);
      const answer = given?.replace(/^!/, '') ?? initial;
      const wrong = check(answer);
      if (given?.startsWith('!')) complaints.push(wrong ?? 'no complaint');
      else {
        expect(wrong, `${question} ${answer}`).toBeUndefined();
        return answer;
      }
    }
  };
  const ask = {
    text,
    async choose(question: string, choices: readonly { readonly value: string }[]) {
      const values = choices.map(({ value }) => value);
      return next(question) ?? values[0];
    },
    confirm: async (question: string) => next(question) === 'yes',
  } as unknown as Ask;
  const asn = await new AsnForm(ask, known(more)).fill();
  expect(left, 'answers to questions that were never asked').toEqual([]);
  return { asn, complaints };
}

const START = [
  ['Program', 'PRG-1'],
  ['From: identifier', 'STORE-7'],
  ['To: identifier', 'WH-1'],
  ['ASN number', 'ASN-1'],
] as const;

it('makes a valid unit ASN with two cartons, references; line numbers increase', async () => {
  const { asn } = await fill([
    ...START,
    ['Ship date', '2026-03-02'],
    ['Carton 1: identifier', 'C-1'],
    ['Carton 1: refers to', 'RMA'],
    ['identifier of the RMA', 'RMA-9'],
    ['unit identifier', 'U-1'],
    ['SKU', '00123'],
    ['Another line', 'yes'],
    ['unit identifier', 'U-2'],
    ['SKU', '00123'],
    ['Another carton', 'yes'],
    ['unit identifier', 'U-3'],
    ['SKU', '00123'],
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
          { line_identifier: '1', unit_identifier: 'U-1', sku: '00123', quantity: 1 },
          { line_identifier: '2', unit_identifier: 'U-2', sku: '00123', quantity: 1 },
        ],
      },
      { details: [{ line_identifier: '3', unit_identifier: 'U-3', sku: '00123', quantity: 1 }] },
    ],
  });
  expect(validateAsn(asn, 2)).toEqual([]);
});

const taken = (asn: unknown) =>
  (asn as { asn_number?: string }).asn_number === 'ASN-OLD'
    ? [found(asnNumberRecorded, 'asn_number', { number: 'ASN-OLD' })]
    : [];

test('each wrong answer gets the sentence of its rule at once', async () => {
  const { complaints } = await fill(
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
      ['Another line', 'yes'],
      ['unit identifier', '!U-1'],
      ['unit identifier', 'U-2'],
      ['SKU', 'TEE'],
    ],
    { checks: (asn) => [...validateAsn(asn, 2), ...taken(asn)] },
  );
  expect(complaints).toEqual([
    'It cannot be empty.',
    expect.stringContaining('queued before with other content'),
    expect.stringContaining('write 2026-03-02T00:00:00'),
    'It cannot be empty.',
    'It cannot be empty.',
    expect.stringContaining('already stands at cartons[0].details[0].unit_identifier'),
  ]);
  const quantities = ['!1.5', '!0', '2'].map((answer) => ['quantity', answer] as const);
  const counted = await fill([...START, ['What is known', 'sku'], ['SKU', 'A'], ...quantities]);
  expect(counted.complaints).toEqual(['Write a whole number.', expect.stringContaining('must be 1 or more')]);
});

it('proposes program and locations of the ASN that was recorded last', async () => {
  const last = {
    program_identifier: 'PRG-2',
    from: { identifier: 'S', type: 'outlet' },
    to: { identifier: 'W', type: 'hub' },
  };
  const answers = Object.entries({ 'ASN number': 'A', 'unit identifier': 'U', SKU: 'T' });
  const { asn } = await fill(answers, { last });
  expect(asn).toMatchObject(last);
  const other = await fill([['Program', 'NEW'], ...answers], { last });
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

// The form of ASNs: answers that are corrected in a second round, completed, or required by another answer.
import { describe, expect, it, test } from 'vitest';
import { asnForm } from '../../src/asns/form/asn-form.ts';
import { askForm } from '../../src/asns/text/create-form.ts';
import type { Ask } from '../../src/cli/ask.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { makeCli } from '../helpers/cli.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { fillForm } from './support.ts';

describe('the form', () => {
  const begin = () =>
    asnForm({
      programs: [],
      ...{ from: undefined, to: undefined, recorded: () => undefined },
      checks: (asn) => validateAsn(asn, 2),
      sentence: describeFinding,
    });

  /** Answers by a part of the question; several answers of one question in turn; otherwise the default, or no. */
  function person(answers: Readonly<Record<string, string | string[]>>) {
    const left = new Map(Object.entries(answers).map(([name, given]) => [name, [given].flat()]));
    const asked: string[] = [];
    const say = (question: string) => {
      asked.push(question);
      return [...left].find(([name, given]) => question.includes(name) && given.length > 0)?.[1].shift();
    };
    const ask = {
      async text(question: string, options: Parameters<Ask['text']>[1] = {}) {
        for (;;) {
          const text = say(`${question} ${options.initial ?? ''}`.trimEnd()) ?? options.initial ?? '';
          const complaint = options.check?.(text);
          if (complaint === undefined) return text;
          asked.push(complaint);
        }
      },
      choose: async (question: string, choices: readonly { value: string }[], initial?: string) =>
        say(question) ?? initial ?? choices[0]!.value,
      confirm: async (question: string) => say(question) === 'yes',
    } as unknown as Ask;
    return { ask, asked };
  }

  const filled = (more: Readonly<Record<string, string | string[]>> = {}) =>
    askForm(
      begin(),
      person({
        Program: 'PRG-1',
        'From: identifier': 'STORE-7',
        'To: identifier': 'WH-1',
        'ASN number': 'A-1',
        'Ship date': '2026-05-01',
        Carrier: 'UPS',
        'unit identifier': ['U-1', 'U-2'],
        SKU: 'TEE',
        ...more,
      }).ask,
    );
  type Done = Awaited<ReturnType<typeof filled>>;

  /** Again, with the earlier answers as defaults. */
  async function correct(form: Done, answers: Readonly<Record<string, string | string[]>>) {
    const { ask, asked } = person(answers);
    return { form: await askForm(begin(), ask, form.given), asked };
  }

  it('completes a plain day; in a second round one answer is changed, and one removed', async () => {
    const first = await filled();
    expect(first.value.asn['ship_date']).toBe('2026-05-01T00:00:00');
    const second = await correct(first, { Carrier: 'DHL' });
    expect(second.asked).toContain('Carrier (- for none): UPS');
    expect(second.form.value.asn).toEqual({ ...first.value.asn, carrier: 'DHL' });
    const { form } = await correct(second.form, { Carrier: '-' });
    expect(form.value.asn).not.toHaveProperty('carrier');
    expect(form.value.answers.find(({ label }) => label === 'Carrier')?.value).toBe('');
    expect(validateAsn(form.value.asn, 2)).toEqual([]);
  });

  it('asks for what a changed answer requires, and leaves out what it forbids', async () => {
    const first = await filled({ 'more to say': ['serial_number', ''], serial_number: 'SN1' });
    const sku = await correct(first, { 'What is known': 'sku', quantity: '12' });
    const plain = [{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }];
    expect(sku.form.value.asn['cartons']).toEqual(plain);
    expect(sku.form.value.answers.map(({ label }) => label)).not.toContain(
      'Carton 1, line 1: unit identifier',
    );
    expect(validateAsn(sku.form.value.asn, 2)).toEqual([]);
  });

  it('asks again for a later field that a correction makes wrong', async () => {
    const first = await filled({ 'Another line': ['yes', 'no'] });
    const units = {
      '1, line 1: unit identifier': 'U-2',
      'line 2: unit identifier': ['U-2', 'U-3'],
      'Another line': ['yes', 'no'],
    };
    const { form, asked } = await correct(first, units);
    expect(asked).toContainEqual(expect.stringContaining('already stands at cartons[0].details[0]'));
    expect(validateAsn(form.value.asn, 2)).toEqual([]);
  });

  test.skipIf(!hasPty)('on a terminal: a summary, a second round, the new answer is sent', async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    const screen = onTerminal(cli, ['asns', 'create']);
    await fillForm(screen.type, {
      ...{ Program: 'PRG-1', 'From: identifier': 'STORE-7', 'To: identifier': 'WH-1', 'ASN number': 'A-1' },
      ...{ 'Ship date': '2026-05-01', 'unit identifier': 'U-1', SKU: 'TEEE' },
    });
    await screen.shows('Carton 1, line 1: SKU');
    await screen.shows('TEEE');
    await screen.type('What now?', KEY.down + KEY.down + KEY.down + KEY.enter);
    await fillForm(screen.type, { SKU: 'TEE' });
    await screen.type('What now?', KEY.enter);
    expect(await screen.ended, screen.text()).toBe(0);
    expect(sandbox.asns()[0]?.asn).toMatchObject({
      ship_date: '2026-05-01T00:00:00',
      cartons: [{ details: [{ sku: 'TEE' }] }],
    });
    for (const line of screen.lines()) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

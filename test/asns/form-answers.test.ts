// The form of ASNs: answers that are corrected, completed, or required by another answer.
import { describe, expect, it, test } from 'vitest';
import { asnForm } from '../../src/asns/form/asn-form.ts';
import { askAgain, askForm } from '../../src/asns/text/create-form.ts';
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
      begin,
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

  async function correct(form: Done, label: string, answers: Readonly<Record<string, string | string[]>>) {
    const { ask, asked } = person(answers);
    const { key } = form.value.answers.find((one) => one.label === label)!;
    return { form: await askAgain(begin, ask, form.given, key), asked };
  }

  it('completes a plain day, and one answer can be given again', async () => {
    const first = await filled();
    expect(first.value.asn['ship_date']).toBe('2026-05-01T00:00:00');
    const second = await correct(first, 'Carrier', { Carrier: 'DHL' });
    expect(second.asked).toEqual(['Carrier (- for none): UPS']);
    expect(second.form.value.asn['carrier']).toBe('DHL');
    const { form } = await correct(second.form, 'Carrier', { Carrier: '-' });
    expect(form.value.asn).not.toHaveProperty('carrier');
    expect(form.value.answers.find(({ label }) => label === 'Carrier')?.value).toBe('');
    expect(validateAsn(form.value.asn, 2)).toEqual([]);
  });

  it('removes a further field of a line, which can be asked for again', async () => {
    const first = await filled({ 'more to say': ['upc', ''], upc: '1234' });
    const { form } = await correct(first, 'Carton 1, line 1: upc', { upc: '-' });
    expect(form.value.answers.map(({ label }) => label)).not.toContain('Carton 1, line 1: upc');
    expect(form.value.asn['cartons']).toEqual([
      { details: [{ line_identifier: '1', unit_identifier: 'U-1', sku: 'TEE', quantity: 1 }] },
    ]);
    const { asked } = await correct(form, 'Carrier', { Carrier: 'DHL' });
    expect(asked).toEqual(['Carrier (- for none): UPS']);
  });

  it('asks for what a changed answer requires, and removes what it forbids', async () => {
    const first = await filled({ 'more to say': ['serial_number', ''], serial_number: 'SN1' });
    const sku = await correct(first, 'What is known of the contents', {
      'What is known': 'sku',
      quantity: '12',
    });
    expect(sku.asked).toEqual(['What is known of the contents', 'Carton 1, line 1: quantity: 1']);
    const plain = [{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }];
    expect(sku.form.value.asn['cartons']).toEqual(plain);
    expect(sku.form.value.answers.map(({ label }) => label)).not.toContain(
      'Carton 1, line 1: unit identifier',
    );
    const answers = { 'refers to': 'RMA', 'identifier of the RMA': 'RMA-1' };
    const rma = await correct(sku.form, 'Carton 1: refers to', answers);
    expect(rma.form.value.asn['cartons']).toMatchObject([
      { reference: { type: 'RMA', identifier: 'RMA-1' } },
    ]);
    const { form } = await correct(rma.form, 'Carton 1: refers to', { 'refers to': '' });
    expect(form.value.asn['cartons']).toEqual(plain);
    expect(validateAsn(form.value.asn, 2)).toEqual([]);
  });

  it('asks again for a later field that a correction makes wrong', async () => {
    const first = await filled({ 'Another line': ['yes', 'no'] });
    const units = { '1, line 1: unit identifier': 'U-2', 'line 2: unit identifier': ['U-2', 'U-3'] };
    const { form, asked } = await correct(first, 'Carton 1, line 1: unit identifier', units);
    expect(asked).toEqual([
      'Carton 1, line 1: unit identifier: U-1',
      'Carton 1, line 2: unit identifier: U-2',
      expect.stringContaining('already stands at cartons[0].details[0]'),
      'Carton 1, line 2: unit identifier: U-2',
    ]);
    expect(validateAsn(form.value.asn, 2)).toEqual([]);
  });

  test.skipIf(!hasPty)('on a terminal: a numbered summary, one number, the new answer is sent', async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    const screen = onTerminal(cli, ['asns', 'create']);
    const enter = (text: string) => `${text}${KEY.enter}`;
    await fillForm(screen.type, {
      ...{ Program: 'PRG-1', 'From: identifier': 'STORE-7', 'To: identifier': 'WH-1', 'ASN number': 'A-1' },
      ...{ 'Ship date': '2026-05-01', 'unit identifier': 'U-1', SKU: 'TEEE' },
    });
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

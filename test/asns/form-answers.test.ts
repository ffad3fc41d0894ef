// The form of ASNs: answers that are corrected, completed, or required by another answer.
import { describe, expect, it, test } from 'vitest';
import { asnForm, type Filled } from '../../src/asns/form.ts';
import type { Form, Question } from '../../src/asns/form-draft.ts';
import { describeFinding } from '../../src/contract/contract-rules.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { makeCli } from '../helpers/cli.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

describe('the form', () => {
  /** Answers by the beginning of the question; otherwise the default, or no. */
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
      checks: (asn: unknown) => validateAsn(asn, 2),
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
    expect(validateAsn(form.asn, 2)).toEqual([]);
  });

  it('asks for what a changed answer requires, and removes what it forbids', () => {
    const form = filled();
    correct(form, 'What is known of the contents', { 'What is known': 'sku', quantity: '12' });
    expect(form.asn['cartons']).toEqual([{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }]);
    expect(form.answers().map(({ label }) => label)).not.toContain('Carton 1, line 1: unit identifier');
    correct(form, 'Carton 1: refers to', { 'refers to': 'RMA', 'identifier of the RMA': 'RMA-1' });
    expect(form.asn['cartons']).toMatchObject([{ reference: { type: 'RMA', identifier: 'RMA-1' } }]);
    correct(form, 'Carton 1: refers to', { 'refers to': '' });
    expect(form.asn['cartons']).toEqual([{ details: [{ line_identifier: '1', sku: 'TEE', quantity: 12 }] }]);
    expect(validateAsn(form.asn, 2)).toEqual([]);
  });

  it('does not let a correction cause errors in later fields', () => {
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

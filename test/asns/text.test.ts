// The form and the diff on a real pseudo-terminal; without a terminal, no question and no waiting.
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { hasPty, KEY, onTerminal } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created, fillForm } from './support.ts';

const enter = (text: string) => `${text}${KEY.enter}`;

test.skipIf(!hasPty)(
  'the form: asked question by question, a wrong answer again, shown, saved; its file can be sent',
  async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    await created(cli, asnOf('ASN-OLD'));
    const screen = onTerminal(cli, ['asns', 'create']);
    /** An answer that is refused in these words, and the one in its place. */
    const corrected = (wrong: string, words: string, right: string) =>
      [['', wrong] as const, [words, `\u0015${right}`] as const] as const;
    await fillForm(screen.type, {
      'ASN number': corrected('ASN-OLD', 'with other content', 'RMA-77'),
      Status: KEY.down,
      'Ship date': corrected('2026-03-02T08:00', 'without a zone; write', '2026-03-02'),
      'Tracking number': '1Z0001',
      'unit identifier': corrected('U-ASN-OLD', 'was queued with the ASN', 'U-77'),
      SKU: '00123',
    });
    await screen.shows('"asn_number": "RMA-77"');
    await screen.type('What now?', KEY.down + KEY.enter);
    expect(await screen.ended, screen.text()).toBe(0);
    const asn = {
      program_identifier: 'PRG-1',
      from: { identifier: 'STORE-7', type: 'store' },
      to: { identifier: 'WH-1', type: 'warehouse' },
      ...{ asn_number: 'RMA-77', details_type: 'unit', status: 'shipped' },
      ...{ ship_date: '2026-03-02T00:00:00', tracking_number: '1Z0001' },
      cartons: [{ details: [{ line_identifier: '1', unit_identifier: 'U-77', sku: '00123', quantity: 1 }] }],
    };
    const sent = () => sandbox.asns().find(({ asn_number: number }) => number === 'RMA-77')?.asn;
    expect(sent()).toBeUndefined();
    const [saved] = cli.files().filter((file) => file.includes('drafts/'));
    const done = await cli.json(['asns', 'create', saved!]);
    expect(done).toMatchObject({ exit: 0, asns: { queued: 1, already_queued: 0 } });
    expect(sent()).toEqual(asn);
    // A command is not broken.
    for (const line of screen.lines().filter((text) => !/^ *returns /.test(text)))
      expect(line.length, line).toBeLessThanOrEqual(80);
  },
);

test.skipIf(!hasPty)('the diff: shown and confirmed; no sends nothing, yes queues it', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  const field = 'cartons[0].details[0].reference_line_identifier';
  const args = ['asns', 'update', 'ASN-1', '--status', 'cancelled', '--set', `${field}=0012`];
  const first = onTerminal(cli, args);
  await first.type('Send this change to local?', KEY.enter);
  expect(await first.ended).toBe(0);
  expect(first.lines()).toEqual(
    expect.arrayContaining([
      'Update of ASN ASN-1, program PRG-1',
      '  target           local  (environment)',
      '  recorded         pending, created just now',
      '                   Someone else may have changed it at the service since.',
      expect.stringMatching(/^ {2}~ status +"pending" -> "cancelled"$/),
      `  + ${field}  "0012"`,
      expect.stringMatching(/^ {2}look at +cancelled blocks receiving/),
      'Nothing was sent',
    ]),
  );
  expect(sandbox.asns()[0]?.status).toBe('pending');
  const second = onTerminal(cli, args);
  await second.type('Send this change to local?', enter('y'));
  expect(await second.ended).toBe(0);
  expect(second.lines().some((line) => /^ {2}queued .*\(202\)/.test(line))).toBe(true);
  expect(sandbox.asns()[0]?.status).toBe('cancelled');
  for (const line of [...first.lines(), ...second.lines()]) expect(line.length, line).toBeLessThanOrEqual(80);
});

test.skipIf(!hasPty)(
  'the prompt of create blocks no other process, and what that process queued is not sent again',
  async () => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    const [first, second] = [asnOf('ASN-1'), asnOf('ASN-2')];
    cli.file('both.json', JSON.stringify([first, second]));
    cli.file('one.json', JSON.stringify(first));
    const screen = onTerminal(cli, ['asns', 'create', 'both.json']);
    await screen.shows('Send 2 ASNs to');
    const other = await cli.json(['asns', 'create', 'one.json', '--lock-wait', '0s']);
    expect(other).toMatchObject({ exit: 0, asns: { queued: 1 } });
    await screen.type('', 'y\r');
    expect(await screen.ended, screen.text()).toBe(0);
    expect(screen.lines().join('\n')).toMatch(/queued +1 .*\n(.*\n)?.*already queued +1 /);
    expect(sandbox.asns().map(({ versions }) => versions.length)).toEqual([1, 1]);
  },
);

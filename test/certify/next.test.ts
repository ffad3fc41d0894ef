// The commands that a certification prints: they can be run as they stand, with the files, mapping, profile and areas that were given.
import { describe, expect, it } from 'vitest';
import { AREAS } from '../../src/certify/certify.ts';
import { CERTIFY_FLAGS, nextOf, seedAdvice } from '../../src/certify/commands/certify.ts';
import { optionsOf } from '../../src/cli/command.ts';
import type { Check } from '../../src/sandbox/judge.ts';

const GLOBALS_WITH_VALUE = ['--profile', '--config-dir', '--state-dir', '--ca', '--timeout'];

/** The options of a command line, parsed as the program does. */
function optionsIn(argv: readonly string[]) {
  const given: Record<string, unknown> = {};
  for (let i = 0; i < argv.length; i++) {
    const [word = '', value] = argv[i]!.split('=');
    if (GLOBALS_WITH_VALUE.includes(word) && value === undefined) i++;
    const known = CERTIFY_FLAGS.find((one) => one.word === word);
    if (!known) continue;
    const parsed = known.parse ? known.parse(value ?? argv[++i]!) : true;
    given[known.name] = known.repeat ? [...((given[known.name] as unknown[]) ?? []), parsed] : parsed;
  }
  return optionsOf(CERTIFY_FLAGS, given);
}

const checksOf = (results: Partial<Record<string, Check['result']>>): Check[] =>
  AREAS.map((area) => ({
    ...{ id: `${area}.one`, area, title: 'Title', interface: 'Heading: rule', hint: 'Do.' },
    ...{ result: results[area] ?? 'passed', evidence: 'seen' },
  }));

const next = (line: string, results: Partial<Record<string, Check['result']>>) => {
  const argv = ['certify', ...line.split(' ').filter((word) => word !== '')];
  return nextOf({ checks: checksOf(results) }, argv, optionsIn(argv));
};

describe('the next step', () => {
  const endpoint = '--customer-url http://localhost:3000 --seed 3 --customer-auth basic:oms.txt';
  it.each([
    [
      'after a failed connection is the doctor of the same profile',
      `--profile shop --ca=own.pem ${endpoint}`,
      { connection: 'failed', refunds: 'failed' },
      'returns doctor --profile shop --ca=own.pem',
    ],
    [
      'after failed orders checks these files, read in the same way',
      '--quiet --profile shop --orders a.csv --orders=b.csv --map shop.json --timezone Europe/Berlin --strict',
      { orders: 'failed' },
      'returns orders check a.csv b.csv --map shop.json --timezone Europe/Berlin --profile shop --strict --report report.html',
    ],
    [
      'after failed ASNs checks that file with its mapping',
      '--orders a.csv --asns w.csv --asns-map wms.json --level asn.status.unknown=off --state-dir s',
      { asns: 'failed' },
      'returns asns check w.csv --map wms.json --level asn.status.unknown=off --state-dir s',
    ],
    [
      'after a failed endpoint is the same command',
      `--orders a.csv --map m.json ${endpoint} --report c.html`,
      { messages: 'failed', refunds: 'failed' },
      `returns certify --orders a.csv --map m.json ${endpoint} --report c.html`,
    ],
    [
      'after some areas that are good is all of them',
      `--area refunds ${endpoint}`,
      { connection: 'not_tried', orders: 'not_tried', messages: 'not_tried' },
      `returns certify ${endpoint}`,
    ],
    [
      'keeps what was given when something is still to be given',
      '--orders a.csv --profile shop',
      { asns: 'not_tried', messages: 'not_tried' },
      'returns certify --orders a.csv --profile shop --asns FILE --customer-url URL',
    ],
    ['without a sign-in is to sign in', endpoint, { connection: 'not_tried' }, 'returns login'],
    ['when everything is good watches', endpoint, {}, 'returns status'],
  ] as const)('%s', (_name, line, results, command) => {
    expect(next(line, results)).toBe(command);
  });

  it('quotes what a shell would take apart', () => {
    const argv = ['certify', '--orders', 'my orders.csv'];
    const given = { checks: checksOf({ orders: 'failed' }) };
    const command = nextOf(given, argv, optionsIn(argv));
    expect(command).toBe("returns orders check 'my orders.csv' --report report.html");
  });
});

describe('what is said about the seed', () => {
  const TO = '--customer-url localhost:3000';
  const answered = (endpointAnswered: boolean) => ({ endpointAnswered, interrupted: null });
  const INTERRUPTED = { endpointAnswered: null, interrupted: 130 } as const;
  const said = (line: string, of: Parameters<typeof seedAdvice>[0]) =>
    seedAdvice(of, optionsIn(line.split(' ')));

  it('names the next one, when scenarios were played', () => {
    const text = said(`${TO} --seed 4`, answered(true));
    expect(text).toContain('returns sandbox scenario show all --orders --seed 5');
    expect(text).toContain('add --seed 5');
    expect(said(TO, INTERRUPTED)).toContain('--seed 2');
  });

  it('is nothing when none were', () => {
    expect(said('--orders a.csv', INTERRUPTED)).toBeUndefined();
    expect(said(TO, answered(false))).toBeUndefined();
    expect(said(`${TO} --area connection`, INTERRUPTED)).toBeUndefined();
  });
});

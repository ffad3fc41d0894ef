// How a failure looks: wrapped at words on a terminal, one line a sentence in a log, control characters made visible.
import { expect, it } from 'vitest';
import { inputFailure } from '../../src/basics/failure.ts';
import { failureText } from '../../src/cli/failure-text.ts';
import { fitLines, paintFor } from '../../src/cli/presenter.ts';

const failure = inputFailure('x', `The file ${'is long and '.repeat(12)}ends`, {
  place: { file: 'a\u001b[31m.csv', line: 3, column: 2 },
  expected: 'one thing',
  found: 'another',
  hint: 'Do this and that, and then something else that takes more than a line of a terminal to say in full.',
});
const paint = paintFor({}, false, false);

it('fits the terminal, wrapped at words under its labels', () => {
  const lines = failureText(failure, paint, 60).trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines[0]).toMatch(/^error {2}The file is long/);
  expect(lines[1]).toMatch(/^ {7}\w/);
  expect(lines.at(-1)).toMatch(/^ {12}\w/);
});

it('keeps every sentence in one line of a log, and no control character', () => {
  const lines = failureText(failure, paint).trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toBe('  where     a\\u{1b}[31m.csv:3:2');
  expect(lines[4]).toMatch(/^ {2}do this {3}Do this and that.*in full\.$/);
});

it('folds under the text of a label, and leaves a command whole', () => {
  const state = '/home/you/.local/state/returns';
  expect(fitLines(`  refused rows  ${'word '.repeat(12)}end`, 60).split('\n')).toEqual([
    '  refused rows  word word word word word word word word word',
    '                word word word end',
  ]);
  expect(fitLines(`Send it with: returns asns create ${state}/drafts/ASN-1.json`, 60)).toBe(
    `Send it with:\n  returns asns create ${state}/drafts/ASN-1.json`,
  );
  const command = "RETURNS_RATE=100 returns orders upload 'my own orders.csv' --yes";
  expect(fitLines(command, 60)).toBe(command);
  expect(fitLines('See what is recorded: returns asns list. What another one sent is there, too.', 60)).toBe(
    'See what is recorded: returns asns list. What another one\n  sent is there, too.',
  );
});

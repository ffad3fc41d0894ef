// The state and the exit code for each end of a delivery: nothing is forgotten, and the reason that ended the
// run comes first.
import { expect, test } from 'vitest';
import { inputFailure, stoppedFailure, unavailableFailure } from '../../src/basics/failure.ts';
import { outcomeOf, type RunEnding } from '../../src/runs/run-outcome.ts';

const done: RunEnding = { end: { kind: 'done' }, agree: true, pending: 0, refusals: 0, what: 'order' };
const failed = (failure: ReturnType<typeof inputFailure>): RunEnding => ({
  ...done,
  end: { kind: 'failed', failure },
  pending: 9,
});
const changed = inputFailure('input.changed', 'x', { hint: 'x' });
const away = unavailableFailure('service.unavailable', 'x', { hint: 'x' });
const stopped = stoppedFailure('upload.max_rejects', 'x', { hint: 'x' });

test.each<[string, RunEnding, object]>([
  ['all delivered', done, { state: 'completed', exitCode: 0, balanced: true, failure: undefined }],
  [
    'all other orders were delivered',
    { ...done, refusals: 3 },
    { state: 'completed', exitCode: 3, balanced: true },
  ],
  ['a canary', { ...done, pending: 9, canary: true }, { state: 'partial', exitCode: 0, balanced: true }],
  ['orders without an outcome', { ...done, pending: 1 }, { exitCode: 1, balanced: false }],
  ['rows that belong to no order', { ...done, agree: false, refusals: 3 }, { exitCode: 1, balanced: false }],
  [
    'the input changed',
    { ...failed(changed), refusals: 3 },
    { state: 'partial', exitCode: 6, failure: changed },
  ],
  ['an outage', { ...failed(away), refusals: 3 }, { state: 'partial', exitCode: 75, failure: away }],
  [
    'too many refusals',
    { ...done, end: { kind: 'stopped', failure: stopped }, pending: 9, refusals: 3 },
    { state: 'stopped', exitCode: 5, balanced: true, failure: stopped },
  ],
  [
    'interrupted',
    { ...done, end: { kind: 'interrupted' }, pending: 9, refusals: 3 },
    { state: 'interrupted', exitCode: 130, balanced: true },
  ],
  [
    'interrupted, and the accounts do not balance',
    { ...done, end: { kind: 'interrupted' }, agree: false },
    { state: 'interrupted', exitCode: 1, balanced: false },
  ],
])('%s', (_what, ended, expected) => {
  expect(outcomeOf(ended)).toMatchObject(expected);
});

test('accounts that do not balance are reported in words', () => {
  const both = outcomeOf({ ...failed(away), agree: false });
  expect(both).toMatchObject({ exitCode: 1, failure: { code: 'defect.accounts' } });
  expect(outcomeOf({ ...done, pending: 2 }).failure).toMatchObject({
    code: 'defect.accounts',
    message: expect.stringContaining('2 orders'),
    hint: expect.stringContaining('run the same command again'),
  });
});

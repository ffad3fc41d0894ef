// When there are several reasons for the end of a run, the worst one is reported.
import { expect, test } from 'vitest';
import { inputFailure, stateFailure, unavailableFailure } from '../../src/basics/failure.ts';
import { RunEnd } from '../../src/sending/run-end.ts';

const disk = stateFailure('state.full', 'x', { hint: 'x' });
const outage = unavailableFailure('service.unavailable', 'x', { hint: 'x' });
const refusal = { status: 422, code: 'x', field: '', message: '' };

test('a full disk is reported whether it comes before or after an outage', () => {
  for (const order of [
    [disk, outage],
    [outage, disk],
  ]) {
    const end = new RunEnd(10);
    for (const failure of order) end.fail(failure);
    expect(end.result(true)).toEqual({ kind: 'failed', failure: disk });
  }
});

test('of two failures with one exit code the first is reported', () => {
  const end = new RunEnd(10);
  end.fail(outage);
  end.fail(unavailableFailure('service.tls', 'y', { hint: 'y' }));
  expect(end.result(false)).toEqual({ kind: 'failed', failure: outage });
});

test('a failure is reported before too many refusals, in either order', () => {
  for (const failFirst of [true, false]) {
    const end = new RunEnd(0);
    if (failFirst) end.fail(disk);
    end.refused('k', [refusal]);
    if (!failFirst) end.fail(disk);
    expect(end.result(false)).toEqual({ kind: 'failed', failure: disk });
  }
  const stopped = new RunEnd(0);
  stopped.refused('k', [refusal]);
  expect(stopped.result(true)).toMatchObject({ kind: 'stopped', failure: { exitCode: 5 } });
});

test('an input that changed is reported behind too many refusals', () => {
  const end = new RunEnd(0);
  end.refused('k', [refusal]);
  end.fail(inputFailure('input.changed', 'x', { hint: 'x' }));
  expect(end.result(false)).toMatchObject({ kind: 'stopped', failure: { exitCode: 5 } });
});

test('one key refused eight times is no pattern, eight keys are', () => {
  const one = new RunEnd(100);
  for (let i = 0; i < 8; i++) one.refused('k', [refusal]);
  expect(one.reached).toBe(false);
  const eight = new RunEnd(100);
  for (let i = 0; i < 8; i++) eight.refused(`k${i}`, [refusal]);
  expect(eight.result(false)).toMatchObject({ failure: { code: 'upload.same_refusal' } });
});

test.each(['outage', 'address', 'proxy'] as const)(
  '%s: a run of which nothing was ever accepted names address and proxy, one that worked before does not',
  (kind) => {
    const hintAfter = (begin: (end: RunEnd) => void) => {
      const end = new RunEnd(10);
      begin(end);
      end.unavailable('dns: getaddrinfo ENOTFOUND', kind);
      return end.result(false);
    };
    const hint = expect.stringMatching(/HTTPS_PROXY.*returns doctor/);
    expect(hintAfter(() => {})).toMatchObject({ failure: { hint } });
    expect(hintAfter((end) => end.accepted())).not.toMatchObject({ failure: { hint } });
  },
);

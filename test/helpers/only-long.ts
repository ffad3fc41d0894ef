// The test files of which the short form plays nothing: smaller tests show their promises there, or only .ci/run does.

export const ONLY_LONG: readonly string[] = [
  'test/calls/receive/held.test.ts',
  'test/sandbox/scenarios/apart.test.ts',
  'test/sandbox/scenarios/listen.test.ts',
];

// The command line that a run keeps: it can be run again, and holds no secret.
import { expect, it } from 'vitest';
import { commandOf } from '../../src/runs/session.ts';

it.each<readonly [argv: readonly string[], command: string]>([
  [['listen', '--require-header', 'X-Api-Key: S3CRET'], "returns listen --require-header 'X-Api-Key: ***'"],
  [['listen', '--require-header=X-Hub: S3CRET'], "returns listen '--require-header=X-Hub: ***'"],
  [['listen', '--require-header', 'X-Key:S3CRET'], "returns listen --require-header 'X-Key:***'"],
  [['listen', '--require-header', 'X-Key: @key.txt'], "returns listen --require-header 'X-Key: @key.txt'"],
  [
    ['listen', '--forward-to', 'http://h/x?token=S3CRET'],
    "returns listen --forward-to 'http://h/x?token=***'",
  ],
  [['orders', 'refund', 'A: 1', '--yes'], "returns orders refund 'A: 1' --yes"],
])('%j', (argv, command) => {
  expect(commandOf(argv)).toBe(command);
});

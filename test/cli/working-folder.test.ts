// A shell may stand in a folder that was removed meanwhile: every command says so, with an exit code of the table.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, makeCli } from '../helpers/cli.ts';

/** Runs the words in a folder that is gone. */
function runInRemoved(words: readonly string[]) {
  const on = makeCli();
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, BIN, ...words],
    { cwd: path.join(on.root, 'work'), env: on.env, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('in a working directory that was removed', () => {
  test.each([
    'whoami',
    'orders check /nowhere/orders.csv',
    'orders map export.csv',
    'runs list',
    'explain order.total.basis',
  ])('%s is exit 7 with what happened and what to do', (line) => {
    expect(runInRemoved(line.split(' '))).toEqual({
      status: 7,
      stdout: '',
      stderr: [
        'error  The working directory does not exist any more (ENOENT)',
        '  do this   Change into a folder that exists, such as with: cd, and run the command again.',
        '',
      ].join('\n'),
    });
  });

  test('--json gives the failure as a document', () => {
    const { status, stdout, stderr } = runInRemoved(['whoami', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'error/1', code: 'state.cwd', exit_code: 7 });
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
  });

  test('help needs no folder', () => {
    expect(runInRemoved(['orders', 'upload', '--help'])).toMatchObject({ status: 0, stderr: '' });
  });
});

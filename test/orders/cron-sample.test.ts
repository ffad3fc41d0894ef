// The cron sample does what its comments say for each exit code. It is run for real, with a stand-in for
// `returns`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/basics/exit.ts';
import { temporaryFolder } from '../helpers/platform.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../samples/cron/upload-orders.sh');

/**
 * Runs the sample with a `returns` on the PATH that ends with the given code. `folder` also holds its state.
 */
function runWith(code: number, document: object, folder = temporaryFolder()) {
  const log = path.join(folder, 'argv');
  fs.writeFileSync(
    path.join(folder, 'returns'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >${log}\nprintf '%s\\n' '${JSON.stringify(document)}'\nexit ${code}\n`,
    { mode: 0o755 },
  );
  const done = spawnSync('sh', [SCRIPT, 'orders.csv', '--rate', '60'], {
    env: { PATH: `${folder}:${process.env['PATH']}`, RETURNS_STATE_DIR: folder },
    encoding: 'utf8',
  });
  return { status: done.status, stderr: done.stderr, argv: fs.readFileSync(log, 'utf8').trim() };
}

describe('samples/cron/upload-orders.sh', () => {
  it('passes on the export and further flags', () => {
    expect(runWith(0, {}).argv).toBe(
      'orders upload orders.csv --since 7d --json --quiet --lock-wait 20m --fail-on new --rate 60',
    );
  });

  const quiet = [0, 75, 130, 143];
  it.each(EXIT_CODES.map(({ code, name }) => [code, name] as const))('acts on %i (%s)', (code) => {
    const { status, stderr } = runWith(code, {
      message: 'the file is empty',
      hint: 'do something',
      reason: code === 75 ? 'outage' : 'input',
      refused: { files: ['/x/rejects.csv'] },
    });
    expect(status).toBe(quiet.includes(code) ? 0 : code);
    if (quiet.includes(code)) expect(stderr).toBe('');
    else expect(stderr.length).toBeGreaterThan(20);
    if (code === 3) expect(stderr).toContain('/x/rejects.csv');
    if (code === 6) expect(stderr).toContain('the file is empty');
  });

  it('reports an outage only when it lasts, and everything else at once', () => {
    const folder = temporaryFolder();
    const cron = (reason: string, code = 75) => {
      const error = { code: 'service.x', message: 'It is so', hint: 'x', reason };
      const skipped_by = [{ reason: 'outside_window', orders: 1, rows: 1 }];
      const { status, stderr } = runWith(code, { skipped_by, error }, folder);
      return { status, stderr };
    };
    for (const reason of ['outage', 'server_error', 'rate_limit'])
      expect(cron(reason)).toEqual({ status: 0, stderr: '' });
    const since = path.join(folder, 'upload-away-since');
    fs.writeFileSync(since, String(Math.floor(Date.now() / 1000) - 7 * 3600));
    expect(cron('outage').stderr).toMatch(/away for 42\d minutes \(outage\): It is so/);
    for (const reason of ['address', 'tls', 'proxy'])
      expect(cron(reason)).toMatchObject({ status: 75, stderr: expect.stringContaining(`(${reason})`) });
    expect(cron('sign_in', 4)).toMatchObject({ status: 4, stderr: expect.stringContaining('It is so') });
    expect(cron('done', 0)).toEqual({ status: 0, stderr: '' });
    expect(fs.existsSync(since)).toBe(false);
  });
});

// The cron sample does what its comments say for each exit code. It is run for real, with a stand-in for
// `returns`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/basics/exit-codes.ts';
import { inForm } from '../helpers/form.ts';
import { temporaryFolder } from '../helpers/platform.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../samples/cron/upload-orders.sh');

/**
 * Runs the sample as cron does, with nothing in the environment but a short PATH. A `returns` on it ends with the given
 * code. `folder` also holds its state.
 */
function runWith(code: number, document: object, folder = temporaryFolder()) {
  const log = path.join(folder, 'argv');
  fs.writeFileSync(
    path.join(folder, 'returns'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >${log}\ncat <<'END'\n${JSON.stringify(document)}\nEND\nexit ${code}\n`,
    { mode: 0o755 },
  );
  const done = spawnSync('sh', [SCRIPT, 'orders.csv', '--rate', '60'], {
    env: { PATH: `${folder}:/usr/bin:/bin`, RETURNS_STATE_DIR: folder },
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
  const failure = {
    message: 'The cell "A" is \\ empty',
    hint: 'Fill "A".',
    reason: 'outage',
    place: { file: '/x/export.csv', line: 7, column: 'Mail' },
  };
  const told = EXIT_CODES.filter(({ code }) => inForm({ short: [0, 3, 75].includes(code), long: true }));
  it.each(told.map(({ code, name }) => [code, name] as const))(
    'mails what happened, where and what to do for %i (%s), unless it passes by itself',
    (code) => {
      const { status, stderr } = runWith(code, { schema: 'error/1', code: 'x.y', ...failure });
      expect(status).toBe(quiet.includes(code) ? 0 : code);
      if (quiet.includes(code)) return expect(stderr).toBe('');
      expect(stderr.split('\n').slice(1)).toEqual([
        '  happened   The cell "A" is \\ empty',
        '  where      /x/export.csv, line 7, column Mail',
        '  export     orders.csv',
        '  do this    Fill "A".',
        '',
      ]);
      expect(stderr.split('\n')[0]).toMatch(/^[A-Za-z].*\.$/);
    },
  );

  it.each(inForm({ short: [3, 137], long: [1, 2, 3, 4, 5, 6, 7, 8, 75, 126, 127, 137] }))(
    'says what to do for %i without a document',
    (code) => {
      const { status, stderr } = runWith(code, {});
      expect(status).toBe(code);
      expect(stderr).toMatch(/^\S.*\.\n[\s\S]*do this {4}\S/);
    },
  );

  it('names returns and PATH when cron finds no returns', () => {
    const done = spawnSync('sh', [SCRIPT, 'orders.csv'], {
      env: { PATH: '/usr/bin:/bin', RETURNS_STATE_DIR: temporaryFolder() },
      encoding: 'utf8',
    });
    expect(done.status).toBe(127);
    expect(done.stderr).toMatch(
      /is not on the PATH of this job[\s\S]*crontab[\s\S]*PATH {7}\/usr\/bin:\/bin\n$/,
    );
    for (const name of ['crontab', 'returns-upload.service'])
      expect(fs.readFileSync(path.join(path.dirname(SCRIPT), name), 'utf8')).toMatch(
        /^(Environment=)?PATH=/m,
      );
  });

  it('lists refused orders by code and in words, with the file of their rows', () => {
    const row = (code: string, count: number, line: number) => ({
      ...{ code, count, first_line: line },
      details: [{ field: 'items[].sku', word: null, count }],
    });
    const summary = {
      refused: {
        files: ['/x/orders.rejects.csv', '/x/more.rejects.csv'],
        by_code: [row('order.status.unknown', 12, 3), row('order.field.missing', 2, 40)],
        new: 14,
      },
      warnings: [row('item.shipment.missing', 5, 2)],
    };
    const { stderr } = runWith(3, summary);
    expect(stderr.split('\n').slice(-4)).toEqual([
      '  refused    12 with order.status.unknown, the first at line 3',
      '  refused    2 with order.field.missing, the first at line 40',
      '  their rows /x/orders.rejects.csv, /x/more.rejects.csv',
      '',
    ]);
    expect(stderr).not.toMatch(/[{}[\]]/);
    const orders = [
      { order: 'A-1', file: 'o.csv', line: 3, code: 'x.y', field: 'status', message: 'Unknown status "s".' },
    ];
    const error = { code: 'upload.max_rejects', message: 'Too many', hint: 'Look', reason: 'stopped' };
    expect(runWith(5, { error, refused: { ...summary.refused, orders } }).stderr).toContain(
      '  order      A-1 (o.csv, line 3): Unknown status "s".\n',
    );
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
    const lasting = cron('outage');
    expect(lasting.status, 'a success would hide the outage from systemd').toBe(75);
    expect(lasting.stderr).toMatch(/away for 42\d minutes \(outage\)[\s\S]*It is so/);
    for (const reason of ['address', 'tls', 'proxy'])
      expect(cron(reason)).toMatchObject({ status: 75, stderr: expect.stringContaining(`(${reason})`) });
    expect(cron('sign_in', 4)).toMatchObject({ status: 4, stderr: expect.stringContaining('It is so') });
    expect(cron('done', 0)).toEqual({ status: 0, stderr: '' });
    expect(fs.existsSync(since)).toBe(false);
  });
});

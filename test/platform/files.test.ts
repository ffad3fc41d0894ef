// Special folders and files of the system (/proc, /dev/null): they give an error, never an endless wait or a false alarm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../../src/platform/files.ts';
import { BIN } from '../helpers/cli.ts';
import { environmentOf, temporaryFolder } from '../helpers/platform.ts';

describe('folders', () => {
  it('are made with their parents, readable by the owner only', () => {
    const folder = path.join(temporaryFolder(), 'a', 'b', 'c');
    realFiles.makeFolder(folder);
    realFiles.makeFolder(folder);
    for (const place of [folder, path.dirname(folder)]) expect(fs.statSync(place).mode & 0o777).toBe(0o700);
  });

  it('are refused below a file', () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    expect(() => realFiles.makeFolder(file)).toThrow('EEXIST');
    expect(() => realFiles.makeFolder(path.join(file, 'a', 'b'))).toThrow('ENOTDIR');
  });

  // In a separate process, because this call used to loop without end.
  it.runIf(process.platform === 'linux')('that cannot be made end the command with exit code 7', () => {
    const { status, stdout } = spawnSync(process.execPath, [BIN, 'profile', 'use', 'local', '--json'], {
      env: { ...environmentOf(temporaryFolder()), RETURNS_CONFIG_DIR: '/proc/nowhere/deep' },
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'error/1', exit_code: 7 });
    expect(status).toBe(7);
  });
});

it.skipIf(process.platform === 'win32')('a mode that is asked for is set whatever the umask says', () => {
  const before = process.umask(0o077);
  try {
    const file = path.join(temporaryFolder(), 'file');
    const modeOf = (options: Parameters<typeof realFiles.create>[1]) => {
      realFiles.create(file, options).close();
      return fs.statSync(file).mode & 0o777;
    };
    expect([modeOf({ mode: 0o644 }), modeOf({ append: true }), modeOf({ mode: 0o600 })]).toEqual([
      0o644, 0o644, 0o600,
    ]);
    const device = fs.statSync('/dev/null').mode;
    realFiles.create('/dev/null', { mode: 0o600 }).close();
    expect(fs.statSync('/dev/null').mode).toBe(device);
  } finally {
    process.umask(before);
  }
});

it.runIf(fs.existsSync('/dev/null'))('writing to /dev/null works without a sync', async () => {
  const writer = realFiles.create('/dev/null');
  writer.write('x');
  expect(() => writer.sync()).not.toThrow();
  await writer.datasync();
  writer.close();
});

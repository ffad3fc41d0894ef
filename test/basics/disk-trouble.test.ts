// Disk errors: whatever operation fails, the failure code, exit code and hint are the same.
import { expect, test } from 'vitest';
import { Failure, failureOf } from '../../src/basics/failure.ts';
import { spool } from '../../src/input/spool.ts';
import { sqliteFailure } from '../../src/platform/database-failure.ts';
import { guardDisk } from '../../src/storage/folders.ts';
import { testPlatform } from '../helpers/platform.ts';

const thrown = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
};

test.each([
  ['ENOSPC', 'state.full', /Free some disk space/],
  ['EDQUOT', 'state.full', /Free some disk space/],
  ['EFBIG', 'state.full', /Free some disk space/],
  ['EACCES', 'state.unusable', /who may write it/],
  ['EROFS', 'state.unusable', /who may write it/],
  ['EIO', 'state.unusable', /Check the disk/],
  ['EMFILE', 'state.unusable', /Check the disk/],
])('%s is %s for every operation', async (code, name, hint) => {
  const error = Object.assign(new Error('x'), { code, path: '/p' });
  const fail = () => {
    throw error;
  };
  const { platform } = testPlatform();
  const broken = { ...platform, files: { ...platform.files, create: fail } };
  const source = (async function* () {
    yield Buffer.from('a');
  })();
  const failures = [
    failureOf(error),
    await thrown(() => guardDisk('/p', fail)),
    sqliteFailure('/p', error),
    await thrown(() =>
      spool(broken, { folder: `${platform.cwd}/spool` }, source, { name: '-', encoding: undefined }),
    ),
  ];
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      code: name,
      exitCode: 7,
      hint: expect.stringMatching(hint),
      message: expect.stringContaining(code),
    });
  }
});

test('SQLite error codes give the same failures; an unrelated error stays unchanged', async () => {
  const sqlite = (errcode: number, sqliteCodeName: string) =>
    sqliteFailure('/p', Object.assign(new Error('x'), { errcode, sqliteCodeName }));
  expect(sqlite(13, 'SQLITE_FULL')).toMatchObject({ code: 'state.full', exitCode: 7 });
  expect(sqlite(8 | (1 << 8), 'SQLITE_READONLY_RECOVERY')).toMatchObject({
    code: 'state.unusable',
    message: 'Cannot use /p (SQLITE_READONLY_RECOVERY)',
    hint: expect.stringMatching(/who may write it/),
  });
  expect(sqlite(10 | (3 << 8), 'SQLITE_IOERR_WRITE')).toMatchObject({ code: 'state.unusable', exitCode: 7 });
  expect(sqlite(11, 'SQLITE_CORRUPT')).toMatchObject({ code: 'state.damaged', exitCode: 7 });
  const statement = Object.assign(new Error('no such table'), { errcode: 1 });
  expect(sqliteFailure('/p', statement)).toBe(statement);
  const bug = new TypeError('x is not a function');
  expect(failureOf(bug)).toMatchObject({ code: 'defect', exitCode: 1 });
  const passed = await thrown(() =>
    guardDisk('/p', () => {
      throw bug;
    }),
  );
  expect(passed).toBe(bug);
});

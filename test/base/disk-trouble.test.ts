// One trouble of the disk, one name: wherever it strikes, the code, the exit code and the advice are the same.
import { expect, test } from 'vitest';
import { Failure } from '../../src/base/failure.ts';
import { failureOf } from '../../src/base/failure-of.ts';
import { storeFailure } from '../../src/host/mdb-file.ts';
import { spool } from '../../src/intake/spool.ts';
import { guardDisk } from '../../src/store/private-files.ts';
import { testHost } from '../helpers/host.ts';

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
])('%s is %s wherever it strikes', async (code, name, hint) => {
  const error = Object.assign(new Error('x'), { code, path: '/p' });
  const fail = () => {
    throw error;
  };
  const { host } = testHost();
  const broken = { ...host, files: { ...host.files, create: fail } };
  const source = (async function* () {
    yield Buffer.from('a');
  })();
  const failures = [
    failureOf(error),
    await thrown(() => guardDisk('/p', fail)),
    storeFailure('/p', error),
    await thrown(() => spool(broken, `${host.cwd}/spool`, '-', source, undefined)),
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

test('the words of LMDB, which has no codes, say the same; an error of nobody stays one', async () => {
  expect(storeFailure('/p', new Error('No space left on device'))).toMatchObject({ code: 'state.full' });
  expect(storeFailure('/p', new Error('Permission denied'))).toMatchObject({
    code: 'state.unusable',
    message: 'Cannot use /p: Permission denied',
    hint: expect.stringMatching(/who may write it/),
  });
  const bug = new TypeError('x is not a function');
  expect(failureOf(bug)).toMatchObject({ code: 'defect', exitCode: 1 });
  const passed = await thrown(() =>
    guardDisk('/p', () => {
      throw bug;
    }),
  );
  expect(passed).toBe(bug);
});

// Inputs that cannot be read for another reason than damage (damaged.test.ts): one failure with code, place and what to do.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { desk, row, table } from './support.ts';

describe('bad input', () => {
  it('names a missing file and a folder', async () => {
    const at = desk();
    fs.mkdirSync(path.join(at.folder, 'dir'));
    at.file('good.csv', table(row(1, 1)));
    expect(await at.fail(['good.csv', 'none.csv'])).toMatchObject({
      code: 'input.file.missing',
      exitCode: 6,
      place: { file: 'none.csv' },
    });
    expect(await at.fail('dir')).toMatchObject({ code: 'input.file.folder', exitCode: 6 });
  });

  it('refuses flags that make no sense', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    expect(await at.fail('a.csv', { delimiter: '::' })).toMatchObject({ exitCode: 2, code: 'usage.value' });
    expect(await at.fail('a.csv', { encoding: 'klingon' })).toMatchObject({ exitCode: 2 });
    expect(await at.fail(['-', '-'])).toMatchObject({ exitCode: 2, code: 'usage.stdin.twice' });
  });

  it('does not show what stands in a file without a header', async () => {
    const at = desk();
    at.file('a.csv', 'Ada Martin,ada@example.com,12 Canal Street\nB,b@example.com,c\n');
    const failure = await at.fail('a.csv');
    expect(failure.code).toBe('input.header.foreign');
    expect(JSON.stringify([failure.message, failure.found, failure.expected, failure.hint])).not.toMatch(
      /Ada|ada@/,
    );
  });
});

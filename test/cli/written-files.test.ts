// What a command writes is never a file that the same command line reads, or writes under another flag: exit 2 before
// anything is touched, however the file is named.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

const LISTEN = 'listen --port 0 --no-inspect --stop-after 1';

it.each([
  `${LISTEN} --auto-refund TRANSIT --orders FILE --ready-file FILE`,
  `${LISTEN} --variants FILE --ready-file LINK`,
  `${LISTEN} --expect HARD --wait 1s --ready-file FILE`,
  `${LISTEN} --basic u:FILE --ready-file=FILE`,
  `${LISTEN} --require-header X-Key:@FILE --ready-file FILE`,
  `${LISTEN} --tls-cert other --tls-key FILE --ready-file FILE`,
  'sandbox scenario run FILE --junit FILE',
  'status --ca FILE --prometheus FILE',
  'orders upload other --with x=FILE --rejects HARD',
  'reconcile other --map FILE --out FILE',
  'certify --asns other --asns-map FILE --report FILE',
  'certify --report new --junit new',
])('returns %s', async (line) => {
  const t = testPlatform({ env: { RETURNS_ENVIRONMENT: 'local' } });
  const [file, link, hard] = ['FILE', 'LINK', 'HARD'].map((name) => path.join(t.work, name)) as [
    string,
    string,
    string,
  ];
  t.file('FILE', 'kept');
  t.file('other', '');
  fs.symlinkSync(file, link);
  fs.linkSync(file, hard);
  expect(await run([...line.split(' '), '--json'], t.platform)).toBe(2);
  expect(JSON.parse(t.stdout())).toMatchObject({
    code: 'usage.out.taken',
    hint: expect.stringMatching(/^Give --/),
  });
  expect([file, link, hard].map((one) => fs.readFileSync(one, 'utf8'))).toEqual(['kept', 'kept', 'kept']);
});

it('a device may carry several results, and a ready file that is one stays', async () => {
  const t = testPlatform({ env: { RETURNS_ENVIRONMENT: 'local' } });
  fs.symlinkSync('/dev/null', path.join(t.work, 'sink'));
  t.file('expect.ndjson', '{"kind":"rma"}\n');
  const line = `${LISTEN} --expect expect.ndjson --wait 1ms --ready-file sink`;
  expect(await run(line.split(' '), t.platform)).toBe(8);
  expect(fs.readlinkSync(path.join(t.work, 'sink'))).toBe('/dev/null');
});

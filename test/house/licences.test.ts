// What is bundled: every package with its licence text, under licences that allow it without more than the text itself.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'];

/** Each package of the notices: name, version, licence, and the text of it. */
const notices = (text: string) =>
  [...text.matchAll(/^(\S+) (\d\S*) \(([^)]+)\)\n\n([\s\S]*?)(?=\n-{80}\n|$(?![\s\S]))/gm)].map(
    ([, name, version, licence, body]) => ({
      name: name!,
      version: version!,
      licence: licence!,
      body: body!,
    }),
  );

it('has the licence text of every bundled package, and only licences that we looked at', () => {
  const found = notices(fs.readFileSync(path.join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'));
  const named = Object.values(
    JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/.modules.json'), 'utf8')) as Record<string, string[]>,
  ).flatMap((inputs) =>
    inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !found.some((one) => one.name === name))).toEqual([]);
  expect(found.filter(({ licence }) => !ALLOWED.includes(licence))).toEqual([]);
  expect(found.filter(({ body }) => body.trim().length < 200).map(({ name }) => name)).toEqual([]);
});

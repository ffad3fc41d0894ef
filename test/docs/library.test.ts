// docs/library.md is true: its examples run with the built package, and print what the page shows. New output: npm run docs
// With LIBRARY_PROJECT=FOLDER they run in that project instead, which has the packed package installed (.ci/run).
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';
import { linkPackages, PAGE, pageOf } from './library-page.ts';
import { ROOT, readPage } from './shell.ts';

it('every example of docs/library.md prints what stands below it', async () => {
  const installed = process.env['LIBRARY_PROJECT'];
  const project = installed ?? temporaryFolder('returns-library-');
  if (!installed) linkPackages(project, ['returns-cli']);
  const page = pageOf(project);
  expect(page).not.toMatch(/^exit /m);
  await expect(page).toMatchFileSnapshot(path.join(ROOT, PAGE));
}, 120_000);

it('shows every program with its output, and the four servers that library-frameworks.test.ts runs', () => {
  const count = (language: string) => readPage(PAGE).split(`\n\`\`\`${language}\n`).length - 1;
  expect(count('text')).toBe(3);
  expect(count('js')).toBe(3 + 4);
});

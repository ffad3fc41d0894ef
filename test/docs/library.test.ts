// docs/library.md is true: its examples run with the built package, and print what the page shows. New output: npm run docs
// With LIBRARY_PROJECT=FOLDER they run in that project instead, which has the packed package installed (.ci/run).
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';
import { linkPackages, PAGE, pageOf } from './library-page.ts';
import { compile } from './library-project.ts';
import { ROOT, readPage } from './shell.ts';

it('every example of docs/library.md prints what stands below it', async () => {
  const installed = process.env['LIBRARY_PROJECT'];
  const project = installed ?? temporaryFolder('returns-library-');
  if (!installed) linkPackages(project, ['returns-cli']);
  const page = pageOf(project);
  expect(page).not.toMatch(/^exit /m);
  await expect(page).toMatchFileSnapshot(path.join(ROOT, PAGE));
}, 120_000);

it('every example type-checks in a strict project', () => {
  const project = temporaryFolder('returns-strict-');
  linkPackages(project, ['returns-cli', 'fastify', 'hono', 'vitest']);
  fs.writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  const sources = [PAGE, 'docs/sandbox.md', 'docs/scenarios.md'].flatMap((page) =>
    [...readPage(page).matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, source = '']) => source),
  );
  expect(sources).toHaveLength(3 + 4 + 2);
  // Express has its types in a package of their own.
  const typed = sources.filter((source) => !source.includes("'express'"));
  for (const [index, source] of typed.entries())
    fs.writeFileSync(
      path.join(project, `example-${index}.ts`),
      `declare const useService: (sandbox: unknown) => void;\n${source}\nexport {};\n`,
    );
  const node = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
  const more = ['--exactOptionalPropertyTypes', '--skipLibCheck', ...node];
  const files = typed.map((_, index) => `example-${index}.ts`);
  expect(compile(project, files, more)).toBe('');
}, 120_000);

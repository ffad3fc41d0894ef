// The examples of docs/library.md in an empty project, with the package as npm packs and installs it: nothing that they need
// is missing from the tarball.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkPackages, PAGE, pageOf } from '../docs/library-page.ts';
import { ROOT, readPage } from '../docs/shell.ts';
import { temporaryFolder } from '../helpers/platform.ts';

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

test('every example of the page runs from the packed tarball', () => {
  const folder = temporaryFolder('returns-tarball-');
  const project = path.join(folder, 'project');
  fs.mkdirSync(project);
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  fs.writeFileSync(path.join(project, 'package.json'), '{"private":true}');
  npm(project, 'install', '--no-audit', '--no-fund', path.join(folder, tarball!));
  expect(fs.existsSync(path.join(project, 'node_modules', 'zod'))).toBe(false);
  expect(fs.lstatSync(path.join(project, 'node_modules', 'returns-cli')).isSymbolicLink()).toBe(false);
  linkPackages(project, ['express', 'fastify', 'hono']);
  expect(pageOf(project)).toBe(readPage(PAGE));
});

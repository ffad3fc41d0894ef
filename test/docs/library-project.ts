// A project of a customer that has the built package, as npm would install it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../helpers/platform.ts';
import { ROOT } from './shell.ts';

/** An empty project with package.json and dist/ of this repository in node_modules; nothing else is there. */
export function foreignProject(): string {
  const project = temporaryFolder('returns-foreign-');
  const installed = path.join(project, 'node_modules', 'returns-cli');
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(installed, 'package.json'));
  fs.cpSync(path.join(ROOT, 'dist'), path.join(installed, 'dist'), { recursive: true });
  fs.writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  return project;
}

/** What the compiler says in a strict project without types of Node; empty when all is well. */
export function compile(project: string, files: readonly string[], more: readonly string[] = []): string {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  try {
    return execFileSync(process.execPath, [tsc, ...options, ...more, ...files], {
      cwd: project,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** The names that an entry declares: values, and types marked as such. Reads what the build wrote. */
export function declaredNames(entry: string): string[] {
  const file = path.join(ROOT, 'dist', 'types', entry, 'index.d.ts');
  return [...new Set(namesIn(file, fs.readFileSync(file, 'utf8')))].sort();
}

function namesIn(file: string, text: string): string[] {
  const names: string[] = [];
  for (const [, kind, name] of text.matchAll(
    /^export (?:declare )?(interface|type|const|function|class) (\w+)/gm,
  ))
    names.push(kind === 'interface' || kind === 'type' ? `type ${name}` : name!);
  for (const [, isType, list] of text.matchAll(/^export (type )?\{([^}]*)\}/gm))
    for (const one of list!.split(',').map((part) => part.trim()))
      if (one !== '') names.push(isType && !one.startsWith('type ') ? `type ${one}` : one);
  for (const [, source] of text.matchAll(/^export type \* from '(.+)\.ts';/gm)) {
    const next = path.join(path.dirname(file), `${source}.d.ts`);
    names.push(...namesIn(next, fs.readFileSync(next, 'utf8')));
  }
  return names;
}

// The examples of docs/library.md as programs, and the page with what they print.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, readPage } from './shell.ts';

export const PAGE = 'docs/library.md';
const EXAMPLE = /```js\n((?:(?!```)[\s\S])*)```\n\n```text\n([\s\S]*?)```/g;
/** Links packages of this repository into the node_modules of a project. */
export function linkPackages(project: string, names: readonly string[]): void {
  fs.mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  for (const name of names) {
    const target = name === 'returns-cli' ? ROOT : path.join(ROOT, 'node_modules', name);
    fs.symlinkSync(target, path.join(project, 'node_modules', name), 'dir');
  }
}

/** Runs every example with output in a project that has the packages; the page with what they print now. */
export function pageOf(project: string): string {
  let count = 0;
  return readPage(PAGE).replace(EXAMPLE, (_all, source: string) => {
    const file = path.join(project, `example-${++count}.mjs`);
    fs.writeFileSync(file, source);
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
      cwd: project,
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env['PATH'] ?? '', HOME: project, TMPDIR: project, NO_COLOR: '1' },
    });
    const shown = status === 0 && stderr === '' ? stdout : `${stdout}${stderr}exit ${status}\n`;
    return `\`\`\`js\n${source}\`\`\`\n\n\`\`\`text\n${shown}\`\`\``;
  });
}

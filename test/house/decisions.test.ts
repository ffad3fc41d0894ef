// "Where is it decided" in docs/architecture.md is true: each file exists and holds the function that the row names.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource } from './source-text.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const section = page.split('\n## Where is it decided\n')[1]?.split('\n## ')[0] ?? '';
const rows = [...section.matchAll(/^\| (.+\?) \| `(.+)` \| `(\w+)` \|$/gm)].map(
  ([, question, file, name]) => ({ question: question!, file: file!, name: name! }),
);

/** Whether a source declares this function: by itself, as a constant, or as a method of a class. */
function holds(source: string, name: string): boolean {
  const { words } = readSource(source);
  return new RegExp(
    `\\bfunction\\*? ${name}\\b|\\bconst ${name} = (?:async )?[(<]|^ {2}(?:private |async )*${name}\\(.*\\{$`,
    'm',
  ).test(words);
}

describe('where is it decided', () => {
  it('has 30 questions or more, each once', () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(section.match(/^\| /gm)!.length, 'a row that is not understood').toBe(rows.length + 1);
    expect(new Set(rows.map(({ question }) => question)).size).toBe(rows.length);
  });

  it.each(rows)('$question', ({ file, name }) => {
    expect(fs.existsSync(path.join(ROOT, file)), file).toBe(true);
    expect(holds(fs.readFileSync(path.join(ROOT, file), 'utf8'), name), `${file}: ${name}`).toBe(true);
  });

  it('holds every other function that the page names with its file', () => {
    const named = [...page.matchAll(/`(\w+)` \(`(src\/[^`]+\.ts)`\)/g)];
    expect(named).not.toEqual([]);
    for (const [, name, file] of named)
      expect(holds(fs.readFileSync(path.join(ROOT, file!), 'utf8'), name!), `${file}: ${name}`).toBe(true);
  });

  it('would notice a function that is gone, called or only written about', () => {
    const source =
      '// function gone() {}\nconst twice = (n: number) => 2 * n;\nclass A {\n  build(): void {\n    gone(twice(1));\n  }\n}\n';
    expect(holds(source, 'twice') && holds(source, 'build')).toBe(true);
    expect(holds(source, 'gone')).toBe(false);
  });
});

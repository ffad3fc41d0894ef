// The pinned surface on disk: test/house/surface/ has one file for each command and schema, and one for each list of all.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { declaredSurface } from './surface.ts';

const FOLDER = path.join(import.meta.dirname, 'surface');
const ACCEPT = 'Wanted? Accept it with: npx vitest run test/house/surface.test.ts --update';

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The text of every file by its name: `orders upload` in orders-upload.txt, order/1 in schema-order.txt. */
export function surfaceFiles(
  { commands, ...lists }: Awaited<ReturnType<typeof declaredSurface>>,
  shapes: Readonly<Record<string, unknown>>,
  documents: Readonly<Record<string, readonly string[]>>,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const [usage, { path: words, flags }] of Object.entries(commands))
    files.set(`${words.replaceAll(' ', '-')}.txt`, textOf({ usage, flags, documents: documents[words] }));
  for (const [list, entries] of Object.entries(lists))
    files.set(`all-${list.replaceAll('_', '-')}.txt`, textOf(entries));
  const names = [...new Set(Object.keys(shapes).map((id) => id.split('/')[0]!))];
  for (const name of names) {
    const versions = Object.entries(shapes).filter(([id]) => id.startsWith(`${name}/`));
    files.set(`schema-${name}.txt`, textOf(Object.fromEntries(versions)));
  }
  return files;
}

/** Compares the folder with the surface, file by file. With --update the folder is made equal instead. */
export function expectSurfaceFiles(files: ReadonlyMap<string, string>): void {
  const update = expect.getState().snapshotState.snapshotUpdateState === 'all';
  if (update) fs.mkdirSync(FOLDER, { recursive: true });
  expect(files.size).toBeGreaterThan(0);
  const kept = fs.readdirSync(FOLDER);
  for (const name of new Set([...files.keys(), ...kept])) {
    const file = path.join(FOLDER, name);
    const text = files.get(name);
    const before = kept.includes(name) ? fs.readFileSync(file, 'utf8') : undefined;
    if (!update) expect.soft(text, `test/house/surface/${name} differs. ${ACCEPT}`).toBe(before);
    else if (text === undefined) fs.rmSync(file);
    else if (text !== before) fs.writeFileSync(file, text);
  }
}

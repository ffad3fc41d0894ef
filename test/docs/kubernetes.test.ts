// The Kubernetes jobs of the samples against the published schema of Kubernetes: its validators, and its types for words that
// the validators let pass.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Job } from 'kubernetes-models/batch/v1';
import { PersistentVolumeClaim } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../helpers/platform.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KINDS = { Job, PersistentVolumeClaim };

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly spec: Record<string, unknown>;
}

const documents = (file: string) => {
  const text = fs.readFileSync(path.join(ROOT, 'samples/kubernetes', file), 'utf8');
  return parseAllDocuments(text.replaceAll('SHARD', '3')).map((document): Manifest => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
};

/** @throws Error that names the place */
const validate = (manifest: Manifest) => new KINDS[manifest.kind](manifest as never).validate();

/** What the compiler says of each manifest as a value of the published types: a misspelt word is one that they do not have. */
function typeErrors(manifests: readonly Manifest[]): string[] {
  const folder = temporaryFolder();
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const lines = manifests.map(({ kind, ...rest }, i) => {
    // The constructors know the version and the kind themselves.
    const body = { ...rest, apiVersion: undefined };
    return `export const m${i}: ConstructorParameters<typeof ${kind}>[0] = ${JSON.stringify(body)};`;
  });
  fs.writeFileSync(
    path.join(folder, 'manifests.mts'),
    `import { Job } from 'kubernetes-models/batch/v1';\nimport { PersistentVolumeClaim } from 'kubernetes-models/v1';\nvoid [Job, PersistentVolumeClaim];\n${lines.join('\n')}\n`,
  );
  try {
    const words =
      '--noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node manifests.mts';
    execFileSync(
      process.execPath,
      [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...words.split(' ')],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
    return manifests.map(() => '');
  } catch (error) {
    const said = String((error as { stdout?: unknown }).stdout);
    // Behind the imports each manifest is one line.
    return manifests.map((_, i) =>
      said
        .split(/^(?=\S)/m)
        .filter((one) => one.includes(`(${i + 4},`))
        .join(''),
    );
  }
}

const FILES = ['backfill-shard.yaml', 'merge-job.yaml'];

it('no job or claim has a word that the schema does not have', () => {
  const good = FILES.flatMap(documents);
  const bad = good
    .filter(({ kind }) => kind === 'Job')
    .map((job) => ({ ...job, spec: { ...job.spec, backOffLimit: 8 } }));
  expect(bad).toHaveLength(FILES.length);
  expect(typeErrors([...good, ...bad])).toEqual([
    ...good.map(() => ''),
    ...bad.map(() => expect.stringContaining('backOffLimit')),
  ]);
});

describe.each(FILES)('samples/kubernetes/%s', (file) => {
  it('fits the published schema', () => {
    for (const manifest of documents(file)) expect(() => validate(manifest), manifest.kind).not.toThrow();
  });
});

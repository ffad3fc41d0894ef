// The declared types of `returns-cli/sandbox`, compiled in a strict project of a customer.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';

test('the declared types of the sandbox compile without skipLibCheck, zod and Node types', () => {
  const folder = temporaryFolder('returns-types-');
  const installed = path.join(folder, 'node_modules', 'returns-cli');
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(REPOSITORY, 'package.json'), path.join(installed, 'package.json'));
  fs.cpSync(path.join(REPOSITORY, 'dist'), path.join(installed, 'dist'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(
    path.join(folder, 'use.ts'),
    [
      "import { RefusedAct, type RmaDocument, runScenarios, startSandbox } from 'returns-cli/sandbox';",
      "export const stored: Promise<number> = startSandbox({ rateLimit: 'off' }).then((s) => s.orders().length);",
      'export async function story(): Promise<RmaDocument> {',
      "  const sandbox = await startSandbox({ clock: 'manual' });",
      "  const { rma_identifier: rma } = await sandbox.startReturn({ order: 'A', lines: [{ line: 'L', units: 1 }] });",
      "  const { now }: { readonly now: string } = await sandbox.clock.advance('2h');",
      "  sandbox.deliveries.setOptions({ delay: now === '' ? 1000 : '1s' });",
      "  return sandbox.carrier(rma, 'scan', { L: 1 });",
      '}',
      "export const tried = runScenarios('all', { customerUrl: 'http://127.0.0.1:1', retailerCan: ['variants'] }).then(",
      '  ({ scenarios }) => scenarios.flatMap(({ checks }) => checks.map(({ evidence }): string => evidence)),',
      ');',
      'export const codeOf = (error: unknown): string => (error instanceof RefusedAct ? error.code : "");',
    ].join('\n'),
  );
  const declared = fs
    .readdirSync(path.join(installed, 'dist/types'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const said = execFileSync(
    process.execPath,
    [
      path.join(REPOSITORY, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''],
      ...['--allowImportingTsExtensions', 'use.ts', ...declared],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(said).toBe('');
});

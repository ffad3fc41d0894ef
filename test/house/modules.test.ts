// How many modules of src/ an upload of the template loads. The list is in dist/modules.txt (npm run modules).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

/** It may fall, and not rise, but for the audit, which looks at every input: what one command needs alone is loaded by that command. */
const LIMIT = 167;

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Each file of the bundle with its modules, as the build wrote it. */
const BUNDLE = JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/.modules.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** The modules that a child process ran, by the coverage that V8 wrote: those in the chunks that it loaded. */
function modulesRun(coverage: string): { files: string[]; modules: string[] } {
  const [report] = fs.readdirSync(coverage);
  const { result } = JSON.parse(fs.readFileSync(path.join(coverage, report!), 'utf8')) as {
    result: { url: string }[];
  };
  const files = result
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => path.relative(ROOT, fileURLToPath(url)).split(path.sep).join('/'));
  const modules = new Set(files.flatMap((file) => BUNDLE[file] ?? []));
  return { files, modules: [...modules].filter((file) => file.startsWith('src/')).sort() };
}

test.each([
  ['that shows its plan', []],
  ['with --json', ['--json']],
])(`an upload of the template %s loads at most ${LIMIT} modules`, async (_how, more) => {
  const cli = makeCli({ children: true, target: await sandboxFor() });
  const template = cli.file('orders.csv', (await cli.run(['orders', 'template'])).stdout);
  const coverage = path.join(cli.root, 'coverage');
  const line = ['orders', 'upload', template, '--yes', ...more];
  const uploaded = await cli.run(line, { env: { NODE_V8_COVERAGE: coverage } });
  expect(uploaded, uploaded.stderr).toMatchObject({ code: 0 });

  const { files, modules } = modulesRun(coverage);
  expect(files).toContain('dist/main.cjs');
  fs.writeFileSync(path.join(ROOT, 'dist/modules.txt'), `${modules.join('\n')}\n`);
  expect(modules).toContain('src/orders/commands/upload.ts');
  expect(modules).not.toContain('src/input/mapping/language/load.ts');
  expect(modules.length, 'modules, listed in dist/modules.txt').toBeLessThanOrEqual(LIMIT);
});

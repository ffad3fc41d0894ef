// How many modules of src/ an upload of the template loads. The list is in dist/modules.txt (npm run modules).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

/** It may fall, and not rise: what one command needs alone is loaded by that command. */
const LIMIT = 195;

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Each file of the bundle with its modules, as the build wrote it. */
const BUNDLE = JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/.modules.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** The files of the bundle that a child process loaded: V8 wrote them into its coverage folder. */
function loadedFiles(coverage: string): string[] {
  const [report] = fs.readdirSync(coverage);
  const { result } = JSON.parse(fs.readFileSync(path.join(coverage, report!), 'utf8')) as {
    result: { url: string }[];
  };
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => path.relative(ROOT, fileURLToPath(url)).split(path.sep).join('/'));
}

test(`an upload of the template loads at most ${LIMIT} modules`, async () => {
  const cli = makeCli({ target: await sandboxFor() });
  const template = cli.file('orders.csv', (await cli.run(['orders', 'template'])).stdout);
  const coverage = path.join(cli.root, 'coverage');
  const uploaded = await cli.json(['orders', 'upload', template], { env: { NODE_V8_COVERAGE: coverage } });
  expect(uploaded).toMatchObject({ exit: 0, orders: { accepted: 2 } });

  const files = loadedFiles(coverage).filter((file) => file.startsWith('dist/'));
  expect(files).toContain('dist/main.js');
  const modules = files
    .flatMap((file) => BUNDLE[file]!)
    .filter((file) => file.startsWith('src/'))
    .sort();
  fs.writeFileSync(path.join(ROOT, 'dist/modules.txt'), `${modules.join('\n')}\n`);
  expect(modules).toContain('src/orders/commands/upload.ts');
  expect(modules.length, 'modules, listed in dist/modules.txt').toBeLessThanOrEqual(LIMIT);
});

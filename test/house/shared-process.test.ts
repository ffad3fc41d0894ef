// Test files share processes: a hook in the module of a helper would run for the first file only.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const TEST = path.resolve(import.meta.dirname, '..');

it('only test files and test/hooks.ts have hooks at the top of a module', () => {
  const helpers = fs
    .readdirSync(TEST, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'hooks.ts');
  expect(helpers.length).toBeGreaterThan(50);
  const withHooks = helpers.filter((name) =>
    /^(before|after)(Each|All)\(/m.test(fs.readFileSync(path.join(TEST, name), 'utf8')),
  );
  expect(withHooks, 'use atEndOfTest or atEndOfFile of test/helpers/ends.ts').toEqual([]);
});

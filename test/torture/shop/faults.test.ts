// The model of the shop sees faults: each patch of faults/ breaks one thing in a copy of the sources, and a month with a
// difference is found within the months of its row; without a patch the same months have none.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../helpers/cli.ts';
import { temporaryFolder } from '../../helpers/platform.ts';

/** The first seed and the number of months, by the name of the patch. */
const MONTHS: Readonly<Record<string, readonly [seed: number, months: number]>> = {
  'a-accepted-names-are-not-kept': [102, 1],
  'a-lines-are-paired-by-price-alone': [100, 1],
  'a-twins-take-the-first-line': [108, 1],
  'f-a-refund-waits-for-a-later-date': [115, 1],
  'f-the-second-of-a-refund-stays': [112, 1],
  'g-no-second-reading': [104, 1],
  'g-versions-of-the-hour-by-first-reading': [111, 1],
  'n-dates-of-change-do-not-divide': [136, 1],
  'n-the-earliest-version-counts': [102, 1],
  'o-a-repeated-order-has-its-lines-twice': [142, 1],
  'o-cells-of-the-order-begin-nothing': [133, 1],
};

const HERE = path.join(import.meta.dirname, 'faults');
const COPIED = ['src', 'samples', 'test', 'package.json', 'tsconfig.json', 'vitest.long.config.ts'];

function copy(): string {
  const root = temporaryFolder('returns-faults-');
  for (const name of COPIED)
    fs.cpSync(path.join(REPOSITORY, name), path.join(root, name), { recursive: true });
  for (const name of ['node_modules', 'dist'])
    fs.symlinkSync(path.join(REPOSITORY, name), path.join(root, name));
  return root;
}

/** What the months of the shop say in this copy of the sources. */
function play(root: string, [seed, months]: readonly [number, number]) {
  const env = { ...process.env, LONG_FORM: 'whole', SHOP_SEED: `${seed}`, SHOP_MONTHS: `${months}` };
  const args = ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/torture/shop/shop.test.ts'];
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: root, env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

describe('the shop model', () => {
  it('has at least ten faults, two of each kind', () => {
    const names = fs.readdirSync(HERE).map((name) => path.basename(name, '.patch'));
    expect(names.sort()).toEqual(Object.keys(MONTHS).sort());
    expect(names.length).toBeGreaterThanOrEqual(10);
    for (const kind of ['a', 'n', 'o', 'f', 'g'])
      expect(names.filter((name) => name.startsWith(`${kind}-`)).length, kind).toBeGreaterThanOrEqual(2);
  });

  it.each(Object.entries(MONTHS))(
    'sees: %s',
    (name, months) => {
      const root = copy();
      const clean = play(root, months);
      expect(clean.status, clean.text.slice(-3000)).toBe(0);
      const applied = spawnSync('git', ['apply', path.join(HERE, `${name}.patch`)], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(applied.stderr, `the patch no longer fits the sources: make it anew`).toBe('');
      const broken = play(root, months);
      expect(broken.status).toBe(1);
      expect(broken.text).toMatch(/^SHOP_SEED=\d+ \w+, run /m);
    },
    3_600_000,
  );
});

// Random numbers of tests: the same on every run of `npm test`, drawn anew in the long forms, repeated with SEED.
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { onFailure } from './ends.ts';
import { isShort } from './form.ts';

const SEED = Number(process.env['SEED'] ?? (isShort ? 0 : randomInt(1, 1_000_000)));

const tellSeed = () => process.stderr.write(`The random numbers are repeated with SEED=${SEED}\n`);
if (!isShort) tellSeed();
onFailure(tellSeed);

fc.configureGlobal({ seed: 4711 + SEED });

/** Tests take fast-check from here, so that its seed is known. */
export { fc };

/** A seed of its own for each use: `use` itself in the short form. */
export const seedFor = (use: number): number => SEED + use;

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whole numbers from 0 to below a bound, which a seed repeats. */
export function dice(seed: number): (below: number) => number {
  const unit = seeded(seed);
  return (below) => Math.floor(unit() * below);
}

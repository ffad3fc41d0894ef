// The histories of the model, as fast-check makes them: what the exports hold, and what happens while they are uploaded.
import { fc } from '../helpers/random.ts';
import type { DiskTrouble } from './model-disk.ts';
import type { ShelfOptions } from './model-orders.ts';
import type { Manner, Mood } from './orders-service.ts';

/** Moods other than 200, each as often as its weight says. */
export const MOODS: readonly Mood[] = [
  503,
  500,
  429,
  4290,
  422,
  413,
  401,
  'lost',
  'stored',
  'late',
  'late stored',
  403,
];

export interface Weather {
  /** Of 200, then of each of MOODS. */
  readonly weights: readonly number[];
  /** When nothing works at all, ms after the run began. */
  readonly dead: { readonly from: number; readonly ms: number } | null;
}

export interface Step {
  readonly kind: 'upload' | 'refund';
  /** Which export and which order of it, each by remainder. */
  readonly export: number;
  readonly order: number;
  readonly shards: 1 | 2;
  readonly kill: number | null;
  readonly interrupt: number | null;
  readonly disk: DiskTrouble | null;
  readonly weather: Weather;
  readonly canary: number | null;
  readonly maxRejects: number | null;
  /** What else changes the ledger, and when: between the passes, or at so manieth request. */
  readonly meddle: 'nobody' | 'refund' | 'upload';
  readonly meddleAt: number;
}

export interface Scenario {
  readonly seed: number;
  readonly shelf: ShelfOptions;
  readonly manner: Manner;
  readonly keepRefunds: boolean;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly limit: number;
  readonly steps: readonly Step[];
}

/** Once in so many times; else null. */
const once = <T>(inSoMany: number, what: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: inSoMany - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: what });

const weather: fc.Arbitrary<Weather> = fc.record({
  weights: fc.oneof(
    fc.constant([1]),
    fc.tuple(
      fc.integer({ min: 4, max: 40 }),
      ...MOODS.map((mood) => fc.nat({ max: mood === 403 || mood === 413 || mood === 422 ? 1 : 4 })),
    ),
  ),
  dead: once(5, fc.record({ from: fc.nat({ max: 8000 }), ms: fc.integer({ min: 500, max: 200_000 }) })),
});

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('upload', 'upload', 'upload', 'upload', 'refund'),
  export: fc.nat(),
  order: fc.nat(),
  shards: fc.constantFrom(1, 1, 2),
  kill: once(2, fc.integer({ min: 1, max: 160 })),
  interrupt: once(5, fc.integer({ min: 1, max: 120 })),
  disk: once(
    4,
    fc.record({ from: fc.nat({ max: 6 }), commits: fc.integer({ min: 1, max: 5 }), kept: fc.boolean() }),
  ),
  weather,
  canary: once(6, fc.integer({ min: 1, max: 5 })),
  maxRejects: once(8, fc.nat({ max: 2 })),
  meddle: fc.constantFrom('nobody', 'nobody', 'refund', 'upload'),
  meddleAt: fc.nat({ max: 6 }),
});

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  shelf: fc.record({
    orders: fc.integer({ min: 1, max: 16 }),
    versions: fc.integer({ min: 1, max: 4 }),
    exports: fc.integer({ min: 1, max: 4 }),
    bad: fc.nat({ max: 3 }),
    refunds: fc.nat({ max: 3 }),
    forward: fc.boolean(),
  }),
  manner: fc.constantFrom<Manner>('named', 'named', 'unnamed', 'large', 'crash'),
  keepRefunds: fc.boolean(),
  batchSize: fc.constantFrom(1, 3, 10, 50),
  concurrency: fc.constantFrom(1, 4, 8),
  limit: fc.constantFrom(300, 5000, Number.POSITIVE_INFINITY),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

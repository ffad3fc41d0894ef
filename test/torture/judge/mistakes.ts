// The table of planted mistakes. What is expected of a judge was written from each mistake alone, before any judge was asked.
import { BRIEFED_FIRST } from './mistakes-briefed.ts';
import { BRIEFED_REST } from './mistakes-briefed-rest.ts';
import { IDENTITY } from './mistakes-identity.ts';
import { MONEY } from './mistakes-money.ts';
import { TIME } from './mistakes-time.ts';
import type { Plan } from './planted-plan.ts';
import { WRONG_SHIPPING } from './shipping-agreements.ts';

export interface Mistake {
  readonly id: string;
  /** What the server does wrong, in a sentence. */
  readonly mistake: string;
  /** What an engineer must be told, in a sentence. */
  readonly cause: string;
  /** Each is found in the first line of a judge's result. */
  readonly says: readonly RegExp[];
  /** Wrong or contradicting advice, which is found nowhere. */
  readonly not: readonly RegExp[];
  /** A judge cannot see it, and says so; both judges pass. */
  readonly isUnseen?: true;
  /** s in which a judge has to be done, because no answer ever comes. */
  readonly within?: number;
  /** An agreement and its value, written down before a judge is asked. */
  readonly agreed?: readonly [name: string, value: string];
  /** A fresh one for each server: some remember. */
  readonly plan: () => Partial<Plan>;
}

export const MISTAKES: readonly Mistake[] = [
  ...BRIEFED_FIRST,
  ...BRIEFED_REST,
  ...MONEY,
  ...TIME,
  ...IDENTITY,
  ...WRONG_SHIPPING,
];

/** Planted together: each judge has to give two causes, the `says` of both. */
export const PAIRS: readonly (readonly [string, string])[] = [
  ['J14', 'J8'],
  ['J3', 'J9'],
  ['J1', 'updated-still'],
  ['J13a', 'J4'],
  ['J6', 'J22'],
];

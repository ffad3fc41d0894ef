// A test has three forms: the short one of `npm test`, which shows each promise once; the long one of `npm run test:long`,
// with more seeds, sizes and rows; and between them the share of the long one that .ci/run has time for.
import { it, type TestAPI } from 'vitest';

/** Set by vitest.long.config.ts; the short form without it. */
const FORM = process.env['LONG_FORM'];

export const isShort = FORM === undefined;

/** How many or which: in the short form, in the share (as in the long form when left out), in the long form. */
export const inForm = <T>(sizes: { readonly short: T; readonly share?: T; readonly long: T }): T =>
  isShort ? sizes.short : FORM === 'share' ? (sizes.share ?? sizes.long) : sizes.long;

const absent = new Proxy(() => {}, { get: () => absent, apply: () => absent }) as unknown as TestAPI;

/** A test of the long form and of the share, of which a smaller one in `npm test` shows the promise: there it is not even skipped. */
export const itLong: TestAPI = isShort ? absent : it;

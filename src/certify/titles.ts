// What the areas and the verdicts of a certification are called.
import type { Agreement, Area, CheckResult } from './types.ts';
import type { Verdict } from './verdict.ts';

export const VERDICT_TITLES: Readonly<Record<Verdict, string>> = {
  ready: 'Ready',
  partly: 'Nothing failed, but not everything was tried',
  not_ready: 'Not ready',
  interrupted: 'Interrupted, so this certifies nothing',
};

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  connection: 'Connection to the service',
  orders: 'Your orders',
  asns: 'Your ASNs',
  messages: 'RMA messages at your endpoint',
  variants: 'Exchange variants',
  exchanges: 'Exchange orders',
  refunds: 'Refunds',
};

export const RESULT_TITLES: Readonly<Record<CheckResult, string>> = {
  passed: 'passed',
  failed: 'failed',
  not_tried: 'not tried',
};

/** `60d, by Mia, since 2026-05-12` of what was agreed. */
export const agreedText = ({ value, by, since }: Agreement): string =>
  [value, by === null ? [] : `by ${by}`, since === null ? [] : `since ${since}`].flat().join(', ');

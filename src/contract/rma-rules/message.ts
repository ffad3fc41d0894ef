// Every rule that checks a single RMA message.
import type { Rule } from '../finding.ts';
import { rmaAmountRules } from './amounts.ts';
import { rmaFieldRules } from './fields.ts';
import { rmaTimeRules } from './times.ts';
import { trackingRules } from './tracking.ts';
import { wordRules } from './words.ts';

export const rmaRules: readonly Rule[] = [
  ...rmaFieldRules,
  ...wordRules,
  ...rmaTimeRules,
  ...trackingRules,
  ...rmaAmountRules,
];

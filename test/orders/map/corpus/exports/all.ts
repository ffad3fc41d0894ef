// All exports of the corpus.
import type { Description } from '../describe.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { JSON_EXPORTS } from './json.ts';
import { MARKETPLACES } from './marketplaces.ts';
import { MORE_LANGUAGES } from './more-languages.ts';
import { ORDER_SYSTEMS } from './order-systems.ts';
import { SPANISH_PORTUGUESE } from './spanish-portuguese.ts';

export const EXPORTS: readonly Description[] = [
  ...ENGLISH,
  ...MARKETPLACES,
  ...ORDER_SYSTEMS,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH_PORTUGUESE,
  ...MORE_LANGUAGES,
  ...JSON_EXPORTS,
];

// All exports of the corpus.
import type { Description } from '../describe.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';

export const EXPORTS: readonly Description[] = [...ENGLISH, ...GERMAN, ...FRENCH];

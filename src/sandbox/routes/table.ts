// Every act of `/_sandbox/*`: the list in docs/reference.md and `returns schema sandbox` are made from it.
import type { Act } from './act.ts';
import { DELIVERING } from './delivering.ts';
import { LOOKING } from './looking.ts';
import { RETURNING } from './returning.ts';
import { CLOCK, SETTING } from './setting.ts';

export const ACTS = { ...LOOKING, ...RETURNING, ...CLOCK, ...DELIVERING, ...SETTING };

export const ROUTES: readonly Act[] = Object.values(ACTS);

// Every route of `/_sandbox/*`. The list in docs/reference.md and `returns schema sandbox` are made from it.
import { DELIVERING } from './delivering.ts';
import { LOOKING } from './looking.ts';
import { RETURNING } from './returning.ts';
import type { InsideRoute } from './route.ts';
import { SETTING } from './setting.ts';

export const ROUTES: readonly InsideRoute[] = [...LOOKING, ...RETURNING, ...DELIVERING, ...SETTING];

// Which profile a look at the ledger is for, where the settings alone do not say it: none in use, or `local` without a sandbox.
import type { KnownTarget } from '../account/known-target.ts';
import { shellWord } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, profileStore } from '../storage/profiles.ts';
import { type Found, itemOf } from './kinds.ts';

/**
 * The key of the target to look at. `local` is the sandbox that runs; while none does, the one that was used last: what
 * happened there does not vanish with it.
 */
export function keyToLookAt(
  platform: Platform,
  folders: Folders,
  store: Database,
  target: KnownTarget,
): string {
  if (target.profile !== BUILT_IN || profileStore(platform, folders).sandbox().proof !== undefined)
    return target.key;
  const last = store.get(
    `SELECT t.key FROM runs r JOIN targets t ON t.no = r.target WHERE r.profile = ?
     ORDER BY r.started_at DESC, r.id DESC LIMIT 1`,
    BUILT_IN,
  );
  return last ? String(last[0]) : target.key;
}

/** A profile that was used from here. */
interface Used extends Found {
  readonly orders: number;
  /** False for one that was removed, and for settings of the environment. */
  readonly isThere: boolean;
}

/** The profiles of the runs since then, the last used first. */
function usedProfiles(platform: Platform, folders: Folders, store: Database, since: number): Used[] {
  const there = profileStore(platform, folders).read().named;
  return store
    .all(
      `SELECT r.profile, max(r.started_at),
         (SELECT count(*) FROM orders o WHERE o.target IN (SELECT x.target FROM runs x WHERE x.profile = r.profile))
       FROM runs r WHERE r.started_at >= ? GROUP BY r.profile ORDER BY 2 DESC`,
      since,
    )
    .map(([id, at, orders]) => ({
      ...{ id: String(id), at: Number(at), orders: Number(orders) },
      isThere: id === BUILT_IN || there.has(String(id)),
    }));
}

/** What is left out when no profile is in use: a look that sees nothing must not say that nothing is to be done. */
export function withoutProfile(platform: Platform, folders: Folders, store: Database, since: number) {
  const used = usedProfiles(platform, folders, store, since);
  const named = used.find(({ isThere }) => isThere);
  return {
    items: itemOf('no_profile', used, () =>
      named ? `returns status --profile ${shellWord(named.id)}` : 'returns profile list',
    ),
    /** `local has 223 orders`; '' where nothing was sent in the time that is looked at. */
    text: used.map(({ id, orders }) => `${id} has ${plural(orders, 'order')}`).join(', '),
  };
}

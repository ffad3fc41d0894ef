// Which profile a look at the ledger is for, where the settings alone do not say it: none in use, or `local` without a sandbox.
import type { KnownTarget } from '../account/known-target.ts';
import { shellWord } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, profileStore } from '../storage/profiles.ts';
import { itemOf, type StatusItem } from './kinds.ts';

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

/** The profiles of the runs since then, when none is in use: a look that sees nothing must not say that nothing is to be done. */
export function profileItem(
  platform: Platform,
  folders: Folders,
  store: Database,
  since: number,
): StatusItem[] {
  const there = profileStore(platform, folders).read().named;
  const used = store
    .all(
      'SELECT profile, max(started_at) FROM runs WHERE started_at >= ? GROUP BY profile ORDER BY 2 DESC',
      since,
    )
    .map(([id, at]) => ({ id: String(id), at: Number(at) }));
  // One that was removed, and the settings of the environment, cannot be named.
  const named = used.find(({ id }) => id === BUILT_IN || there.has(id));
  return itemOf('no_profile', used, () =>
    named ? `returns status --profile ${shellWord(named.id)}` : 'returns profile list',
  );
}

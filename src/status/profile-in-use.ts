// What is said where no profile is in use.
import { shellWord } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, profileStore } from '../storage/profiles.ts';
import { itemOf, type StatusItem } from './kinds.ts';

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

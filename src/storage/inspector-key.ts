// The key of the inspector page. It is stored in the state folder beside the calls, so that an address stays valid after a restart.
import path from 'node:path';
import { isObject, parsedJson } from '../basics/json.ts';
import type { PageKey } from '../page/server/guard.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, readPrivate, writePrivate } from './folders.ts';

export const inspectorKeyFile = (folders: Folders): string => path.join(folders.state, 'inspector-key');

/** Lifetime of a key, ms: a printed address must not stay valid without an end. */
const KEY_LIFETIME_MS = 30 * 86_400_000;

/** Most ports that are stored, more than are used within a month; the oldest are removed. */
const MOST_PORTS = 1000;

/** @throws Failure exit 7 */
export function inspectorKey(platform: Platform, folders: Folders): PageKey {
  const file = inspectorKeyFile(folders);
  const read = () => storedKeyOf(readPrivate(platform, file), platform.clock.now());
  const write = (stored: NonNullable<ReturnType<typeof storedKeyOf>>) =>
    writePrivate(platform, file, `${JSON.stringify(stored)}\n`);
  if (!read()) write({ key: platform.random.hex(16), made_at: platform.clock.now(), ports: [] });
  // When two receivers start at once, both read the key again and use the one that was written last.
  const { key } = read() ?? { key: platform.random.hex(16) };
  return {
    key,
    note(port) {
      const stored = read();
      if (stored && !stored.ports.includes(port))
        write({ ...stored, ports: [...stored.ports, port].slice(-MOST_PORTS) });
    },
    wasServedOn: (port) => read()?.ports.includes(port) ?? false,
  };
}

function storedKeyOf(text: string | undefined, now: number) {
  const value = parsedJson(text ?? '');
  if (!isObject(value)) return undefined;
  const { key, made_at, ports } = value;
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key) || typeof made_at !== 'number') return undefined;
  if (made_at > now || now - made_at >= KEY_LIFETIME_MS) return undefined;
  const known = Array.isArray(ports) ? ports.filter((port) => typeof port === 'number') : [];
  return { key, made_at, ports: known };
}

// The key of the inspector page: kept in the state folder beside the calls that it opens, so that an address stays good.
import path from 'node:path';
import type { Host } from '../base/host.ts';
import { isObject } from '../base/json.ts';
import type { Folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-files.ts';

export const inspectorKeyFile = (folders: Folders): string => path.join(folders.state, 'inspector-key');

/** An address that was printed somewhere must not be good for ever. */
const KEPT_MS = 30 * 86_400_000;

/** 128 bits in hexadecimal: the key of the last start, or a new one. @throws Failure exit 7 */
export function inspectorKey(host: Host, folders: Folders): string {
  const file = inspectorKeyFile(folders);
  const now = host.clock.now();
  const known = keyIn(readPrivate(host, file), now);
  if (known !== undefined) return known;
  const key = host.random.hex(16);
  writePrivate(host, file, `${JSON.stringify({ key, made_at: now })}\n`);
  // Of two receivers that start at once both go by what lies there in the end.
  return keyIn(readPrivate(host, file), now) ?? key;
}

function keyIn(text: string | undefined, now: number): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { key, made_at: madeAt } = value;
  const isGood = typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && typeof madeAt === 'number';
  return isGood && madeAt <= now && now - madeAt < KEPT_MS ? key : undefined;
}

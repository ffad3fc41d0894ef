// What all processes of this user on this machine share: the pace of each environment and short locks.
// It need not survive a restart of the machine, so the file carries the boot in its name and is never synced.
import path from 'node:path';
import { idsOfBoot } from '../base/boot.ts';
import type { Host, KeyValue } from '../base/host.ts';
import type { Folders } from './folders.ts';

/** Opens the shared store; the caller closes it. @throws Failure exit 7 */
export function openMachine(host: Host, folders: Folders): KeyValue {
  host.files.makeFolder(folders.machine);
  const present = host.files.list(folders.machine);
  const names = idsOfBoot(host.system.identity.boot).map(
    (boot) => `machine-${host.crypto.sha256(boot).slice(0, 12)}.mdb`,
  );
  const current = names.find((name) => present.includes(name)) ?? names[0]!;
  for (const name of present)
    if (/^machine-[0-9a-f]{12}\.mdb(-lock)?$/.test(name) && !name.startsWith(current))
      host.files.remove(path.join(folders.machine, name));
  return host.keyValues.open(path.join(folders.machine, current), { durable: false });
}

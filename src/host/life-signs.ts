// Who lives across containers: PID namespaces hide processes from each other, so each leaves a sign in the folder that
// they share, a socket it listens on. The kernel closes it with the process, however that ends, and refuses whoever asks.
//
// The rule: same boot, same PID namespace: pid and start decide. Same boot, another namespace (another container of one
// kernel): the socket decides, at once and for certain; a process that is stopped or paused still has it. On a file
// system without sockets a plain file takes its place, and whoever left it counts as alive until it is removed. Machines
// (or virtual ones) with kernels of their own have boots of their own and are not told apart from the dead: a state
// folder belongs to one kernel at a time, which is why network file systems are refused.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ProcessIdentity } from '../base/host.ts';
import { identityOf, isAlive, isForeign, nameOf, ownIdentity } from './processes.ts';

const PREFIX = 'alive-';

/** The sign of a process of another container; undefined for those that can be seen from here. */
export const lifeSign = (identity: ProcessIdentity, folder: string): string | undefined =>
  isForeign(identity) ? signOf(identity, folder) : undefined;

/** Undefined where processes have no PID namespaces: there all see each other. */
function signOf(identity: ProcessIdentity, folder: string): string | undefined {
  return identity.pidNamespace === undefined ? undefined : path.join(folder, PREFIX + nameOf(identity));
}

const shown = new Set<string>();

/** Leaves the sign of this process in the folder, once. @throws as fs does */
export function showLife(folder: string): void {
  const file = signOf(ownIdentity(), folder);
  if (file === undefined || (shown.has(file) && fs.lstatSync(file, { throwIfNoEntry: false }))) return;
  sweep(folder);
  // Nobody else has this name.
  fs.rmSync(file, { force: true });
  listen(file);
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) fs.writeFileSync(file, '', { mode: 0o600 });
  if (shown.size === 0) process.once('exit', hideLife);
  shown.add(file);
}

function hideLife(): void {
  for (const file of shown) {
    try {
      fs.rmSync(file, { force: true });
    } catch {
      // Nobody answers there any more, which says the same.
    }
  }
}

/** Binds at once; where it cannot, there is no file afterwards. */
function listen(file: string): void {
  const server = net().createServer((socket) => socket.destroy());
  server.on('error', () => {});
  withShortPath(file, (short) => void server.listen({ path: short }));
  // It does not keep the process.
  server.unref();
}

/** What processes left behind that ended here; those of other containers are asked when somebody needs to know. */
function sweep(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const other = name.startsWith(PREFIX) ? identityOf(name.slice(PREFIX.length)) : undefined;
    if (other && !isAlive(other)) fs.rmSync(path.join(folder, name), { force: true });
  }
}

/** True when that process has certainly ended: also one of another container that shares the folder. */
export async function hasEnded(other: ProcessIdentity, folder: string): Promise<boolean> {
  if (!isAlive(other)) return true;
  const file = lifeSign(other, folder);
  if (file === undefined) return false;
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  // Removed by the process at its end, or by a person who knows that it is gone.
  if (!stat) return true;
  if (!stat.isSocket() || (await answers(file))) return false;
  fs.rmSync(file, { force: true });
  return true;
}

/** False only when the kernel says that nobody has the socket. */
function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    withShortPath(file, (short) => {
      const socket = net().connect({ path: short });
      socket.on('connect', () => {
        resolve(true);
        socket.destroy();
      });
      socket.on('error', ({ code }: NodeJS.ErrnoException) =>
        resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
      );
    });
  });
}

/** The address of a socket holds 107 bytes; a longer path goes through its folder's descriptor. */
function withShortPath(file: string, work: (short: string) => void): void {
  if (Buffer.byteLength(file) <= 107) {
    work(file);
    return;
  }
  const folder = fs.openSync(path.dirname(file), 'r');
  try {
    work(`/proc/self/fd/${folder}/${path.basename(file)}`);
  } finally {
    fs.closeSync(folder);
  }
}

/** Loaded on first use: most commands need none. */
const net = () => createRequire(import.meta.url)('node:net') as typeof import('node:net');

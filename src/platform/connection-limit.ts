// Limits how many connections a server has open, so that clients who keep theirs cannot lock everybody else out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimit {
  /** The request on this connection is complete: the connection stays until its answer is sent. */
  busy(socket: Socket): void;
  /** The answer is sent: the connection has no request until the next one is complete. */
  idle(socket: Socket): void;
}

/** When `most` connections are open, a new one takes the place of the oldest one without a complete request. */
export function limitConnections(server: Server, most: number): ConnectionLimit {
  // In order of age. With TLS, requests come on another socket than the connection; the client's address is the same on both.
  const open = new Map<string, { readonly socket: Socket; readonly isBusy: boolean }>();
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const mark = (key: string, isBusy: boolean) => {
    const there = open.get(key);
    if (!there) return;
    open.delete(key);
    open.set(key, { ...there, isBusy });
  };
  const makeRoom = () => {
    for (const [key, { socket, isBusy }] of open) {
      if (isBusy) continue;
      open.delete(key);
      socket.destroy();
      return;
    }
  };
  server.on('connection', (socket) => {
    const key = keyOf(socket);
    open.set(key, { socket, isBusy: false });
    socket.on('close', () => {
      if (open.get(key)?.socket === socket) open.delete(key);
    });
    // When all others are busy, this is the new connection itself.
    if (open.size > most) makeRoom();
  });
  return {
    busy: (socket) => mark(keyOf(socket), true),
    idle: (socket) => mark(keyOf(socket), false),
  };
}

// Sockets: an HTTP client on undici and a server on node:http, each loaded on first use.
import type { Net } from './platform.ts';

export const realNet: Net = {
  client: async (options) => (await import('./http-client.ts')).httpClient(options),
  serve: async (options, handler) => (await import('./http-server.ts')).serve(options, handler),
};

// A real nginx in front of a program, alone or with `limit_req` as a rate limiter, with its own config in a temporary folder.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { freePort, until } from './cli.ts';
import { temporaryFolder } from './platform.ts';

/** Undefined where nginx is not installed. */
export const NGINX = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => path.join(folder, 'nginx'))
  .find((file) => fs.existsSync(file));

export interface Nginx {
  readonly url: string;
  close(): Promise<void>;
}

export interface NginxOptions {
  /** Where requests go on to. */
  readonly port: number;
  /** Without it, all requests go on. */
  readonly limit?: {
    readonly perSecond: number;
    /** How many may come at once before it refuses. */
    readonly burst: number;
  };
}

export async function startNginx({ port: upstream, limit }: NginxOptions): Promise<Nginx> {
  if (!NGINX) throw new Error('nginx is not installed');
  const folder = temporaryFolder('returns-nginx-');
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const config = path.join(folder, 'nginx.conf');
  fs.writeFileSync(
    config,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 512; }
http {
  access_log off;
${temporary}
  client_max_body_size 5m;
  ${limit ? `limit_req_zone $binary_remote_addr zone=ours:1m rate=${limit.perSecond}r/s;` : ''}
  limit_req_status 429;
  server {
    listen 127.0.0.1:${port};
    location / {
      ${limit ? `limit_req zone=ours burst=${limit.burst} nodelay;` : ''}
      proxy_pass http://127.0.0.1:${upstream};
    }
  }
}
`,
  );
  const child: ChildProcess = spawn(NGINX, ['-p', folder, '-e', `${folder}/error.log`, '-c', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let listening = false;
  const knock = () => {
    const socket = net.connect(port, '127.0.0.1', () => {
      listening = true;
      socket.destroy();
    });
    socket.on('error', () => setTimeout(knock, 50));
  };
  knock();
  try {
    await until(() => listening || child.exitCode !== null, 'nginx');
    if (!listening) throw new Error(`nginx did not start: ${said}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

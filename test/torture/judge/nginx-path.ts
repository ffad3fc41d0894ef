// Where nginx is; undefined where it is not installed.
import fs from 'node:fs';
import path from 'node:path';

export const NGINX = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => path.join(folder, 'nginx'))
  .find((file) => fs.existsSync(file));

// The servers of docs/library.md under requests that frameworks like to change: each gives the receiver what arrived, byte for byte.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { HANGING } from '../helpers/patience.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { linkPackages, PAGE } from './library-page.ts';
import { readPage } from './shell.ts';

/** How each server is reached once it is set up. */
const REACHED: Record<string, string> = {
  'node:http': 'if (!server.listening) await new Promise((done) => server.once("listening", done));',
  Express: 'if (!server.listening) await new Promise((done) => server.once("listening", done));',
  Fastify: 'const { server } = app;',
  Hono: '',
};

/** Sends what is awkward, and prints status and body of each answer. */
const DRIVER = `
const send = (path, init) =>
  typeof server === 'undefined' ? app.request(path, init) : fetch('http://localhost:' + server.address().port + path, init);
const post = (body, headers = {}) => send('/rmas', { method: 'POST', headers, body: new Blob([body]) });
const json = { 'content-type': 'application/json' };
const rma = JSON.stringify({ rma_identifier: 'R', status: 'CREATED', return_method: 'mail-back',
  created_at: '2026-05-04T10:00:00Z', updated_at: '2026-05-04T10:00:00Z',
  items: [{ order_identifier: 'S', order_line_item_identifier: 'L', sku: 'T', refund_type: 'REFUND' }] });
const results = {};
const note = async (name, answering) => {
  const answer = await answering;
  results[name] = [answer.status, (await answer.text()).slice(0, 60)];
};
await note('taken', post(rma, { 'content-type': 'application/json; charset=utf-8' }));
await note('byte order mark', post('\\ufeff' + rma, json));
await note('no type', post(rma));
await note('broken', post('{"rma_identifier": ', json));
await note('not UTF-8', post(new Uint8Array([0x22, 0xff, 0x22]), json));
await note('empty', post('', json));
await note('text', post(rma, { 'content-type': 'text/plain' }));
await note('too large', post(' '.repeat(5_500_000), json));
await note('variants', send('/sku/A%2FB%20C/variants?x=1'));
export default results;
`;

const EXPECTED = {
  taken: [200, '{"received":true}'],
  'byte order mark': [200, '{"received":true}'],
  'no type': [200, '{"received":true}'],
  broken: [400, expect.stringContaining('Bad Request')],
  'not UTF-8': [400, expect.stringContaining('Bad Request')],
  empty: [400, expect.stringContaining('Bad Request')],
  text: [415, expect.stringContaining('Unsupported Media Type')],
  'too large': [413, expect.stringContaining('Payload Too Large')],
  variants: [200, '[]'],
};

/** The server of a section, on any free port. */
function serverOf(heading: string): string {
  const section = readPage(PAGE).split(`\n### ${heading}\n`)[1]!;
  const [, source = ''] = /```js\n([\s\S]*?)```/.exec(section)!;
  return source.replace('3000', '0');
}

/** What each server answered: one process for all, since starting Node takes longer than the requests. */
const answered = (): Record<string, unknown> => {
  const project = temporaryFolder('returns-frameworks-');
  linkPackages(project, ['returns-cli', 'express', 'fastify', 'hono']);
  for (const [heading, reached] of Object.entries(REACHED)) {
    const file = path.join(project, `${heading.replace(':', '-')}.mjs`);
    fs.writeFileSync(file, `console.log = () => {};\n${serverOf(heading)}\n${reached}\n${DRIVER}`);
  }
  const all = `const all = {};
    for (const name of ${JSON.stringify(Object.keys(REACHED))})
      all[name] = (await import('./' + name.replace(':', '-') + '.mjs')).default;
    process.stdout.write(JSON.stringify(all), () => process.exit(0));`;
  fs.writeFileSync(path.join(project, 'all.mjs'), all);
  const { stdout, stderr } = spawnSync(process.execPath, ['all.mjs'], {
    cwd: project,
    encoding: 'utf8',
    timeout: HANGING,
    env: { PATH: process.env['PATH'] ?? '', HOME: project, TMPDIR: project },
  });
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
};

let answers: Record<string, unknown>;
beforeAll(() => {
  answers = answered();
});

it.each(Object.keys(REACHED))('%s', (heading) => {
  expect(answers[heading]).toEqual(EXPECTED);
});

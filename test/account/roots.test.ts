// The file of root certificates: every block is read before a connection is made, by every command as by `doctor`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '../../src/basics/failure.ts';
import { run } from '../../src/main.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { readRoots } from '../../src/storage/root-certificates.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { testPlatform } from '../helpers/platform.ts';

const authority = certificateAuthority();
const other = certificateAuthority();
const GOOD = fs.readFileSync(authority.root, 'utf8').trim();
const OTHER = fs.readFileSync(other.root, 'utf8').trim();
const [FIRST, LAST] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];
const BASE64 = GOOD.replace(FIRST, '').replace(LAST, '').replace(/\s/g, '');
const bytes = Buffer.from(BASE64, 'base64');
const block = (content: string | Uint8Array, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${typeof content === 'string' ? content : Buffer.from(content).toString('base64')}\n-----END ${label}-----\n`;
const openssl = (...words: string[]) =>
  execFileSync('openssl', words, { cwd: path.dirname(authority.root), encoding: 'utf8', stdio: 'pipe' });

let server: https.Server;
let url: string;
let connections = 0;
beforeAll(async () => {
  server = https.createServer(authority.issue('20200101', '20990101'), (_request, response) => {
    response.end(JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 90_000 }));
  });
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function returns(line: string, content: string | Uint8Array, env: Record<string, string> = {}) {
  const service = { RETURNS_AUTH_URL: url, RETURNS_ORDERS_URL: url, RETURNS_BASE_URL: url };
  const credentials = { RETURNS_CLIENT_ID: 'shop', RETURNS_CLIENT_SECRET: 'secret' };
  const here = testPlatform({ env: { ...service, ...credentials, ...env } });
  here.file('roots.pem', content);
  const before = connections;
  const code = await run(line.split(' '), here.platform);
  const [stdout, stderr] = [here.stdout(), here.stderr()];
  return { code, stdout, said: stdout + stderr, connections: connections - before };
}

describe('taken, and used', () => {
  test.each<[string, () => string]>([
    ['one', () => GOOD],
    ['CRLF', () => GOOD.replaceAll('\n', '\r\n')],
    ['CR', () => GOOD.replaceAll('\n', '\r')],
    ['a byte order mark', () => `\ufeff${GOOD}`],
    [
      'comments around',
      () =>
        `# ours\nsubject=/CN=x -- BEGIN of it\n--- BEGIN OUR ROOTS ---\n${GOOD}\n\n# theirs\n${OTHER}\n# end`,
    ],
    ['the right one behind another', () => `${OTHER}\n${GOOD}\n`],
    ['no line between two', () => `${OTHER}${GOOD}`],
    ['base64 in one line', () => block(BASE64)],
    ['all in one line', () => `${FIRST} ${BASE64} ${LAST}`],
    ['indented, as in YAML', () => GOOD.replaceAll('\n', '\n    ').replace('-----B', '    -----B')],
    ['blank lines inside', () => GOOD.replaceAll('\n', '\n\n')],
    ['TRUSTED CERTIFICATE', () => openssl('x509', '-in', 'root.pem', '-trustout', '-addtrust', 'serverAuth')],
    ['with its text', () => openssl('x509', '-in', 'root.pem', '-text')],
  ])('%s', async (_what, content) => {
    expect(await returns('token --ca roots.pem', content())).toMatchObject({ code: 0, connections: 1 });
    const doctor = await returns('doctor --offline --ca roots.pem', content());
    expect(doctor.said).not.toMatch(/cannot be\s+read/);
  });
});

/** The line behind a right certificate. */
const NEXT = GOOD.split('\n').length + 1;
const [PART, DAMAGED] = [/not one whole certificate/, /a damaged block/];
const DASHES = '\u2014\u2014\u2013';
const BROKEN: [string, string, number, number, RegExp][] = [
  ['damaged, before a right one', `${GOOD.replace('MI', 'AI')}\n${GOOD}`, 1, 1, PART],
  ['damaged, behind a right one', `# a\n${GOOD}\n# b\n${block('AAAA')}`, 2, NEXT + 2, /3 bytes/],
  ['cut at its end', block(bytes.subarray(0, -9)), 1, 1, PART],
  ['more bytes behind it', block(Buffer.concat([bytes, bytes])), 1, 1, PART],
  ['a base64 character lost', block(BASE64.slice(0, 40) + BASE64.slice(41)), 1, 1, PART],
  ['a line lost', GOOD.split('\n').toSpliced(3, 1).join('\n'), 1, 1, PART],
  ['another character', `${GOOD}\n${block(BASE64.replace('M', '\u041c'))}`, 2, NEXT, DAMAGED],
  ['\\n in place of line ends', GOOD.replaceAll('\n', '\\n'), 1, 1, DAMAGED],
  ['no last line', `${GOOD}\n${FIRST}\n${BASE64}\n`, 2, NEXT, DAMAGED],
  ['no last line before the next', `${FIRST}\n${BASE64}\n${GOOD}`, 1, 1, DAMAGED],
  ['no first line', `${BASE64}\n${LAST}\n${GOOD}`, 1, 2, DAMAGED],
  ['four dashes', `${GOOD.slice(1)}\n${OTHER}`, 1, 1, DAMAGED],
  ['dashes of a word processor', `${GOOD.replaceAll('-----', DASHES)}\n${OTHER}`, 1, 1, DAMAGED],
  ['empty', block(''), 1, 1, /0 bytes/],
  ['a key beside it', `${GOOD}\n${block(BASE64, 'PRIVATE KEY')}`, 2, NEXT, /block PRIVATE KEY/],
  ['two labels', GOOD.replace('END ', 'END TRUSTED '), 1, 1, DAMAGED],
];

describe.each(BROKEN)('%s', (_what, content, number, line, found) => {
  test('ends with exit code 6 and names block and line', async () => {
    const done = await returns('token --json --ca roots.pem', content);
    expect(done).toMatchObject({ code: 6, connections: 0 });
    const failure = JSON.parse(done.stdout);
    expect(failure).toMatchObject({ code: 'input.ca', place: { file: 'roots.pem', line } });
    const named = `Block ${number} of the root certificates (--ca), which begins in line ${line},`;
    expect(failure.message).toContain(named);
    expect(failure.found).toMatch(found);
    expect(failure.expected).toContain(FIRST);
    const doctor = await returns('doctor --offline --json --ca roots.pem', content);
    const check = JSON.parse(doctor.stdout).checks.find(({ id }: { id: string }) => id === 'settings.ca');
    expect(check).toMatchObject({ result: 'failure', text: expect.stringContaining(failure.message) });
  });
});

test('where the file was named is said', async () => {
  const at = async (line: string, env: Record<string, string> = {}) =>
    JSON.parse((await returns(line, 'just text', env)).stdout).message;
  expect(await at('token --json --ca roots.pem')).toContain('(--ca)');
  expect(await at('token --json', { RETURNS_CA: 'roots.pem' })).toContain('(RETURNS_CA)');
  expect(await at('token --json', { RETURNS_CA: 'none.pem' })).toBe(
    'Cannot read the file that RETURNS_CA names (ENOENT)',
  );
});

test.each(['', 'der\u0000', 'just text'])('%j holds no certificate', async (content) => {
  expect(await returns('token --json --ca roots.pem', content)).toMatchObject({ code: 2, connections: 0 });
});

const BAD = `${GOOD}\n${block('AAAA')}`;

test.each([
  ['token', { RETURNS_CA: 'roots.pem' }],
  ['listen --port 0 --no-inspect --ca roots.pem', {}],
  ['sandbox start --port 0 --no-pages --ca roots.pem', {}],
  ['trigger rma.created --to http://127.0.0.1:9 --ca roots.pem', {}],
  ['login --ca roots.pem', {}],
])('%s %j ends with exit code 6', async (line, env) => {
  const done = await returns(`${line} --json`, BAD, env as Record<string, string>);
  expect(done, done.said).toMatchObject({ code: 6, connections: 0 });
  const { code, message } = JSON.parse(done.stdout);
  expect([code, message]).toEqual(['input.ca', expect.stringContaining('Block 2')]);
});

test('the sandbox of a program reads its roots in the same way', async () => {
  const failure: Partial<Failure> = { code: 'input.ca', exitCode: 6 };
  await expect(startSandbox({ ca: BAD })).rejects.toMatchObject(failure);
  await (await startSandbox({ ca: GOOD })).close();
});

test('all roots of Node are read', async () => {
  const { rootCertificates } = await import('node:tls');
  const read = await readRoots(realNet, rootCertificates.join('\n'), '--ca');
  expect(read.count).toBe(rootCertificates.length);
});

// `calls check` and `calls import`: reads every form of a log, checks messages as the receiver does, records each once.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/calls/messages/message-file.ts';
import { sampleExchange } from '../../../src/contract/sample-exchange.ts';
import { withUnit } from '../../../src/contract/sample-rma.ts';
import { callReader } from '../../../src/storage/call-log.ts';
import type { CallRecord } from '../../../src/storage/calls.ts';
import { fakeClock, type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { seeded } from '../../helpers/random.ts';
import { listenInMemory } from '../receiver-support.ts';
import { document, HOSTILE, NOON, returns, story } from '../support.ts';

async function recordsOf(here: TestPlatform): Promise<CallRecord[]> {
  const all: CallRecord[] = [];
  for await (const record of callReader(here.platform, here.folders).read()) all.push(record);
  return all;
}

/** Reads a log that arrives in pieces of a few bytes. */
async function logged(content: string | Uint8Array) {
  async function* pieces() {
    const bytes = Buffer.from(content as string);
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  const calls = [];
  for await (const { body, ...call } of readLog(pieces(), 'log'))
    calls.push({ ...call, body: Buffer.from(body).toString('latin1') });
  return calls;
}

describe('a log', () => {
  it('with text in front of the bodies: they are found, with their time and path; other lines are none', async () => {
    const text = [
      '2026-05-12T10:00:00Z INFO server started',
      '2026-05-12T10:00:01Z INFO POST /rmas body={"a":{"b":1}} took 3 ms',
      '2026-05-12T10:00:02Z INFO GET /health 200',
      '2026-05-12T10:00:03Z INFO POST /rmas body={"a":',
      '{"a":2}',
    ];
    const at = Date.UTC(2026, 4, 12, 10, 0, 1);
    const found = { line: 2, body: '{"a":{"b":1}}', at, method: 'POST', target: '/rmas', headers: [] };
    const broken = expect.objectContaining({ line: 4, body: text[3] });
    expect(await logged(text.join('\n'))).toEqual([found, broken, { line: 5, body: '{"a":2}', headers: [] }]);
    expect(await logged(text.slice(1).join('\n'))).toEqual([
      { ...found, line: 1 },
      expect.objectContaining({ line: 3 }),
      expect.objectContaining({ line: 4 }),
    ]);
    expect(await logged(text[1]!)).toEqual([{ ...found, line: 1 }]);
    // A document that is laid out is one message still.
    const document = JSON.stringify({ a: [{ b: 1 }], c: 'POST /rmas {"x":1}' }, null, 2);
    expect(await logged(document)).toEqual([{ line: 1, body: document, headers: [] }]);
  });

  // Each body behind its line.
  it.each([
    ['bodies, one a line', '{"a":1}\n\n  \n{"a": 2 }\r\n', ['1 {"a":1}', '4 {"a": 2 }']],
    ['one line without an end', '{"a":1}', ['1 {"a":1}']],
    ['a byte order mark', '\ufeff{"a":1}\n{"b":1}', ['1 {"a":1}', '2 {"b":1}']],
    ['a document over several lines', '{\n "a": 1\n}\n', ['1 {\n "a": 1\n}']],
    ['an array in one line', '[{"a":1},{"b":2}]\n', ['1 {"a":1}', '1 {"b":2}']],
    ['an array', '[ {"a" : 9e99},\n\n {"a":1,"a":2}]', ['1 {"a" : 9e99}', '3 {"a":1,"a":2}']],
    ['a broken line between', '{"a":1}\n{"a":\n{"a":3}', ['1 {"a":1}', '2 {"a":', '3 {"a":3}']],
    ['a broken first line', '{"a":\n{"a":2}', ['1 {"a":', '2 {"a":2}']],
  ] as const)('%s', async (_name, content, expected) => {
    expect((await logged(content)).map(({ line, body }) => `${line} ${body}`)).toEqual(expected);
  });

  it.each(['9e15', '1e300', '8640000000000001', '253402300800000', '-1'])(
    'a number that is no time, %s, is left out, and the line is taken',
    async (time) => {
      const bodies = `{"received_at":${time},"body":{"a":1}}\n{"at":${NOON},"body":{"a":2}}`;
      const [first, second] = await logged(bodies);
      expect([first?.at, second?.at]).toEqual([undefined, NOON]);
    },
  );

  it.each(['', '\n \n'])(
    'with nothing in it (%j) is no log: exit 6; an import of it has nothing to do',
    async (text) => {
      const here = testPlatform();
      here.file('log.ndjson', text);
      const empty = { exit: 6, code: 'input.file.empty', message: 'The file is empty' };
      expect(await document(here, ['calls', 'check', 'log.ndjson'])).toMatchObject(empty);
      expect(await document(here, ['calls', 'import', 'log.ndjson'])).toMatchObject({ exit: 0 });
    },
  );

  it('with time, headers and path around the body', async () => {
    const time = '2026-11-20T12:00:00.250Z';
    const request = { method: 'post', path: '/rmas?x=1', headers: { A: 'b', C: ['d', 'e'] } };
    const lines = [
      { received_at: time, ...request, body: 'RAW' },
      { at: NOON, headers: [['A', 'b']], body: Buffer.from([0xff]).toString('base64'), encoding: 'base64' },
      { body: null },
    ].map((line) => JSON.stringify(line).replace('"RAW"', '{ "n": 1.0, "n": 2 }'));
    expect(await logged(`${lines.join('\n')}\n{"body":"text \\u00e9","received_at":"nonsense"}`)).toEqual([
      {
        ...{ line: 1, at: NOON + 250, method: 'POST', target: '/rmas?x=1', body: '{ "n": 1.0, "n": 2 }' },
        headers: [
          ['A', 'b'],
          ['C', 'd'],
          ['C', 'e'],
        ],
      },
      { line: 2, at: NOON, headers: [['A', 'b']], body: '\u00ff' },
      { line: 3, headers: [], body: '' },
      { line: 4, headers: [], body: 'text \u00c3\u00a9' },
    ]);
  });

  it.each(['identifier,status\n1,Shipped\n', 'no json', '{"a"\n{"b"\n'])(
    'without any JSON is refused: %j',
    async (content) => {
      await expect(logged(content)).rejects.toMatchObject({ code: 'input.calls', exitCode: 6 });
    },
  );
});

/** 200 messages: shuffled RMA messages, some repeated, some invalid in many ways, and exchange orders. */
function messages(): (string | Uint8Array)[] {
  const unit = seeded(7);
  const list: (string | Uint8Array)[] = [];
  for (let rma = 0; list.length < 170; rma++)
    list.push(...story(`RMA-${rma}`, 1 + (rma % 3)).map((message) => JSON.stringify(message)));
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(unit() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  const first = list.slice(0, 8);
  list.push(...first, ...first.map((text) => (text as string).replace('{', '{ ')));
  list.push(...first.map((text) => JSON.stringify({ ...JSON.parse(text as string), status: 'WAT' })));
  list.push(JSON.stringify(sampleExchange()), JSON.stringify(sampleExchange({ items: [] })));
  // A line of NDJSON contains no line break and is not empty.
  for (const [, body] of HOSTILE) if (body.length > 0 && !/[\r\n]/.test(String(body))) list.push(body);
  return list;
}

it('checks a file as the receiver checks the same messages when they arrive', async () => {
  const live = testPlatform();
  const receiver = await listenInMemory({ here: live });
  const bodies = messages();
  expect(bodies.length).toBeGreaterThanOrEqual(200);
  const kindOf = (body: string | Uint8Array) =>
    String(body).includes('"original_order_id"') ? 'exchange_orders' : 'rmas';
  for (const body of bodies) await receiver.post(`/${kindOf(body)}`, body);
  const file = live.file(
    'bodies.ndjson',
    Buffer.concat(bodies.flatMap((body) => [Buffer.from(body as string), Buffer.from('\n')])),
  );
  const other = testPlatform({ clock: fakeClock() });
  expect((await returns(other, ['calls', 'import', file])).code).toBe(3);
  const checked = (records: CallRecord[]) =>
    records.map(({ kind, findings, rma, orders, status, anomaly, changes, body }) => ({
      ...{ kind, rma, orders, status, anomaly, changes, body },
      // A log does not contain the answers.
      findings: findings.filter(({ code }) => !code.startsWith('exchange.mock.')),
    }));
  const [heard, imported] = [checked(await recordsOf(live)), checked(await recordsOf(other))];
  expect(imported).toHaveLength(bodies.length);
  // A file and a body may both begin with a byte order mark. It is removed only from the first line of a file.
  expect(imported).toEqual(heard);
  expect(new Set(heard.map(({ anomaly }) => anomaly)).size).toBe(5);
});

describe('calls import', () => {
  const lines = () =>
    story('RMA-1').map((message, i) => JSON.stringify({ received_at: NOON + i * 1000, body: message }));

  it('records each message with file and line, and the same file again adds nothing', async () => {
    const here = testPlatform();
    here.file('log.ndjson', lines().join('\n'));
    const first = await document(here, ['calls', 'import', 'log.ndjson']);
    expect(first).toMatchObject({ schema: 'calls-import/1', exit: 0, calls: 4 });
    expect(first).toMatchObject({ imported: 4, already_imported: 0 });
    const again = await document(here, ['calls', 'import', 'log.ndjson']);
    expect(again).toMatchObject({ exit: 0, calls: 4, imported: 0, already_imported: 4 });
    const records = await recordsOf(here);
    expect(records.map(({ at, imported }) => [at, imported])).toEqual(
      [1, 2, 3, 4].map((line, i) => [NOON + i * 1000, { file: 'log.ndjson', line }]),
    );
    expect(await returns(here, ['calls', 'show', 'last'])).toMatchObject({
      stdout: expect.stringContaining('from log.ndjson, line 4') as string,
    });
  });

  it('adds only the new messages of a log that grew', async () => {
    const here = testPlatform();
    here.file('log.ndjson', lines().slice(0, 3).join('\n'));
    await returns(here, ['calls', 'import', 'log.ndjson']);
    here.file('log.ndjson', lines().join('\n'));
    const grown = await document(here, ['calls', 'import', 'log.ndjson']);
    expect(grown).toMatchObject({ imported: 1, already_imported: 3 });
    const last = (await recordsOf(here)).at(-1)!;
    // Checked after the earlier messages, although these were not added again.
    expect(last.changes).toMatchObject([{ field: 'status', before: 'CREATED', after: 'REFUNDED' }]);
  });

  it('reads gzip, stdin and its own exports', async () => {
    const here = testPlatform();
    here.file('log.gz', gzipSync(lines().join('\n')));
    expect(await document(here, ['calls', 'import', 'log.gz'])).toMatchObject({ imported: 4 });
    const { stdout } = await returns(here, ['calls', 'export']);
    const other = testPlatform();
    expect(await document(other, ['calls', 'import', '-'], { stdin: stdout })).toMatchObject({ imported: 4 });
    const told = (records: CallRecord[]) =>
      records.map(({ at, body, rma, changes }) => ({ at, body, rma, changes }));
    expect(told(await recordsOf(other))).toEqual(told(await recordsOf(here)));
  });
});

describe('a file that is not UTF-8', () => {
  const message = { ...story('RMA-1')[0], notes: '\u00fc\u20ac\u{1f381} \u4e0a \u0a0a\u0d0d' };
  const little = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = (text: string) => little(text).swap16();
  const [line, laidOut] = [JSON.stringify(message), JSON.stringify(message, null, 2)];

  it.each<[string, Buffer]>([
    ['a list, UTF-16BE with CRLF', big(`[${laidOut.replaceAll('\n', '\r\n')}]`)],
    ['lines, UTF-16LE in gzip', gzipSync(little(`${line}\r\n`))],
  ])('is read when its mark says that it is UTF-16: %s', async (_name, bytes) => {
    const here = testPlatform();
    here.file('log.json', bytes);
    expect(await document(here, ['calls', 'check', 'log.json'])).toMatchObject({ exit: 0, calls: 1 });
    const imported = await document(here, ['calls', 'import', '-'], { stdin: bytes });
    expect(imported).toMatchObject({ exit: 0, imported: 1 });
    const [record] = await recordsOf(here);
    expect(JSON.parse(record!.body)).toEqual(message);
  });

  it.each<[string, Buffer, object, string]>([
    [
      'Latin-1 behind blank lines',
      Buffer.from('\n\n{\n "a\u00fc\u00e9":\n1 }', 'latin1'),
      { line: 4, column: 4 },
      'the byte 0xfc',
    ],
    ['half a character', little(line).subarray(0, -1), { line: 1 }, 'the end of the file inside a character'],
    ['binary', Buffer.from('\0\x01\x02'), { line: 1, column: 1 }, 'a zero byte'],
  ])('else the first byte that is not text is named: %s', async (_name, bytes, place, found) => {
    const here = testPlatform();
    here.file('log.json', bytes);
    expect(await document(here, ['calls', 'check', 'log.json'])).toMatchObject({
      ...{ exit: 6, code: expect.stringMatching(/^input\.encoding/) as string },
      ...{ found, place },
    });
  });
});

describe('calls check', () => {
  it('counts by verdict and code, records nothing, and exits 3 when a message has an error', async () => {
    const here = testPlatform();
    const [created, ready] = story('RMA-1');
    const wrong = { ...ready, updated_at: 'soon' };
    here.file('log.ndjson', [created, wrong, created].map((message) => JSON.stringify(message)).join('\n'));
    const checked = await document(here, ['calls', 'check', 'log.ndjson']);
    expect(checked).toMatchObject({
      ...{ schema: 'calls-check/1', exit: 3, exit_code: 3, calls: 3, by_verdict: { error: 1, ok: 2 } },
      by_anomaly: { duplicate: 1 },
      findings: [
        { code: 'rma.date.invalid', severity: 'error', count: 1, first_line: 2, path: 'updated_at' },
      ],
      errors: [{ line: 2, rma_identifier: 'RMA-1' }],
    });
    expect(await recordsOf(here)).toEqual([]);
    const { stdout } = await returns(here, ['calls', 'check', 'log.ndjson']);
    expect(stdout).toMatch(
      /^3 calls: 1 error, 2 ok \(1 duplicate\)\n +1 {2}error {2}rma\.date\.invalid {2}first in line 2/,
    );
  });

  it.each([
    ['log.ndjson', (messages: unknown[]) => messages.map((one) => `${JSON.stringify(one)}\n`).join('')],
    ['log.json', (messages: unknown[]) => JSON.stringify(messages)],
  ])('finds damaged and invisible characters in RMAs and exchange orders of %s', async (name, text) => {
    const here = testPlatform();
    const transit = { tracking_number: '9.4E+21', package_tracking_status: 'TRANSIT' };
    const rma = withUnit({ ...transit, sku: 'TEE\u00ad-M' });
    here.file(name, text([rma, sampleExchange({ original_order_id: '="00123"' })]));
    const { findings } = await document<{ findings: CallRecord['findings'] }>(here, ['calls', 'check', name]);
    const texts = findings.filter(({ code }) => /\.(text|identifier)\./.test(code));
    expect(texts.map(({ severity, code, path }) => `${severity} ${code} ${path}`).sort()).toEqual([
      'error rma.identifier.exponent items[0].tracking_number',
      'warning exchange.text.spreadsheet original_order_id',
      'warning rma.text.invisible items[0].sku',
    ]);
    const level = ['--level', 'rma.identifier.exponent=warning'];
    expect(await document(here, ['calls', 'check', name, ...level])).toMatchObject({ exit: 0 });
  });

  it('--kind sets the kind of all messages', async () => {
    const here = testPlatform();
    here.file('log.ndjson', '{}');
    const codes = async (kind: string) =>
      (
        await document<{ findings: { code: string }[] }>(here, [
          'calls',
          'check',
          'log.ndjson',
          '--kind',
          kind,
        ])
      ).findings.map(({ code }) => code.split('.')[0]);
    expect(new Set(await codes('rma'))).toEqual(new Set(['rma']));
    expect(new Set(await codes('exchange_order'))).toEqual(new Set(['exchange']));
  });

  it('exits 6 and names the file when it does not exist', async () => {
    expect(await document(testPlatform(), ['calls', 'check', 'none.ndjson'])).toMatchObject({ exit: 6 });
  });
});

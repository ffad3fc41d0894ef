// A message without Content-Type, and one with a wrong one.
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../src/storage/calls.ts';
import { listenInMemory, requestOf } from '../receiver-support.ts';
import { rma } from '../support.ts';

const codesOf = (call: CallRecord) => call.findings.map(({ code }) => code);

test('a message without Content-Type is accepted when it parses, with a warning that names the header; a wrong one is answered 415', async () => {
  const ears = await listenInMemory();
  const send = (body: string, headers: Record<string, string> = {}) =>
    ears.handle(requestOf('POST', '/rmas', body, headers));
  expect((await send(JSON.stringify(rma('RMA-1')))).status).toBe(200);
  const taken = await ears.last();
  expect(taken).toMatchObject({ verdict: 'warning', rma: 'RMA-1' });
  expect(codesOf(taken)).toEqual(['call.media.missing']);
  expect(taken.findings[0]!.message).toContain('Content-Type: application/json');
  expect((await send('{"rma_identifier"')).status).toBe(400);
  expect(codesOf(await ears.last())).toEqual(['call.body.broken', 'call.media.missing']);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])
    expect((await send(JSON.stringify(rma('RMA-2')), { 'Content-Type': type })).status).toBe(415);
  expect(codesOf(await ears.last())).toEqual(['call.media.type']);
});

test('a charset that is UTF-8 or ASCII by another name is taken; of another one the finding says that it is not UTF-8', async () => {
  const ears = await listenInMemory();
  const send = async (charset: string, body: string | Uint8Array = JSON.stringify(rma('RMA-3'))) =>
    (
      await ears.handle(
        requestOf('POST', '/rmas', body, { 'Content-Type': `application/json; charset=${charset}` }),
      )
    ).status;
  for (const label of ['utf8', 'UTF8', '"utf-8"', 'us-ascii', 'ASCII']) expect(await send(label)).toBe(200);
  // The label does not matter when the bytes say otherwise.
  expect(await send('utf8', new Uint8Array([0x22, 0xe4, 0x22]))).toBe(400);
  expect(await send('ISO-8859-1')).toBe(415);
  expect((await ears.last()).findings[0]!.message).toMatch(/in UTF-8, found .*ISO-8859-1/);
});

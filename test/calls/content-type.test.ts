// A message without Content-Type, and one with a wrong one.
import { expect, test } from 'vitest';
import type { CallRecord } from '../../src/storage/calls.ts';
import { listenInMemory, requestOf } from './receiver-support.ts';
import { rma } from './support.ts';

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

// Levels change the answers of `listen` and the counts of `calls check`.
import { describe, expect, test } from 'vitest';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { returns } from '../../helpers/returns.ts';
import { startListen } from '../run-listen.ts';

describe('calls', () => {
  test('levels change the answers of listen and the counts of calls check', async () => {
    const message = sampleRma({ updated_at: 'yesterday' });
    const plain = await startListen(['--no-inspect', '--refuse-invalid']);
    expect((await plain.post('/rmas', message)).status).toBe(422);
    plain.interrupt();
    await plain.done;
    const level = ['--level', 'rma.date.invalid=note'];
    const listen = await startListen(['--no-inspect', '--refuse-invalid', ...level]);
    expect((await listen.post('/rmas', message)).status).toBe(200);
    listen.interrupt();
    await listen.done;
    expect(listen.lines()).toContainEqual(expect.objectContaining({ type: 'call', verdict: 'note' }));
    const file = { 'calls.ndjson': JSON.stringify(message) };
    const before = await returns(['calls', 'check', 'calls.ndjson', '--json'], {}, file);
    expect(before.document()).toMatchObject({ exit_code: 3, levels: {} });
    const after = await returns(['calls', 'check', 'calls.ndjson', '--json', ...level], {}, file);
    expect(after.document()).toMatchObject({ exit_code: 0, levels: { 'rma.date.invalid': 'note' } });
  });
});

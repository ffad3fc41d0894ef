// Levels change the answers of `listen`.
import { expect, test } from 'vitest';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { startListen } from '../run-listen.ts';

const MESSAGE = sampleRma({ updated_at: 'yesterday' });

test('levels change the answers of listen', async () => {
  const plain = await startListen(['--no-inspect', '--refuse-invalid']);
  expect((await plain.post('/rmas', MESSAGE)).status).toBe(422);
  plain.interrupt();
  await plain.done;
  const level = ['--level', 'rma.date.invalid=note'];
  const listen = await startListen(['--no-inspect', '--refuse-invalid', ...level]);
  expect((await listen.post('/rmas', MESSAGE)).status).toBe(200);
  listen.interrupt();
  await listen.done;
  expect(listen.lines()).toContainEqual(expect.objectContaining({ type: 'call', verdict: 'note' }));
});

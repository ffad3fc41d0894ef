// `listen --expect` counts the calls of its own run.
import { expect, test } from 'vitest';
import type { TestPlatform } from '../../helpers/platform.ts';
import { startListen } from '../run-listen.ts';
import { story } from '../support.ts';

test('--expect counts only the calls of this run, not those recorded earlier', async () => {
  const messages = story('RMA-1');
  const prepare = (here: TestPlatform) =>
    here.file(
      'expected.ndjson',
      '{"kind":"rma","status":"CREATED","count":3}\n{"kind":"rma","status":"REFUNDED"}\n',
    );
  const run = async (root?: string) => {
    const flags = ['--expect', 'expected.ndjson', '--wait', '20s', '--no-inspect'];
    const listen = await startListen(flags, { prepare, ...(root === undefined ? {} : { root }) });
    for (const message of messages) await listen.post('/rmas', message);
    return { code: await listen.done, root: listen.here.root };
  };
  const { code, root } = await run();
  expect([code, (await run(root)).code]).toEqual([0, 0]);
});

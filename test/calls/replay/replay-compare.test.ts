// `calls replay --compare`: the answers of an endpoint are held against the recorded ones; and which receiver is meant.
import { describe, expect, test } from 'vitest';
import { testPlatform } from '../../helpers/platform.ts';
import { startListen } from '../run-listen.ts';
import { callOf, document, endpoint, idAt, NOON, recorded, returns, rma } from '../support.ts';

/** Calls that an endpoint answered, as `listen --forward-to` recorded them. */
async function answered(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const here = testPlatform();
  await recorded(
    here,
    answers.map(([status, body], n) =>
      callOf({
        ...{ at: NOON + n, id: idAt(NOON + n, n), bytesOf: JSON.stringify(rma(`RMA-${n}`)) },
        response: { status, by: 'forwarded' },
        forwarded: {
          ...{ url: 'http://127.0.0.1:9/rmas', status, ms: 1 },
          answer: { headers: [], body: JSON.stringify(body), encoding: 'utf8', bytes: 9, truncated: false },
        },
      }),
    ),
  );
  return here;
}

const ok = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });

describe('calls replay --compare', () => {
  test('what differs is named by its path, and the exit code is 3', async () => {
    const here = await answered([200, { id: 7, lines: [{ sku: 'A', at: 1 }] }], [200, { id: 8 }]);
    const { url } = await endpoint(({ body }) =>
      Buffer.from(body).toString().includes('RMA-0')
        ? ok({ lines: [{ at: 1, sku: 'B' }], id: 7 })
        : { status: 500, body: 'down' },
    );
    const line = ['calls', 'replay', '--since', '2026-11-01', '--to', url, '--compare'];
    const { code, stdout } = await returns(here, line);
    expect(code).toBe(3);
    expect(stdout).toContain('body.lines[0].sku: "A" -> "B"');
    expect(stdout).toContain('status: 200 -> 500; body: {"id":8} -> "down"');
    expect(stdout).toContain('0 of 2 answers as recorded');
    expect(await document(here, line)).toMatchObject({
      exit_code: 3,
      answers: [
        { differences: [{ path: 'body.lines[0].sku', before: 'A', after: 'B' }] },
        { differences: [{ path: 'status', before: 200, after: 500 }, { path: 'body' }] },
      ],
    });
  });

  test('the same answers are exit code 0, whatever their status; --ignore leaves parts out', async () => {
    const here = await answered(
      [409, { error: 'known', at: 1 }],
      [200, { lines: [{ at: 1 }, { at: 2 }], made: { by: 'x' } }],
    );
    const { url } = await endpoint(({ body }) =>
      Buffer.from(body).toString().includes('RMA-0')
        ? { status: 409, body: JSON.stringify({ error: 'known', at: 9 }) }
        : ok({ lines: [{ at: 3 }, { at: 4 }], made: { by: 'y' } }),
    );
    const line = ['calls', 'replay', '--since', '2026-11-01', '--to', url, '--compare'];
    expect((await returns(here, line)).code).toBe(3);
    const ignored = ['body.at', 'body.lines[].at', 'body.made'].flatMap((path) => ['--ignore', path]);
    const { code, stdout } = await returns(here, [...line, ...ignored]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 answers as recorded')]);
  });

  test('an endpoint that does not answer differs; --ignore needs --compare', async () => {
    const here = await answered([200, {}]);
    const gone = await endpoint(() => ok({}));
    const line = ['calls', 'replay', 'last', '--to', 'http://127.0.0.1:9', '--compare', '--json'];
    expect(await document(here, line)).toMatchObject({
      exit_code: 75,
      answers: [{ differences: [{ path: 'status', before: 200, after: 0 }] }],
    });
    const alone = await returns(here, ['calls', 'replay', 'last', '--to', gone.url, '--ignore', 'body']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--ignore is for --compare')]);
  });
});

test('calls replay goes to the receiver that runs on this machine, on any port, and says which', async () => {
  const here = await answered([200, {}]);
  const listen = await startListen([], { root: here.root });
  const { code, stderr, stdout } = await returns(here, ['calls', 'replay', 'last']);
  listen.interrupt();
  await listen.done;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`To the receiver at ${listen.url}`)]);
  expect(stdout).toContain('1 x 200');
  const after = await document(here, ['calls', 'replay', 'last', '--dry-run']);
  expect(after).toMatchObject({ to: 'http://127.0.0.1:4400' });
});

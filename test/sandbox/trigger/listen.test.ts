// A real receiver takes every message: nothing that the trigger makes up breaks a rule.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TriggerDocument } from '../../../src/sandbox/trigger/document.ts';
import { MESSAGES } from '../../../src/sandbox/trigger/messages.ts';
import { type Listen, startListen } from '../../calls/run-listen.ts';
import { until } from '../../helpers/cli.ts';
import { runTrigger } from './run-trigger.ts';

let listen: Listen;
beforeAll(async () => {
  listen = await startListen(['--no-inspect']);
});
afterAll(async () => {
  listen.interrupt();
  await listen.done;
});

interface Call {
  readonly verdict: string;
  readonly kind: string;
  readonly rma_identifier: string | null;
  readonly findings: readonly { readonly severity: string; readonly code: string }[];
}

/** The calls that the receiver recorded since the `before` lines. */
async function callsSince(before: number, count: number): Promise<Call[]> {
  const calls = () =>
    listen
      .lines()
      .slice(before)
      .filter(({ type }) => type === 'call');
  await until(() => calls().length >= count, `${count} calls`);
  return calls() as unknown as Call[];
}

/** Runs it against the receiver. */
async function played(name: string) {
  const before = listen.lines().length;
  const { code, stdout, stderr } = await runTrigger([name, '--to', listen.url, '--json']);
  const document = JSON.parse(stdout) as TriggerDocument;
  return { code, stderr, document, calls: await callsSince(before, document.messages.length) };
}

const wrongIn = (calls: readonly Call[]): string[] =>
  calls.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code),
  );

describe('one message', () => {
  test.each(MESSAGES.map(({ name, kind }) => [name, kind] as const))('%s', async (name, kind) => {
    const { code, stderr, document, calls } = await played(name);
    expect([code, stderr]).toEqual([0, '']);
    expect(document).toMatchObject({
      ...{ schema: 'trigger/1', name, to: listen.url },
      messages: [{ what: name, kind, status: 200, fault: null, ms: expect.any(Number) }],
    });
    expect(calls.map((call) => call.kind)).toEqual([kind]);
    expect(wrongIn(calls)).toEqual([]);
    expect(['ok', 'note']).toContain(calls[0]?.verdict);
  });
});

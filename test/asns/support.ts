// Recorded ASNs for tests: created with the real command.

import { onTestFinished } from 'vitest';
import type { AsnSummary } from '../../src/asns/run-asns.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { openSandbox } from '../../src/sandbox/start.ts';
import { DOUBT_MS } from '../../src/storage/in-doubt.ts';
import { type Cli, type CliTarget, makeCli } from '../helpers/cli.ts';
import { makeHeld } from '../helpers/held.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

/** An ASN with one unit that no other ASN has. */
export const asnOf = (number: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  sampleAsn({
    asn_number: number,
    cartons: [{ details: [sampleDetail({ unit_identifier: `U-${number}` })] }],
    ...more,
  });

/**
 * A sandbox that holds back the answer to the first update until the gate is opened, so that tests do not
 * depend on timing.
 */
export async function gatedSandbox() {
  const platform = realPlatform();
  const { held: gate, release: open } = makeHeld();
  let arrived = false;
  const serve: typeof platform.net.serve = (where, handler) =>
    platform.net.serve(where, async (request) => {
      const first = request.method === 'PUT' && !arrived;
      if (first) {
        arrived = true;
        await gate;
      }
      return await handler(request);
    });
  const sandbox = await openSandbox({ ...platform, net: { ...platform.net, serve } }, { rateLimit: 'off' });
  onTestFinished(() => sandbox.close());
  return { sandbox, open, arrived: () => arrived };
}

/** Creates these ASNs. */
export async function created(cli: Cli, ...asns: readonly Record<string, unknown>[]) {
  cli.file('created.ndjson', asns.map((asn) => JSON.stringify(asn)).join('\n'));
  const line = ['asns', 'create', 'created.ndjson', '--yes'];
  const done = await cli.json<{ asns: { queued: number } }>(line);
  if (done.asns.queued !== asns.length) throw new Error(JSON.stringify(done));
}

/** The parts of `asn-update/1` that the tests read. */
export interface UpdateDocument {
  state: string;
  exit_code: number;
  run: string | null;
  counts: Record<'queued' | 'unchanged' | 'refused' | 'pending', number>;
  api_version: number;
  changes: { kind: string; path: string; before: unknown; after: unknown }[];
  refusals: { status: number; code: string; field: string; message: string; hint: string }[];
  warnings: { code: string; message: string }[];
  recorded: { how: string; run: string } | null;
  unanswered: { run: string; changes: unknown[] } | null;
  applied_to_newer: boolean;
  asns: (Omit<UpdateDocument, 'asns'> & { asn_number: string; fate: string })[];
}

/** `asn-summary/1`. */
export type AsnSummaryDocument = AsnSummary;

/** A sandbox with these ASNs, and a command line that has created them. */
export async function recorded(...asns: Record<string, unknown>[]) {
  const sandbox = await sandboxFor({ asnDelayMs: 0 });
  const cli = makeCli({ target: sandbox });
  await created(cli, ...asns);
  const stored = (number: string) => sandbox.asns().find((one) => one.asn_number === number);
  return { sandbox, cli, stored };
}

/** The same command line so much later that nothing is in doubt any more, or as long before that as is said, ms. */
export const later = ({ root }: Cli, target: CliTarget, earlierMs = 0) =>
  makeCli({ root, target, aheadMs: DOUBT_MS - earlierMs });

export const update = (cli: Cli, ...args: string[]) =>
  cli.json<UpdateDocument>(['asns', 'update', ...args, '--yes']);

/** The errors of our own check. */
export const errorsOf = (asn: unknown) =>
  validateAsn(JSON.parse(JSON.stringify(asn)), 2)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path: at }) => `${code} ${at}`);

/** The errors in an answer of the service. */
export const answered = (reply: { json: unknown }) => (reply.json as { errors: object[] }).errors;

/** The questions of the form of `asns create` for one unit in one carton, in their order. */
const FORM = [
  ...['Program', 'From: identifier', 'From: its type', 'To: identifier', 'To: its type', 'ASN number'],
  ...['What is known', 'Status', 'Ship date', 'Tracking number', 'Carrier'],
  ...['Carton 1: identifier', 'refers to', 'line identifier', 'unit identifier', 'SKU'],
  ...['Another line', 'Another carton?'],
];

/**
 * Goes through the form with these answers, Enter to every other question. Several keys for one question: each further one
 * when its own words are shown.
 */
export async function fillForm(
  type: (question: string, keys: string) => Promise<void>,
  answers: Readonly<Record<string, string | readonly (readonly [words: string, keys: string])[]>>,
): Promise<void> {
  for (const question of FORM) {
    const given = answers[question] ?? '';
    const [first, ...more] = typeof given === 'string' ? [[question, given] as const] : given;
    for (const [words, keys] of [[question, first![1]] as const, ...more]) await type(words, `${keys}\r`);
  }
}

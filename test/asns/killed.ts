// Creating ASNs with kill -9 after seeded request counts: what the short and the long form share.

import path from 'node:path';
import { expect } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { asnCsv, asnNdjson, type TestAsn } from '../helpers/asns.ts';
import { documentOf, makeCli } from '../helpers/cli.ts';
import { seeded } from '../helpers/random.ts';
import { requestKiller, sandboxFor } from '../helpers/sandbox.ts';

export interface AsnSummaryDocument {
  state: string;
  exit_code: number;
  resume: string | null;
  asns: Record<'queued' | 'already_queued' | 'refused' | 'pending', number>;
  recovered: number;
  balanced: boolean;
  requests: Record<string, number>;
  refused: {
    file: string | null;
    by_code: { code: string; count: number; first_line: number }[];
    answers: { code: string; path: string; line: number; message: string; hint: string; status: number }[];
  };
  error?: { code: string; message: string; hint: string };
}

export interface KilledRuns {
  readonly asns: readonly TestAsn[];
  readonly form: 'ndjson' | 'csv';
  readonly seed: number;
  readonly kills: number;
  /** A run that is killed is killed after 1 to this many requests. */
  readonly between: number;
  readonly sandbox: SandboxOptions;
  readonly flags: readonly string[];
}

/**
 * Runs the same command until it completes, and kills it again and again. In the end everything must be
 * created exactly once.
 */
export async function createKilled({
  asns,
  form,
  seed,
  kills,
  between,
  sandbox: options,
  flags,
}: KilledRuns) {
  const random = seeded(seed);
  const killer = requestKiller();
  const sandbox = await sandboxFor({ seed, ...options }, killer.ear, '/asns');
  const cli = makeCli({ target: sandbox });
  const file = `asns.${form}`;
  cli.file(file, form === 'csv' ? asnCsv(asns) : asnNdjson(asns));
  const args = ['asns', 'create', file, '--yes', '--json', ...flags];
  const figures = { form, kills: 0, runs: 0, recovered: 0, requests: 0, s429: 0, dropped: 0 };
  for (;;) {
    const killAt = figures.kills < kills ? 1 + Math.floor(random() * between) : undefined;
    // After a killed probe other runs wait 30 s (test/sending/rate-limit.test.ts). So every run here has its own
    // pace file.
    const own = flags.includes('off')
      ? { RETURNS_PACE_DIR: path.join(cli.root, `pace-${figures.runs}`) }
      : {};
    const ended = await killer.run(() => cli.start(args, { env: own }), killAt, random() < 0.5);
    figures.runs++;
    if (ended.signal === 'SIGKILL') {
      figures.kills++;
      expect(ended.stdout).toBe('');
      continue;
    }
    const summary = documentOf(ended) as unknown as AsnSummaryDocument;
    expect(summary, ended.stderr).toMatchObject({ state: 'completed', exit_code: 0, balanced: true });
    expect(summary.asns).toMatchObject({ refused: 0, pending: 0 });
    expect(summary.asns.queued + summary.asns.already_queued).toBe(asns.length);
    figures.recovered += summary.recovered;
    if (figures.kills >= kills) break;
  }
  const stored = sandbox.asns();
  expect(stored.length, 'ASNs in the sandbox').toBe(asns.length);
  expect(
    stored.every(({ versions }) => versions.length === 1),
    'each created once',
  ).toBe(true);
  const wanted = new Map(asns.map((asn) => [`${asn.program_identifier} ${asn.asn_number}`, asn]));
  for (const { program_identifier: program, asn_number: number, asn, versions } of stored) {
    const expected = wanted.get(`${program} ${number}`);
    expect(asn).toEqual(expected);
    expect(versions[0]?.version).toBe(JSON.stringify(expected).includes('"labels"') ? '2' : '1');
  }
  const requests = sandbox.requests(0).filter(({ endpoint }) => endpoint === 'asnCreate');
  figures.requests = requests.length;
  figures.s429 = requests.filter(({ status }) => status === 429).length;
  figures.dropped = requests.filter(({ fault }) => fault === 'drop after').length;
  // Everything is recorded: the same command has nothing to do and sends nothing.
  const again = await cli.json<AsnSummaryDocument>(args.filter((word) => word !== '--json'));
  expect(again.asns).toEqual({ queued: 0, already_queued: asns.length, refused: 0, pending: 0 });
  expect(sandbox.requests(0).filter(({ endpoint }) => endpoint === 'asnCreate')).toHaveLength(
    requests.length,
  );
  return figures;
}

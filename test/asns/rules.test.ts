// Every rule about ASNs has a sample that follows it and one that violates it, and `returns explain` prints
// both.
import { describe, expect, it } from 'vitest';
import { checkAsn, InputIndex } from '../../src/asns/check-asn.ts';
import type { ReadAsn } from '../../src/asns/input/asn-rows.ts';
import { type AsnInput, openAsns } from '../../src/asns/input/read.ts';
import { isObject } from '../../src/basics/json.ts';
import { ASN_INTAKE_RULES, describeAsnFinding } from '../../src/contract/asn-catalog.ts';
import { ASN_RULES } from '../../src/contract/asn-rules/across.ts';
import type { Finding } from '../../src/contract/finding.ts';
import { AsnRecords, asnDigest } from '../../src/storage/asn-records.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { testPlatform } from '../helpers/platform.ts';

async function inputOf(content: string, at: ReturnType<typeof testPlatform>): Promise<AsnInput> {
  at.file('sample', content);
  const options = { format: 'auto', memory: 1e6 } as const;
  return await openAsns(at.platform, 'sample', options, { folder: at.folders.state });
}

async function all(input: AsnInput): Promise<ReadAsn[]> {
  const asns: ReadAsn[] = [];
  for await (const asn of input.read()) asns.push(asn);
  input.close();
  return asns;
}

/** The findings of a sample with several ASNs: a list, or records and an input. */
async function checks(sample: unknown): Promise<readonly Finding[]> {
  const at = testPlatform();
  const { recorded, input } = (isObject(sample) ? sample : { recorded: [], input: sample }) as {
    recorded: Record<string, string>[];
    input: unknown[];
  };
  const store = openLedgerStore(at.platform, at.folders);
  const records = new AsnRecords(at.platform, store, 'target');
  records.queued(
    recorded.map((asn) => {
      const body = JSON.stringify(asn);
      const digest = asnDigest(at.platform.crypto, JSON.parse(body));
      const key = { program: asn['program_identifier']!, number: asn['asn_number']! };
      return [key, { body, digest, version: 1, status: 'pending', at: 0, run: 'r', how: 'create' }] as const;
    }),
  );
  const reads = await all(await inputOf(JSON.stringify(input), at));
  const index = new InputIndex(at.platform.crypto);
  for (const read of reads) index.add(read);
  const { crypto } = at.platform;
  const context = { crypto, index, records, version: undefined, strict: false };
  const findings = reads.flatMap((read) => checkAsn(read, context).findings);
  store.close();
  return findings;
}

describe.each([...ASN_RULES])('$code', (rule) => {
  it('has a good sample that follows every rule, and a bad one that violates only this rule', async () => {
    expect(await checks(rule.good)).toEqual([]);
    const findings = await checks(rule.bad);
    expect([...new Set(findings.map(({ code, severity }) => `${code} ${severity}`))]).toEqual([
      `${rule.code} ${rule.severity}`,
    ]);
    for (const finding of findings) expect(describeAsnFinding(finding)).toMatch(/^[A-Z].*\.$/);
  });
});

describe.each([...ASN_INTAKE_RULES])('$code', (rule) => {
  const found = async (sample: unknown) =>
    (await all(await inputOf(String(sample), testPlatform()))).flatMap(({ findings }) => findings);

  it('has a good sample that follows it, and a bad one that violates only this rule', async () => {
    expect(await found(rule.good)).toEqual([]);
    const findings = await found(rule.bad);
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      `${rule.code} ${rule.severity}`,
    ]);
    expect(describeAsnFinding(findings[0]!)).toMatch(/line 3.*line 2/);
  });
});

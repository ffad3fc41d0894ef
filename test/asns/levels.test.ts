// ASNs that only a level lets pass, and updates with the same levels.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RULES } from '../../src/contract/contract-rules.ts';
import type { Rule } from '../../src/contract/finding.ts';
import { sampleAsn } from '../../src/contract/sample.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('ASNs that only a level lets pass', () => {
  let sandbox: Sandbox;
  const rules = [...RULES.values()].filter(
    ({ code, severity, fixed, isOff }) =>
      code.startsWith('asn.') && severity === 'error' && !isOff && !(fixed && !fixed.fields),
  );
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 'off', levels: rules.map(({ code }) => `${code}=off`) });
  });
  afterAll(() => sandbox.close());
  const create = (root: string, asn: unknown, ...flags: string[]) =>
    returns(
      ['asns', 'create', 'a.json', '--json', '--rate', 'off', ...flags],
      { root, env: targetEnvironment(sandbox) },
      { 'a.json': asn },
    );
  // The bad samples of these rules change a field that cannot be updated; any other field can be used.
  const OTHER: Record<string, unknown> = {
    'asn.field.missing': sampleAsn({ status: undefined }),
    'asn.field.empty': sampleAsn({ from: { identifier: '', type: 'store' } }),
  };

  test.each(rules.map((rule): [string, Rule] => [rule.code, rule]))(
    '%s as a warning: the ASN is queued literally',
    async (code, rule) => {
      const root = temporaryFolder();
      sandbox.reset();
      const bad = sent(OTHER[code] ?? rule.bad) as { asn_number: string };
      const version = code === 'asn.labels.version' ? ['--api-version', '1'] : [];
      expect((await create(root, bad, ...version)).document()).toMatchObject({ exit_code: 3 });
      const done = await create(root, bad, '--level', `${code}=warning`, ...version);
      expect(done.document(), done.stderr).toMatchObject({
        exit_code: 0,
        asns: { queued: 1 },
        levels: { [code]: 'warning' },
        warnings: [{ code, count: 1 }],
      });
      expect(sandbox.asns()[0]?.asn).toEqual(bad);
      const shown = await returns(['asns', 'show', bad.asn_number], {
        root,
        env: targetEnvironment(sandbox),
      });
      expect(shown.code, shown.stderr).toBe(0);
      expect(shown.stdout).not.toContain('undefined');
    },
  );

  test('an update uses the same levels, and reports them', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    expect((await create(root, sampleAsn())).document()).toMatchObject({ asns: { queued: 1 } });
    const line = ['asns', 'update', 'ASN-1001', '--status', 'arrived', '--yes', '--json'];
    const env = targetEnvironment(sandbox);
    expect((await returns(line, { root, env })).document()).toMatchObject({ state: 'refused', levels: {} });
    const done = await returns([...line, '--level', 'asn.status.unknown=warning'], { root, env });
    expect(done.document()).toMatchObject({
      state: 'queued',
      levels: { 'asn.status.unknown': 'warning' },
      warnings: [{ code: 'asn.status.unknown' }],
    });
    expect(sandbox.asns()[0]?.status).toBe('arrived');
  });
});

// ASNs are created exactly once, even when the process is killed after seeded request counts or answers are lost.
import path from 'node:path';
import { expect, test } from 'vitest';
import { asnCsv, asnNdjson, generateAsns } from '../helpers/asns.ts';
import { documentOf, makeCli } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { seeded } from '../helpers/random.ts';
import { requestKiller, sandboxFor } from '../helpers/sandbox.ts';
import type { AsnSummaryDocument } from './support.ts';

const FAULTS = [
  { on: 'asnCreate', do: { drop: 'after' }, share: 0.05 },
  { on: 'asnCreate', do: { status: 503 }, share: 0.03 },
] as const;

const [ASNS, KILLS] = inForm({ short: [50, 1], share: [80, 2], long: [1500, 10] });
/** A run that is killed is killed after 1 to this many requests. */
const BETWEEN = inForm({ short: 25, share: 40, long: 200 });

test.each(inForm({ short: ['csv'], share: ['csv'], long: ['ndjson', 'csv'] } as const))(
  `${ASNS} ASNs from %s, killed ${KILLS} times, with lost answers`,
  async (form) => {
    const asns = generateAsns({ seed: form === 'csv' ? 1 : 2, asns: ASNS });
    const random = seeded(5);
    const killer = requestKiller();
    const sandbox = await sandboxFor({ seed: 5, faults: FAULTS }, killer.ear, '/asns');
    const cli = makeCli({ target: sandbox });
    const file = cli.file(`asns.${form}`, form === 'csv' ? asnCsv(asns) : asnNdjson(asns));
    const args = ['asns', 'create', file, '--yes', '--json', '--rate', 'off'];
    let [kills, recovered] = [0, 0];
    for (let runs = 0; ; runs++) {
      const killAt = kills < KILLS ? 1 + Math.floor(random() * BETWEEN) : undefined;
      // After a killed probe other runs wait 30 s (test/sending/rate-limit.test.ts). So every run here has its own
      // pace file.
      const env = { RETURNS_PACE_DIR: path.join(cli.root, `pace-${runs}`) };
      const ended = await killer.run(() => cli.start(args, { env }), killAt, random() < 0.5);
      if (ended.signal === 'SIGKILL') {
        kills++;
        expect(ended.stdout).toBe('');
        continue;
      }
      const summary = documentOf(ended) as unknown as AsnSummaryDocument;
      expect(summary, ended.stderr).toMatchObject({ state: 'completed', exit_code: 0, balanced: true });
      expect(summary.asns).toMatchObject({ refused: 0, pending: 0 });
      expect(summary.asns.queued + summary.asns.already_queued).toBe(ASNS);
      recovered += summary.recovered;
      if (kills >= KILLS) break;
    }
    expect(kills).toBe(KILLS);
    // Some answers must have been lost, otherwise the test proves nothing: the service then says that the
    // number is taken.
    expect(recovered).toBeGreaterThan(0);
    const stored = sandbox.asns();
    expect(stored.length, 'ASNs in the sandbox').toBe(ASNS);
    const wanted = new Map(asns.map((asn) => [`${asn.program_identifier} ${asn.asn_number}`, asn]));
    for (const { program_identifier: program, asn_number: number, asn, versions } of stored) {
      const expected = wanted.get(`${program} ${number}`);
      expect(asn).toEqual(expected);
      // Created once.
      const version = JSON.stringify(expected).includes('"labels"') ? '2' : '1';
      expect(versions).toMatchObject([{ version }]);
    }
    // Everything is recorded: the same command has nothing to do and sends nothing.
    const posts = () => sandbox.requests(0).filter(({ endpoint }) => endpoint === 'asnCreate').length;
    const before = posts();
    const again = await cli.json<AsnSummaryDocument>(args.filter((word) => word !== '--json'));
    expect(again.asns).toEqual({ queued: 0, already_queued: ASNS, refused: 0, pending: 0 });
    expect(posts()).toBe(before);
  },
);

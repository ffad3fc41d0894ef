// Reads the whole input twice: first to index all ASNs, then to check each of them. Sends nothing.
import { levelCounts, refuses } from '../contract/levels.ts';
import { CodeCounts } from '../runs/code-counts.ts';
import { type AsnCheckContext, type AsnVerdict, checkAsn, placeIn } from './check-asn.ts';
import type { AsnInput, ReadAsn } from './input/types.ts';
import type { InputIndex } from './input-index.ts';
import type { AsnAnalysis, AsnEvent, Share } from './plan.ts';

type Emit = (event: Extract<AsnEvent, { type: 'reading' }>) => void;

/** The first pass: the check of an ASN needs to know all others. */
export async function indexInput(
  input: AsnInput,
  index: InputIndex,
  emit: Emit,
): Promise<{ readonly asns: number; readonly rows: number }> {
  let asns = 0;
  let rows = 0;
  for await (const read of input.read()) {
    index.add(read);
    asns++;
    rows += read.rows;
    const { read: bytes, total } = input.progress;
    emit({ type: 'reading', bytes, totalBytes: total, messages: asns });
  }
  return { asns, rows };
}

/** The second pass. `onVerdict` is called for every ASN while its places are still available. */
export async function analyseAsns(
  input: AsnInput,
  checks: AsnCheckContext,
  onVerdict: (read: ReadAsn, verdict: AsnVerdict) => void = () => {},
): Promise<AsnAnalysis> {
  const n = { rows: 0, asns: 0, toSend: 0, alreadyQueued: 0, refused: 0, unanswered: 0 };
  const refusals = new CodeCounts();
  const warnings = new CodeCounts();
  const shares = {
    programs: new Shares(),
    statuses: new Shares(),
    types: new Shares(),
    versions: new Shares(),
  };
  const planned = new Set<string>();
  const levels = levelCounts(checks.levels);
  const counting = { ...checks, touched: levels.touched };
  for await (const read of input.read()) {
    n.asns++;
    n.rows += read.rows;
    const verdict = checkAsn(read, counting);
    onVerdict(read, verdict);
    if (verdict.kind === 'refused') {
      n.refused++;
      refusals.add(
        verdict.findings.filter((finding) => refuses(finding, checks)),
        placeIn(read),
      );
      continue;
    }
    warnings.add(verdict.findings, placeIn(read));
    const { key, status, version, raw } = verdict.asn;
    const name = JSON.stringify(key);
    // Of two equal ASNs only the first is sent: the second finds it queued.
    if (verdict.kind === 'queued' || planned.has(name)) {
      n.alreadyQueued++;
      continue;
    }
    planned.add(name);
    n.toSend++;
    if (checks.records?.intent(key)) n.unanswered++;
    shares.programs.count(key.program);
    shares.statuses.count(status);
    const type = (raw as Record<string, unknown>)['details_type'];
    shares.types.count(typeof type === 'string' ? type : '');
    shares.versions.count(String(version));
  }
  const { mapping } = input;
  return {
    ...n,
    rows: n.rows + (mapping?.skippedRows ?? 0),
    mapping,
    programs: shares.programs.list(),
    statuses: shares.statuses.list(),
    types: shares.types.list(),
    versions: shares.versions.list(),
    levels: levels.rows(),
    refusals: refusals.list(),
    warnings: warnings.list(),
  };
}

/** For an input whose reading was interrupted: a part of an input gives no valid plan. */
export const NOTHING_READ: AsnAnalysis = {
  ...{ rows: 0, asns: 0, toSend: 0, alreadyQueued: 0, refused: 0, unanswered: 0 },
  ...{ programs: [], statuses: [], types: [], versions: [], levels: [], refusals: [], warnings: [] },
  mapping: undefined,
};

class Shares {
  private readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  list(): Share[] {
    return [...this.counts].map(([name, asns]) => ({ name, asns })).sort((a, b) => b.asns - a.asns);
  }
}

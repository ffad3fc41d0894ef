// The plan of creating ASNs: reads the whole input twice, first to index all ASNs, then to check each of them, and counts
// how many would be sent where, what not and why. Sends nothing.
import { changedLevels, refuses } from '../contract/levels.ts';
import { CodeCounts, estimateOf, type RunPlace } from '../runs/run-outcome.ts';
import type { RunEvent } from '../sending/types.ts';
import { type AsnCheckContext, type AsnVerdict, checkAsn, placeIn } from './check-asn.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import type { AsnInput } from './input/read.ts';

export interface Share {
  readonly name: string;
  readonly asns: number;
}

interface AsnPlanContext extends RunPlace {
  /** Requests per minute; Infinity for no limit. */
  readonly limit: number;
}

export type AsnPlan = Readonly<ReturnType<AsnTally['plan']>>;

export type EmitAsn = (event: RunEvent<AsnPlan>) => void;

/** The first requests are sent one by one. */
const ONE_BY_ONE = 7;

export interface AsnPlanParts {
  readonly input: AsnInput;
  readonly checks: AsnCheckContext;
  readonly plan: AsnPlanContext;
  readonly emit: EmitAsn;
  readonly signal: AbortSignal;
}

/** @param onVerdict called for every ASN while its places are still available */
export async function planAsns(
  { input, checks, plan: context, emit, signal }: AsnPlanParts,
  onVerdict: (read: ReadAsn, verdict: AsnVerdict) => void = () => {},
): Promise<AsnPlan> {
  // The check of an ASN needs to know all others.
  let messages = 0;
  for await (const read of input.read()) {
    checks.index.add(read);
    const { read: bytes, total: totalBytes } = input.progress;
    emit({ type: 'reading', bytes, totalBytes, messages: ++messages });
  }
  const tally = new AsnTally(checks);
  if (!signal.aborted)
    for await (const read of input.read()) {
      const verdict = checkAsn(read, checks);
      onVerdict(read, verdict);
      tally.add(read, verdict);
    }
  // A part of an input gives no valid plan.
  return signal.aborted ? new AsnTally(checks).plan(undefined, context) : tally.plan(input.mapping, context);
}

class AsnTally {
  /** `unanswered`: part of `toSend`, of which an earlier attempt had no answer. */
  private readonly n = { rows: 0, asns: 0, toSend: 0, alreadyQueued: 0, refused: 0, unanswered: 0 };
  private readonly refusals = new CodeCounts();
  private readonly warnings = new CodeCounts();
  /** How many ASNs to send have each value. */
  private readonly shares = {
    ...{ programs: new Map<string, number>(), statuses: new Map<string, number>() },
    ...{ types: new Map<string, number>(), versions: new Map<string, number>() },
  };
  private readonly planned = new Set<string>();

  constructor(private readonly checks: AsnCheckContext) {}

  add(read: ReadAsn, verdict: AsnVerdict): void {
    const { n, shares, planned, checks } = this;
    n.asns++;
    n.rows += read.rows;
    if (verdict.kind === 'refused') {
      n.refused++;
      this.refusals.add(
        verdict.findings.filter((finding) => refuses(finding, checks)),
        placeIn(read),
      );
      return;
    }
    this.warnings.add(verdict.findings, placeIn(read));
    const { key, status, version, raw } = verdict.asn;
    const name = JSON.stringify(key);
    // Of two equal ASNs only the first is sent: the second finds it queued.
    if (verdict.kind === 'queued' || planned.has(name)) {
      n.alreadyQueued++;
      return;
    }
    planned.add(name);
    n.toSend++;
    if (checks.records?.intent(key)) n.unanswered++;
    const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);
    count(shares.programs, key.program);
    count(shares.statuses, status);
    const type = (raw as Record<string, unknown>)['details_type'];
    count(shares.types, typeof type === 'string' ? type : '');
    count(shares.versions, String(version));
  }

  plan(mapping: AsnInput['mapping'], { limit, ...place }: AsnPlanContext) {
    const { n, shares, checks } = this;
    return {
      ...place,
      ...n,
      rows: n.rows + (mapping?.skippedRows ?? 0),
      mapping,
      /** Of the ASNs to send, most frequent first. */
      programs: sharesOf(shares.programs),
      statuses: sharesOf(shares.statuses),
      types: sharesOf(shares.types),
      versions: sharesOf(shares.versions),
      /** Levels that differ from those of the rules. */
      levels: changedLevels(checks.levels),
      refusals: this.refusals.list(),
      warnings: this.warnings.list(),
      ...estimateOf(n.toSend, Math.min(n.toSend, ONE_BY_ONE), limit),
    };
  }
}

const sharesOf = (counts: ReadonlyMap<string, number>): Share[] =>
  [...counts].map(([name, asns]) => ({ name, asns })).sort((a, b) => b.asns - a.asns);

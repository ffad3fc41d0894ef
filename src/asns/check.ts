// `asns check`: applies every rule to every ASN and returns all findings, offline. Compares with recorded ASNs where there
// is a ledger for the target. Sends nothing.
import type { KnownTarget } from '../account/known-target.ts';
import type { Platform } from '../platform/platform.ts';
import { carryOut } from '../runs/carry-out.ts';
import { inSession } from '../runs/session.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import {
  type AsnSource,
  balanceOf,
  commonOf,
  jobOf,
  openInput,
  type RefusalLimits,
  wouldStopOf,
} from './asn-run.ts';
import type { AsnPlan, EmitAsn } from './plan.ts';
import { type AsnProblem, codeRows, problemOf } from './problems.ts';

/** Maximum number of listed findings. With more, the file is wrong as a whole, and counts are enough. */
const MOST_LISTED = 100_000;

export interface AsnCheckRun {
  readonly source: AsnSource;
  readonly target: KnownTarget | undefined;
  /** The same values as for the run. */
  readonly limits: RefusalLimits;
}

export type AsnCheck = Awaited<ReturnType<typeof runAsnCheck>>['check'];

export async function runAsnCheck(
  platform: Platform,
  folders: Folders,
  { source, target, limits }: AsnCheckRun,
  emit: EmitAsn,
) {
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { onInterrupt }, async (session) => {
    const { input, checksWith } = await openInput(session, source);
    const hasLedger = target && platform.files.stat(ledgerPath(folders));
    const parts = {
      platform,
      input,
      checks: checksWith(hasLedger ? asnRecordsOf(platform, session.ledger(), target.key) : undefined),
      plan: {
        profile: target?.profile ?? null,
        environment: target?.environment ?? null,
        target: target?.baseAddress ?? null,
        limit: target?.limit ?? Number.POSITIVE_INFINITY,
      },
      run: '',
      emit,
      signal: session.signal,
    };
    /** Findings in the order of the input, up to a maximum that fits into memory. */
    const findings: AsnProblem[] = [];
    /** Number of findings that are counted but not listed. */
    let unlisted = 0;
    const job = jobOf(
      parts,
      limits,
      (plan: AsnPlan, ended) => {
        const asns = { ready: plan.toSend, already_queued: plan.alreadyQueued, refused: plan.refused };
        const { run: _, ...common } = commonOf(parts, plan, ended.started, undefined);
        const check = {
          ...common,
          schema: 'asn-check/1' as const,
          state: 'checked' as const,
          ...balanceOf(parts, plan, ended),
          asns,
          would_stop: wouldStopOf(ended),
          by_code: codeRows(plan.refusals),
          ...{ findings, unlisted },
        };
        return { check, plan };
      },
      (asn, verdict) => {
        for (const finding of verdict.findings)
          if (findings.length < MOST_LISTED) findings.push(problemOf(asn, finding));
          else unlisted++;
      },
    );
    const result = await carryOut(job, undefined, { ...parts, rejects: undefined });
    session.throwIfInterrupted();
    return result;
  });
}

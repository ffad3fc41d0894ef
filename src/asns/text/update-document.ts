// `asn-update/1`: one ASN at the top level, or with --select all of them in a list.
import { errorOf } from '../../basics/reason.ts';
import { type Levels, levelsDocument } from '../../contract/levels.ts';
import { formatInstant } from '../../contract/time.ts';
import type { UpdateResult } from '../update-asns.ts';
import type { UpdateRow } from '../update-rows.ts';
import { pendingChanges, type UpdateWarning, warningsOf } from '../update-warnings.ts';
import type { ShownRefusal } from './result-text.ts';
import type { Destination } from './update-text.ts';

export function updateDocument(
  {
    state,
    exitCode,
    run,
    rows,
    counts,
    requests,
    failure,
    levels,
  }: UpdateResult & { readonly levels: Levels | undefined },
  destination: Destination & { readonly address: string },
  many: boolean,
  now: number,
  refusalsOf: (row: UpdateRow) => readonly ShownRefusal[],
) {
  const asns = rows.map((row) => rowDocument(row, now, refusalsOf(row)));
  return {
    schema: 'asn-update/1' as const,
    state,
    exit_code: exitCode,
    run,
    profile: destination.profile,
    environment: destination.environment,
    target: destination.address,
    counts,
    requests,
    levels: levelsDocument(levels),
    ...(many ? { asns } : asns[0]),
    ...(failure ? { error: errorOf(failure) } : {}),
  };
}

function rowDocument(row: UpdateRow, now: number, refusals: readonly ShownRefusal[]) {
  const { planned, subject, fate, rebased } = row;
  const { recorded, pending } = planned ?? {};
  return {
    asn_number: subject.number,
    program_identifier: planned?.key.program ?? subject.program ?? null,
    fate: fate === 'open' ? ('pending' as const) : fate,
    status: planned?.status ?? null,
    api_version: planned?.version ?? null,
    changes: planned?.changes ?? [],
    recorded: recorded
      ? {
          status: recorded.status,
          queued_at: formatInstant(recorded.at),
          age_seconds: Math.max(0, Math.round((now - recorded.at) / 1000)),
          how: recorded.how,
          run: recorded.run,
        }
      : null,
    /** Another process changed the record after the first plan; the flags were applied to the newer body. */
    applied_to_newer: rebased,
    unanswered: planned && pending ? { run: pending.run, changes: pendingChanges(planned) } : null,
    warnings: planned ? warningsOf(planned) : [],
    refusals,
  };
}

/** Each warning once, also when several ASNs have it. */
export function warningsOfAll(rows: readonly UpdateRow[]): UpdateWarning[] {
  const all = new Map<string, UpdateWarning & { asns: number; number: string }>();
  for (const { planned, fate, subject } of rows)
    for (const warning of planned && fate === 'open' ? warningsOf(planned) : []) {
      const known = all.get(warning.code);
      if (known) known.asns++;
      else all.set(warning.code, { ...warning, asns: 1, number: subject.number });
    }
  return [...all.values()].map(({ code, message, asns, number }) => ({
    code,
    message: `${asns > 1 ? `${asns} ASNs, for example ` : ''}${number}: ${message}`,
  }));
}

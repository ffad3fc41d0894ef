// The result of an update of ASNs as text for users. Answer 202 is reported as queued, not as done.

import { errorOf } from '../../basics/exit.ts';
import { counted, type Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { ASN_CATALOG } from '../../contract/asn-catalog.ts';
import { type Levels, levelsDocument } from '../../contract/levels.ts';
import { formatInstant } from '../../contract/time.ts';
import type { ReadAsn } from '../input/asn-rows.ts';
import { asnFieldOf, asnMeaningOf } from '../meaning.ts';
import type { UpdateResult } from '../update/update-asns.ts';
import type { UpdateRow } from '../update/update-rows.ts';
import { type Destination, reasonLines } from './update-text.ts';

type ShownRow = ReturnType<typeof shownRow>;
/** An update that has ended, with rows as they are shown. */
type UpdateEnd = Omit<UpdateResult, 'rows'> & { readonly rows: readonly ShownRow[] };
/**
 * A row with what to do about each refusal: our own findings with the sentences of their rules, answers of the service with
 * their meanings. `placeOf`: where a field stands in the input; absent when the body was not read from an input.
 */
export const shownRow = (row: UpdateRow, placeOf: ReadAsn['placeOf'] | undefined) => ({
  ...row,
  refusals: row.refusals.map(({ status, code, field: named, message }) => {
    const field = asnFieldOf(named);
    const { file, line, column } = placeOf?.(field) ?? {};
    const place = file === undefined ? null : { file, line, column: column ?? null };
    const own = row.hint ?? ASN_CATALOG.get(code)?.explanation;
    if (status === 0 && own !== undefined) return { status, code, field, message, hint: own, place };
    const { sentence, hint } = asnMeaningOf({ status, code, field, message }, 'update', row.subject.number);
    return { status, code, field, message: sentence, hint, place };
  }),
});

const TITLES: Readonly<Record<string, string>> = {
  queued: 'Queued',
  unchanged: 'Nothing to change',
  planned: 'Nothing was sent',
  refused: 'Queued, but not all',
  partial: 'Not everything was sent',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

export function updateEndText(end: UpdateEnd, paint: Paint): string {
  const { counts, state } = end;
  const color = state === 'queued' || state === 'unchanged' ? paint.green.bold : paint.yellow.bold;
  const title = state === 'refused' && counts.queued === 0 ? 'Nothing was queued' : (TITLES[state] ?? state);
  const lines = [`${color(title)}${end.run === null ? '' : paint.dim(`  run ${end.run}`)}`];
  const row = (name: string, value: number, more = '') => {
    if (value > 0) lines.push(counted(name, value, more, paint));
  };
  row('queued', counts.queued, 'taken in by the service on its own time (202)');
  row('unchanged', counts.unchanged, 'recorded just so: nothing was sent (--force sends all the same)');
  row('pending', counts.pending, state === 'planned' ? 'to be sent' : 'run the same command again to go on');
  row('refused', counts.refused);
  const refused = end.rows.filter(({ fate }) => fate === 'refused');
  lines.push(...reasonLines(refused, paint));
  if (end.failure) lines.push(`  ${paint.red(clean(end.failure.message))}`, `  ${clean(end.failure.hint)}`);
  return lines.join('\n');
}

export function updateDocument(
  result: UpdateEnd,
  { address: target, ...place }: Destination & { readonly address: string },
  {
    levels,
    many,
    now,
  }: { readonly levels: Levels | undefined; readonly many: boolean; readonly now: number },
) {
  const { state, exitCode, run, rows, counts, requests, failure } = result;
  const asns = rows.map((row) => rowDocument(row, now));
  return {
    schema: 'asn-update/1' as const,
    ...{ state, exit_code: exitCode, run, ...place, target, counts, requests },
    levels: levelsDocument(levels),
    ...(many ? { asns } : asns[0]),
    ...(failure ? { error: errorOf(failure) } : {}),
  };
}

function rowDocument({ planned, subject, fate, rebased, refusals }: ShownRow, now: number) {
  const recorded = planned?.recorded;
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
    unanswered: planned?.unanswered ?? null,
    warnings: planned?.warnings ?? [],
    refusals,
  };
}

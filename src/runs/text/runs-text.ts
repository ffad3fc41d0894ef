// A run as JSON, and the list of runs as text: result, target and files of each run.
import { formatCount } from '../../basics/units.ts';
import { clean, table } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import type { RunRecord } from '../../storage/runs.ts';

export function runsText(runs: readonly RunRecord[]): string {
  if (runs.length === 0) return 'Nothing was sent yet.';
  const rows = runs.map(({ kind, ...run }) => {
    const counts = run.asns ?? run.orders;
    const done = kind.startsWith('asns') ? 'queued' : 'accepted';
    const counted = (name: string) => `${formatCount(counts[name] ?? 0)} ${name}`;
    const files = run.files.map((file) => clean(file.path)).join(' ');
    return [run.id, run.state, counted(done), counted('refused'), run.environment, kind, files];
  });
  return table(rows, [2, 3]).join('\n');
}

/** A run as JSON. A run without an end is active or was killed: see its state. */
export function runDocument(run: RunRecord) {
  return {
    run: run.id,
    kind: run.kind,
    state: run.state,
    exit_code: run.exitCode,
    started_at: formatInstant(run.started),
    ended_at: run.ended === null ? null : formatInstant(run.ended),
    user: run.user,
    host: run.hostname,
    profile: run.profile,
    environment: run.environment,
    target: run.target,
    shard: run.shard,
    command: run.command,
    levels: run.levels ?? {},
    mapping: run.mapping ?? null,
    files: run.files,
    orders: run.orders,
    asns: run.asns ?? {},
  };
}

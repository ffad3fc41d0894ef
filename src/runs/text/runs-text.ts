// A run as JSON, and the list of runs as text: result, target and files of each run, on two lines when one is
// too short.
import { formatCount } from '../../basics/units.ts';
import { wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import type { RunRecord } from '../../storage/runs.ts';

export function runsText(runs: readonly RunRecord[], columns: number): string {
  if (runs.length === 0) return 'Nothing was sent yet.';
  const rows = runs.map((run) => {
    const counts = run.asns ?? run.orders;
    const done = run.kind?.startsWith('asns') ? 'queued' : 'accepted';
    return { run, done, good: formatCount(counts[done] ?? 0), bad: formatCount(counts['refused'] ?? 0) };
  });
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const [good, word, bad] = [
    widest(rows.map((row) => row.good)),
    widest(rows.map((row) => row.done)),
    widest(rows.map((row) => row.bad)),
  ];
  const lines = rows.map(({ run, done, ...row }) => {
    const counts = `${row.good.padStart(good)} ${done.padEnd(word)}  ${row.bad.padStart(bad)} refused`;
    const files = run.files.map(({ path }) => clean(path)).join(' ');
    return [
      `${run.id}  ${run.state.padEnd(11)}  ${counts}`,
      `${run.environment}  ${run.kind ?? 'orders upload'}  ${files}`.trimEnd(),
    ] as const;
  });
  const fit = lines.every(([head, tail]) => head.length + 2 + tail.length <= columns);
  return lines
    .map(([head, tail]) => {
      if (fit) return `${head}  ${tail}`;
      return [head, ...wrap(tail, columns - 4).map((line) => `    ${line}`)].join('\n');
    })
    .join('\n');
}

/** A run as JSON. A run without an end is active or was killed: see its state. */
export function runDocument(run: RunRecord) {
  return {
    run: run.id,
    kind: run.kind ?? 'orders upload',
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

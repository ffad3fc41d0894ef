// The list of runs as a person reads it: what came of each, then where it went and which files; on two lines where one is too short.
import { formatCount } from '../../basics/units.ts';
import { wrap } from '../../cli/columns.ts';
import { clean } from '../../cli/presenter.ts';
import type { RunRecord } from '../../storage/runs.ts';

export function runsText(runs: readonly RunRecord[], columns: number): string {
  if (runs.length === 0) return 'Nothing was sent yet.';
  const rows = runs.map((run) => {
    const counts = run.asns ?? run.orders;
    const done = run.kind === 'asns adopt' ? 'adopted' : run.kind?.startsWith('asns') ? 'queued' : 'accepted';
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

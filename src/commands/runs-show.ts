// `returns runs show`: one run in full.
import { EXIT } from '../base/exit.ts';
import { usageFailure } from '../base/failure.ts';
import { meantText } from '../base/text.ts';
import { formatCount } from '../base/units.ts';
import { ledgerPath, openLedgerStore } from '../store/ledger.ts';
import { getRun, listRuns, type RunRecord } from '../store/runs.ts';
import { clean } from '../terminal/presenter.ts';
import type { CommandSpec } from './command.ts';
import { runDocument } from './runs-list.ts';

export const command: CommandSpec = {
  args: '<run>',
  examples: [['returns runs show 20261120-131222-3f2a1c', 'who, when, which files, which target, counts']],
  async run({ host, folders, show }, [id = '']) {
    let run: RunRecord | undefined;
    let known: string[] = [];
    if (host.files.stat(ledgerPath(folders))) {
      const store = openLedgerStore(host, folders);
      try {
        run = getRun(store, id);
        if (!run) known = listRuns(store, 1000).map((other) => other.id);
      } finally {
        store.close();
      }
    }
    if (!run)
      throw usageFailure('run.unknown', `There is no run ${JSON.stringify(id)}.${meantText(id, known)}`, {
        hint: 'List the runs with: returns runs list',
      });
    const found = run;
    await show.result({ schema: 'run/1', ...runDocument(found) }, () => text(found));
    return EXIT.done;
  },
};

function text(run: RunRecord): string {
  const about = runDocument(run);
  const rows: [string, string][] = [
    ['what', about.kind],
    [
      'state',
      `${run.state}${run.exitCode === null ? ' (still at work, or killed)' : `, exit code ${run.exitCode}`}`,
    ],
    ['started', about.started_at],
    ['ended', about.ended_at ?? '-'],
    ['by', `${run.user} on ${run.host}`],
    ['target', `${run.environment}  ${run.target}`],
    ['profile', run.profile],
    ['command', run.command],
    ...Object.entries(about.levels).map(([key, level]): [string, string] => ['level', `${key}=${level}`]),
    ...(run.shard ? [['shard', run.shard] as [string, string]] : []),
    ...run.files.map((file): [string, string] => [
      'file',
      `${file.path}  ${formatCount(file.rows)} rows, sha256 ${file.sha256.slice(0, 16)}...`,
    ]),
    ...Object.entries(run.asns ?? run.orders).map(([fate, count]): [string, string] => [
      fate.replace('_', ' '),
      formatCount(count),
    ]),
  ];
  return `run ${run.id}\n${rows.map(([name, value]) => `  ${name.padEnd(17)} ${clean(value)}`).join('\n')}`;
}

// `returns runs show`: one run with all details.
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { formatCount } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import type { MappingRow, RunRecord } from '../../storage/runs.ts';
import { findRun, markKilled } from '../runs.ts';
import { runDocument } from '../text/runs-text.ts';

export const command = defineCommand({
  args: '<run>',
  examples: [
    ['returns runs show last', 'the newest: who, when, which files, which target, counts'],
    ['returns runs show 20261120-1312', 'the beginning of an id is enough'],
  ],
  async run({ platform, folders, show }, [id]) {
    if (!platform.files.stat(ledgerPath(folders))) throw noRuns();
    const store = openLedgerStore(platform, folders);
    try {
      const [run] = markKilled(platform, store, [findRun(store, id)]);
      await show.result({ schema: 'run/1', ...runDocument(run!) }, () => text(run!));
      return EXIT.done;
    } finally {
      store.close();
    }
  },
});

const noRuns = () =>
  usageFailure('run.unknown', 'There is no run yet', {
    hint: 'Send something with: returns orders upload FILE',
  });

/** How a run ended. */
function stateText({ state, exitCode }: RunRecord): string {
  if (state === 'killed') return 'killed: it ended without a word, the counts are those of the ledger';
  return `${state}${exitCode === null ? ' (at work)' : `, exit code ${exitCode}`}`;
}

/** The command that resumes a killed run. Every other run printed it when it ended. */
const goesOn = ({ kind, state, command }: RunRecord): string =>
  (kind ?? 'orders upload') === 'orders upload' && (state === 'killed' || state === 'interrupted')
    ? command
    : '';

/** The file that was named is in the command already. */
const mappingText = ({ name, from, source }: MappingRow): string =>
  from === 'file' ? `${name} (${source})` : `${name} (${from}: ${source})`;

function text(run: RunRecord): string {
  const about = runDocument(run);
  const rows: [string, string][] = [
    ['what', about.kind],
    ['state', stateText(run)],
    ['started', about.started_at],
    ['ended', about.ended_at ?? '-'],
    ['by', `${run.user} on ${run.hostname}`],
    ['target', `${run.environment}  ${run.target}`],
    ['profile', run.profile],
    ['command', run.command],
    ...Object.entries(about.levels).map(([key, level]): [string, string] => ['level', `${key}=${level}`]),
    ...(run.mapping ? [['mapping', mappingText(run.mapping)] as [string, string]] : []),
    ...(goesOn(run) ? [['to go on, run', goesOn(run)] as [string, string]] : []),
    ...(run.shard ? [['shard', run.shard] as [string, string]] : []),
    ...run.files.map((file): [string, string] => [
      'file',
      file.sha256 === ''
        ? file.path
        : `${file.path}  ${formatCount(file.rows)} rows, sha256 ${file.sha256.slice(0, 16)}...`,
    ]),
    ...Object.entries(run.asns ?? run.orders).map(([outcome, count]): [string, string] => [
      outcome.replace('_', ' '),
      formatCount(count),
    ]),
  ];
  return `run ${run.id}\n${rows.map(([name, value]) => `  ${name.padEnd(17)} ${clean(value)}`).join('\n')}`;
}

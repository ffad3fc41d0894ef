// `returns runs list`: every run that sent something, newest first.
import { EXIT } from '../../basics/exit-codes.ts';
import { countFrom, defineCommand, flag } from '../../cli/command.ts';
import { ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import { listRuns, type RunRecord } from '../../storage/runs.ts';
import { markKilled } from '../find-run.ts';
import { runDocument, runsText } from '../text/runs-text.ts';

export const command = defineCommand({
  flags: [flag('--limit <n>', 'how many', { initial: '20', parse: countFrom(1, 10_000) })],
  examples: [
    ['returns runs list', 'the last 20'],
    ['returns runs list --json --limit 1', 'the last one, for a script'],
  ],
  async run({ platform, folders, show }, _args, { limit }) {
    let runs: RunRecord[] = [];
    if (platform.files.stat(ledgerPath(folders))) {
      const store = openLedgerStore(platform, folders);
      try {
        runs = markKilled(platform, store, listRuns(store, limit));
      } finally {
        store.close();
      }
    }
    await show.result({ schema: 'run-list/1', runs: runs.map(runDocument) }, () => runsText(runs));
    show.next(runs[0] ? `returns runs show ${runs[0].id}` : 'returns orders upload FILE');
    return EXIT.done;
  },
});

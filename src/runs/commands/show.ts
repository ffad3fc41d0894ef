// `returns runs show`: one run with all details.

import { EXIT } from '../../basics/exit-codes.ts';
import { storedJson, usageFailure } from '../../basics/failure.ts';
import { formatCount } from '../../basics/units.ts';
import { type Context, defineCommand, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { Database } from '../../platform/platform.ts';
import { ledgerPath, openLedgerStore } from '../../storage/ledger.ts';
import { checkUnused, openOutFile } from '../../storage/out-file.ts';
import type { MappingRow, RunRecord } from '../../storage/runs.ts';
import { findRun, markKilled } from '../find-run.ts';
import { runDocument } from '../text/runs-text.ts';

/** Of what the service accepted from a run, how much could be read again. */
interface Again {
  readonly written: number;
  readonly accepted: number;
}

/** Writes each order of a run that the service accepted, as a line of NDJSON. */
export type AcceptedAgain = (
  context: Context,
  run: RunRecord,
  store: Database,
  write: (line: string) => void,
) => Promise<Again>;

export const showWith = (orders: () => Promise<{ readonly acceptedAgain: AcceptedAgain }>) => ({
  command: defineCommand({
    args: '<run>',
    flags: [flag('--accepted <file>', 'also write what the service accepted of it, as input again (NDJSON)')],
    examples: [
      ['returns runs show last', 'the newest: who, when, which files, which target, counts'],
      ['returns runs show 20261120-1312', 'the beginning of an id is enough'],
      [
        'returns runs show last --accepted accepted.ndjson',
        'its accepted orders or ASNs, for another upload',
      ],
    ],
    more: 'The ledger keeps no orders: --accepted reads the files of the run again, from the folder where it was started, and writes what is as it was sent. Exit 3 when some is not.',
    async run(context, [id], { accepted: file }) {
      const { platform, folders, show } = context;
      if (!platform.files.stat(ledgerPath(folders)))
        throw usageFailure('run.unknown', 'There is no run yet', {
          hint: 'Send something with: returns orders upload FILE',
        });
      const store = openLedgerStore(platform, folders);
      try {
        const [run] = markKilled(platform, store, [findRun(store, id)]) as [RunRecord];
        const again = file === undefined ? undefined : await writeAgain(context, run, store, file, orders);
        const said = again && { path: file, ...again };
        await show.result(
          { schema: 'run/1', ...runDocument(run), ...(said && { accepted_file: said }) },
          () =>
            text(
              run,
              said && `${said.path}  ${formatCount(said.written)} of ${formatCount(said.accepted)} accepted`,
            ),
        );
        if (!again || again.written === again.accepted) return EXIT.done;
        show.warn('files, mapping or settings changed since the run: not all of it is read as it was sent');
        return EXIT.refused;
      } finally {
        store.close();
      }
    },
  }),
});

async function writeAgain(
  context: Context,
  run: RunRecord,
  store: Database,
  file: string,
  orders: () => Promise<{ readonly acceptedAgain: AcceptedAgain }>,
) {
  const { platform } = context;
  checkUnused(
    platform,
    '--accepted',
    file,
    run.files.map(({ path }) => path),
  );
  const out = openOutFile(platform, file, { flag: '--accepted' });
  try {
    const again = run.kind.startsWith('asns')
      ? asnsAgain(run, store, out.write)
      : await (await orders()).acceptedAgain(context, run, store, out.write);
    out.finish();
    return again;
  } catch (error) {
    out.abandon();
    throw error;
  }
}

/** The ledger keeps the bodies of ASNs. */
function asnsAgain({ id }: RunRecord, store: Database, write: (line: string) => void): Again {
  const bodies = store.all('SELECT body FROM asn_versions WHERE run = ? ORDER BY rowid', id);
  for (const [body] of bodies) write(`${JSON.stringify(storedJson(store, body!))}\n`);
  return { written: bodies.length, accepted: bodies.length };
}

/** How a run ended. */
function stateText({ state, exitCode }: RunRecord): string {
  if (state === 'killed') return 'killed: it ended without a word, the counts are those of the ledger';
  return `${state}${exitCode === null ? ' (at work)' : `, exit code ${exitCode}`}`;
}

/** The command that resumes a killed run. Every other run printed it when it ended. */
const goesOn = ({ kind, state, command }: RunRecord): string =>
  kind === 'orders upload' && (state === 'killed' || state === 'interrupted') ? command : '';

/** The file that was named is in the command already. */
const mappingText = ({ name, from, source }: MappingRow): string =>
  from === 'file' ? `${name} (${source})` : `${name} (${from}: ${source})`;

function text(run: RunRecord, again: string | undefined): string {
  const about = runDocument(run);
  const some = (name: string, value: string | null | undefined) => (value ? [[name, value]] : []);
  const rows: readonly string[][] = [
    ['what', about.kind],
    ['state', stateText(run)],
    ['started', about.started_at],
    ['ended', about.ended_at ?? '-'],
    ['by', `${run.user} on ${run.hostname}`],
    ['target', `${run.environment}  ${run.target}`],
    ['profile', run.profile],
    ['command', run.command],
    ...Object.entries(about.levels).map(([key, level]) => ['level', `${key}=${level}`]),
    ...some('mapping', run.mapping && mappingText(run.mapping)),
    ...some('to go on, run', goesOn(run)),
    ...some('shard', run.shard),
    ...run.files.map((file) => [
      'file',
      file.sha256 === ''
        ? file.path
        : `${file.path}  ${formatCount(file.rows)} rows, sha256 ${file.sha256.slice(0, 16)}...`,
    ]),
    ...Object.entries(run.asns ?? run.orders).map(([outcome, count]) => [
      outcome.replace('_', ' '),
      formatCount(count),
    ]),
    ...some('written', again),
  ];
  return `run ${run.id}\n${rows.map(([name, value]) => `  ${name!.padEnd(17)} ${clean(value!)}`).join('\n')}`;
}

// The runs in the ledger: every run that sent something, with its time, files, target, options and counts.
import { storedJson } from '../basics/failure.ts';
import type { Level } from '../contract/levels.ts';
import type { Database, SqlRow } from '../platform/platform.ts';
import { targetNumber } from './names.ts';

/** What a run did: the command. */
export type RunKind = 'orders upload' | 'orders refund' | 'asns create' | 'asns update';

/** Which mapping read the input: what it calls itself, and where it came from. */
export interface MappingRow {
  readonly name: string;
  readonly from: 'file' | 'remembered' | 'shipped';
  /** The path of the file as given, or the name by which the mapping is known here. */
  readonly source: string;
}

export interface RunRecord {
  readonly id: string;
  readonly kind: RunKind;
  /** `running` until its end. A reader that finds the process gone sets it to `killed`. */
  readonly state: 'running' | 'completed' | 'partial' | 'stopped' | 'interrupted' | 'killed' | 'forgotten';
  readonly user: string;
  readonly hostname: string;
  readonly profile: string;
  readonly environment: string;
  /** Address and client id. */
  readonly target: string;
  readonly targetKey: string;
  readonly shard: string | null;
  readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
  /** The command line without secrets (secrets are never in argv). */
  readonly command: string;
  /** Findings whose level was changed for the run, by CODE or CODE:FIELD; absent when there are none. */
  readonly levels?: Readonly<Record<string, Level>> | undefined;
  /** Absent when no mapping was used. */
  readonly mapping?: MappingRow | undefined;
  /** ms since the epoch; `ended` is null while the run is running, and stays null after a kill. */
  readonly started: number;
  readonly ended: number | null;
  readonly exitCode: number | null;
  /** Counts of orders as in the summary; empty when ASNs were sent. */
  readonly orders: Readonly<Record<string, number>>;
  /** The same for ASNs. */
  readonly asns?: Readonly<Record<string, number>>;
}

/** `20261120-131222-3f2a1c`: sorts by start (UTC). */
export function runId(startedMs: number, random: string): string {
  const iso = new Date(startedMs).toISOString();
  return `${iso.slice(0, 10).replace(/-/g, '')}-${iso.slice(11, 19).replace(/:/g, '')}-${random}`;
}

/** When the run with this id started, to the second (UTC); undefined for a text that is not a run id. */
export function runStarted(id: string): number | undefined {
  const m = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(id);
  return m ? Date.UTC(+m[1]!, +m[2]! - 1, +m[3]!, +m[4]!, +m[5]!, +m[6]!) : undefined;
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export function putRun(store: Database, run: RunRecord): void {
  store.transaction(() => {
    const target = targetNumber(store, run.targetKey).write();
    store.run('UPDATE targets SET name = ? WHERE no = ?', run.target, target);
    store.run(
      `INSERT INTO runs (id, kind, state, target, profile, environment, shard, user, host, command, started_at, ended_at,
         exit_code, orders, asns, levels, mapping)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at,
         exit_code = excluded.exit_code, orders = excluded.orders, asns = excluded.asns`,
      ...[run.id, run.kind, run.state, target, run.profile, run.environment, run.shard],
      ...[run.user, run.hostname, run.command, run.started, run.ended, run.exitCode],
      ...[JSON.stringify(run.orders), ...[run.asns, run.levels, run.mapping].map(jsonOrNull)],
    );
    store.run('DELETE FROM run_files WHERE run = ?', run.id);
    for (const [position, { path, bytes, rows, sha256 }] of run.files.entries())
      store.run(
        'INSERT INTO run_files VALUES (?, ?, ?, ?, ?, ?)',
        ...[run.id, position, path, bytes, rows, sha256],
      );
  });
}

const COLUMNS = `r.id, r.kind, r.state, r.user, r.host, r.profile, r.environment, t.name, t.key, r.shard, r.command,
  r.started_at, r.ended_at, r.exit_code, r.orders, r.asns, r.levels, r.mapping FROM runs r JOIN targets t ON t.no = r.target`;

function runOf(store: Database, row: SqlRow) {
  const [id, kind, state, user, host, profile, environment, target, targetKey, shard, command] = row;
  const [started, ended, exitCode, orders, asns, levels, mapping] = row.slice(11);
  const files = store.all(
    'SELECT path, bytes, rows, sha256 FROM run_files WHERE run = ? ORDER BY position',
    id!,
  );
  return {
    ...{ id, kind, state, user, hostname: host, profile, environment, target, targetKey, shard, command },
    ...{ started, ended, exitCode },
    files: files.map(([path, bytes, rows, sha256]) => ({ path, bytes, rows, sha256 })),
    orders: storedJson<RunRecord['orders']>(store, orders!),
    ...(asns === null ? {} : { asns: storedJson<RunRecord['orders']>(store, asns!) }),
    ...(levels === null ? {} : { levels: storedJson<RunRecord['levels']>(store, levels!) }),
    ...(mapping === null ? {} : { mapping: storedJson<MappingRow>(store, mapping!) }),
  } as RunRecord;
}

export function getRun(store: Database, id: string): RunRecord | undefined {
  const row = store.get(`SELECT ${COLUMNS} WHERE r.id = ?`, id);
  return row && runOf(store, row);
}

/** Newest first. */
export function listRuns(store: Database, limit = 50): RunRecord[] {
  const rows = store.all(
    `SELECT ${COLUMNS} ORDER BY r.started_at DESC, r.id DESC LIMIT ?`,
    Number.isFinite(limit) ? limit : -1,
  );
  return rows.map((row) => runOf(store, row));
}

/** Removes run records; the ledger's records of their orders stay. */
export function removeRuns(store: Database, ids: readonly string[]): void {
  store.transaction(() => {
    for (const id of ids) store.run('DELETE FROM runs WHERE id = ?', id);
  });
}

// Every run that sent something: who, when, which files, which target, which options, counts. Kept in the ledger's store.
import type { KeyValue } from '../base/host.ts';
import type { Level } from '../contract/levels.ts';

/** What a run did: the command. */
export type RunKind = 'orders upload' | 'orders refund' | 'asns create' | 'asns update' | 'asns adopt';

export interface RunRecord {
  readonly id: string;
  /** Absent in records of earlier versions: orders. */
  readonly kind?: RunKind;
  /** `running` until its end; who looks at one whose process is gone makes it `killed`. */
  readonly state: 'running' | 'completed' | 'partial' | 'stopped' | 'interrupted' | 'killed' | 'forgotten';
  readonly user: string;
  readonly host: string;
  readonly profile: string;
  readonly environment: string;
  /** Address and client id. */
  readonly target: string;
  readonly targetKey: string;
  readonly shard: string | null;
  readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
  /** The command line without secrets (secrets are never in argv). */
  readonly command: string;
  /** Findings that counted otherwise than their rules say, by CODE or CODE:FIELD; absent where none did. */
  readonly levels?: Readonly<Record<string, Level>> | undefined;
  /** ms since the epoch; `ended` is null while it runs, and stays null after a kill. */
  readonly started: number;
  readonly ended: number | null;
  readonly exitCode: number | null;
  /** Counts of orders as in the summary; empty where ASNs were sent. */
  readonly orders: Readonly<Record<string, number>>;
  /** The same of ASNs. */
  readonly asns?: Readonly<Record<string, number>>;
}

/** `20261120-131222-3f2a1c`: sorts by start (UTC). */
export function runId(startedMs: number, random: string): string {
  const iso = new Date(startedMs).toISOString();
  return `${iso.slice(0, 10).replace(/-/g, '')}-${iso.slice(11, 19).replace(/:/g, '')}-${random}`;
}

/** When a run with this id started, to the second (UTC); undefined for what is no id of a run. */
export function runStarted(id: string): number | undefined {
  const m = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(id);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = m.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function putRun(store: KeyValue, run: RunRecord): void {
  store.transaction(() => store.put(`run/${run.id}`, JSON.stringify(run)));
}

export function getRun(store: KeyValue, id: string): RunRecord | undefined {
  const text = store.get(`run/${id}`);
  return text === undefined ? undefined : (JSON.parse(text) as RunRecord);
}

/** Newest first. */
export function listRuns(store: KeyValue, limit = 50): RunRecord[] {
  const found: RunRecord[] = [];
  for (const [, text] of store.range('run/', 'run0', { reverse: true })) {
    const run = JSON.parse(text) as RunRecord;
    // Ids tell seconds apart and no more: the runs of one second are sorted together.
    if (found.length >= limit && secondOf(run) !== secondOf(found.at(-1)!)) break;
    found.push(run);
  }
  return found.sort((a, b) => b.started - a.started).slice(0, limit);
}

/** Takes records out; what the ledger holds of their orders stays. */
export function removeRuns(store: KeyValue, ids: readonly string[]): void {
  store.transaction(() => {
    for (const id of ids) store.remove(`run/${id}`);
  });
}

const secondOf = (run: RunRecord): string => run.id.slice(0, 15);

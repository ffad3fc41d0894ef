// What surrounds every run that sends something: its record in the ledger, the command that repeats it, and
// the clean-up.

import type { Target } from '../account/settings.ts';
import { type ExitCode, errorOf, worstExit } from '../basics/exit.ts';
import { failureOf } from '../basics/failure.ts';
import { maskedAddress, shellWord } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { type MappingRow, putRun, type RunKind, type RunRecord, runId } from '../storage/runs.ts';
import type { RunState } from './summarise.ts';

/** The parts of a summary that go into the record of the run. */
export interface EndedRun {
  readonly state: RunState;
  readonly exit_code: ExitCode;
  readonly input: { readonly files: RunRecord['files'] };
  readonly error?: ReturnType<typeof errorOf>;
}

export interface RunAbout extends Pick<RunRecord, 'shard' | 'command' | 'levels' | 'mapping'> {
  readonly kind: RunKind;
  /** Address of the service. */
  readonly address: string;
  /**
   * Names of the input files, so that the record of a killed run has them. Their contents are recorded at the
   * end.
   */
  readonly files?: readonly string[];
  /** Sends nothing and records nothing. */
  readonly silent: boolean;
  /**
   * The record is written only by `begin`, or by a successful end. Until then the run may turn out to have
   * nothing to do.
   */
  readonly waits?: boolean;
}

/** The record of a run in the ledger. */
export class Run {
  readonly id: string;
  private readonly record: RunRecord;
  private begun = false;

  constructor(
    private readonly platform: Platform,
    private readonly store: Database,
    target: Pick<Target, 'profile' | 'environment' | 'clientId' | 'key'>,
    private readonly about: RunAbout,
  ) {
    const started = platform.clock.now();
    const { kind, shard, command, levels, mapping } = about;
    this.id = runId(started, platform.random.hex(3));
    this.record = {
      id: this.id,
      kind,
      state: 'running',
      user: platform.system.user,
      hostname: platform.system.hostname,
      profile: target.profile,
      environment: target.environment,
      target: `${about.address} as ${target.clientId}`,
      targetKey: target.key,
      shard,
      files: (about.files ?? []).map((path) => ({ path, bytes: 0, rows: 0, sha256: '' })),
      command,
      ...(Object.keys(levels ?? {}).length > 0 && { levels }),
      ...(mapping && { mapping }),
      started,
      ended: null,
      exitCode: null,
      orders: {},
    };
    if (about.waits !== true) this.begin();
  }

  /** Writes the record of the run now; does nothing when it was written at the start. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    // What the run sends is written later, and durably: the record of its beginning reaches the disk with that.
    this.put({}, false);
  }

  /** Records which files the run has read, so that a run that is killed while it sends has their digests. */
  hasRead(files: RunRecord['files']): void {
    this.put({ files: fileRows(files) }, false);
  }

  /**
   * Records the end of the run. When the record cannot be written, the result is not a success, although the messages
   * were sent.
   */
  endWith<S extends EndedRun>(summary: S, counts: Pick<Partial<RunRecord>, 'orders' | 'asns'>): S {
    const { state, exit_code: exitCode, input } = summary;
    try {
      this.put({
        ...counts,
        state: state === 'checked' ? 'stopped' : state,
        exitCode,
        files: input.files,
        ended: this.platform.clock.now(),
      });
      return summary;
    } catch (error) {
      const failure = failureOf(error);
      const worst = worstExit([exitCode, failure.exitCode]);
      // The reason must belong to the exit code that is returned.
      const reason = worst === exitCode ? summary.error : undefined;
      return { ...summary, exit_code: worst, error: reason ?? errorOf(failure) };
    }
  }

  endFailed(error: unknown): void {
    if (!this.begun) return;
    try {
      this.put({ state: 'stopped', exitCode: failureOf(error).exitCode, ended: this.platform.clock.now() });
    } catch {
      // Not thrown: the caller reports the original error.
    }
  }

  private put(changes: Partial<RunRecord>, durable = true): void {
    if (this.about.silent) return;
    const { store, record } = this;
    store.transaction(() => putRun(store, { ...record, ...changes }), { durable });
  }
}

/** The files of an input, as summaries name them: bytes, rows, and the SHA-256 of what was read. */
export const fileRows = (files: RunRecord['files']): RunRecord['files'] =>
  files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 }));

/** The mapping of an input, as summaries and records of runs name it. */
export const mappingRow = (info: MappingRow | undefined): MappingRow | undefined =>
  info && { name: info.name, from: info.from, source: info.source };

/** The command line as a shell takes it. */
export const commandOf = (argv: readonly string[]): string =>
  ['returns', ...argv.map((word) => shellWord(/\?[^=]+=/.test(word) ? maskedAddress(word) : word))].join(' ');

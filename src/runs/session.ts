// What a command holds open while it runs: signal handlers, ledger, locks, the connection, the record of its
// run. All of it is closed at the end, in reverse order, also after an error.
import { type ConnectOptions, connect } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { EXIT, type ExitCode, worstExit } from '../basics/exit-codes.ts';
import { errorOf, Failure, failureOf } from '../basics/failure.ts';
import { maskedAddress, shellWord } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { noRequests } from '../sending/types.ts';
import type { Folders } from '../storage/folders.ts';
import { openLedgerStore } from '../storage/ledger.ts';
import { asnLock, holdRun, type LockOptions, takeLock, uploadLock } from '../storage/locks.ts';
import { type MappingRow, putRun, type RunKind, type RunRecord, runId } from '../storage/runs.ts';
import type { RunState } from './run-outcome.ts';
import { Turn, type TurnWait } from './turn.ts';

/** The target of the orders or ASNs. */
type Owner = Pick<Target, 'key' | 'environment' | 'profile'>;

type LockWait = Pick<LockOptions, 'waitMs' | 'onWait' | 'hasFlag'>;

interface SessionOptions {
  /** The command line as the user typed it. */
  readonly argv?: readonly string[];
  /** Called at the first SIGINT or SIGTERM. */
  readonly onInterrupt?: () => void;
  /** What a run says that was interrupted before it had a result. */
  readonly interrupted?: InterruptedText;
}

interface InterruptedText {
  readonly message: string;
  readonly hint: string;
}

/**
 * Runs `work`, then closes everything. When `work` fails after the run began, the run is recorded as failed.
 */
export async function inSession<T>(
  platform: Platform,
  folders: Folders,
  { argv = [], onInterrupt = () => {}, interrupted }: SessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = new Session(platform, folders, interruption(platform, onInterrupt, interrupted), argv);
  try {
    return await work(session);
  } catch (error) {
    session.failed(error);
    throw error;
  } finally {
    await session.close();
  }
}

export class Session {
  /** The command line, quoted for a shell. */
  readonly command: string;
  private readonly steps: (() => void | Promise<void>)[];
  private run: Run | undefined;

  constructor(
    readonly platform: Platform,
    readonly folders: Folders,
    readonly stop: Interruption,
    argv: readonly string[],
  ) {
    this.command = commandOf(argv);
    this.steps = [stop.release];
  }

  get signal() {
    return this.stop.signal;
  }

  /** Registers a resource, which is closed at the end of the session. */
  use<R extends { close(): void | Promise<void> }>(resource: R): R {
    this.steps.unshift(() => resource.close());
    return resource;
  }

  /** @throws Failure exit 130 or 143 */
  throwIfInterrupted(): void {
    this.signal.throwIfAborted();
  }

  /** @throws Failure exit 7 */
  ledger() {
    return this.use(openLedgerStore(this.platform, this.folders));
  }

  /** The turn to send orders of the target, or of this shard, which other runs may ask for. @throws Failure exit 7 */
  async turn(store: Database, owner: Owner, shard: string | null, wait: TurnWait): Promise<Turn> {
    const { command, signal } = this;
    const purpose = `uploads to ${ownerText(owner)}`;
    const options = { ...wait, purpose, command, signal };
    return this.use(await Turn.begin(this.platform, store, uploadLock(owner, shard), options));
  }

  /** Locks the ASNs of the target: no other process sends ASNs to it. @throws Failure exit 7 */
  async lockAsns(store: Database, owner: Owner, wait: LockWait): Promise<void> {
    const { command, signal } = this;
    const purpose = `ASNs of ${ownerText(owner)}`;
    const lock = await takeLock(this.platform, store, asnLock(owner), { ...wait, purpose, command, signal });
    this.use({ close: () => lock.release() });
  }

  /** The connection to the target. Its requests are counted in the record of the run. */
  async connect(target: Target, options: Omit<ConnectOptions, 'onTokenCall'>) {
    const counts = noRequests();
    const onTokenCall = () => {
      counts.tokens++;
      counts.total++;
    };
    const connection = this.use(
      await connect(this.platform, this.folders, target, { ...options, onTokenCall }),
    );
    const { tokens, pacer, caller } = connection;
    return { tokens, pacer, counts, caller };
  }

  begin(
    store: Database,
    target: Pick<Target, 'profile' | 'environment' | 'clientId' | 'key'>,
    about: Omit<RunAbout, 'command'>,
  ): Run {
    const run = new Run(this.platform, store, target, { ...about, command: this.command });
    const lock = holdRun(this.platform, store, run.id);
    this.use({ close: () => lock.release() });
    this.run = run;
    return run;
  }

  /** Records the end of the run. After an interruption the exit code is that of the signal. */
  end<S extends EndedRun>(summary: S, counts: Pick<Partial<RunRecord>, 'orders' | 'asns'>): S {
    const exit_code: ExitCode =
      summary.exit_code === EXIT.interrupted ? this.stop.exitCode() : summary.exit_code;
    const final = { ...summary, exit_code };
    return this.run ? this.run.endWith(final, counts) : final;
  }

  failed(error: unknown): void {
    this.run?.endFailed(error);
  }

  /** Runs every step, also after one has failed. @throws the first error */
  async close(): Promise<void> {
    const thrown: unknown[] = [];
    for (const step of this.steps) {
      try {
        await step();
      } catch (error) {
        thrown.push(error);
      }
    }
    if (thrown.length > 0) throw thrown[0];
  }
}

const ownerText = ({ environment, profile }: Owner): string => `${environment} (profile ${profile})`;

const NOTHING_SENT: InterruptedText = {
  message: 'Interrupted before anything was sent',
  hint: 'Run the same command again.',
};

export type Interruption = ReturnType<typeof interruption>;

/** Turns SIGINT and SIGTERM into an abort signal; `exitCode` returns the code of the signal that arrived. */
export function interruption(platform: Platform, onFirst: () => void, { message, hint } = NOTHING_SENT) {
  const controller = new AbortController();
  let exitCode: typeof EXIT.interrupted | typeof EXIT.terminated = EXIT.interrupted;
  const interrupt = (signal: 'SIGINT' | 'SIGTERM') => {
    if (controller.signal.aborted) return;
    exitCode = signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
    controller.abort(new Failure('interrupted', exitCode, message, { hint }));
    onFirst();
  };
  const release = platform.system.onSignal(interrupt);
  // The signal is aborted with a Failure, exit 130 or 143: the error of a command that has no summary yet. `interrupt` is for a Ctrl-C
  // at a question, which is no signal.
  return { signal: controller.signal, interrupt, release, exitCode: () => exitCode };
}

// What surrounds every run that sends something: its record in the ledger, the command that repeats it, and
// the clean-up.

/** The parts of a summary that go into the record of the run. */
export interface EndedRun {
  readonly state: RunState;
  readonly exit_code: ExitCode;
  readonly input: { readonly files: RunRecord['files'] };
  readonly error?: ReturnType<typeof errorOf>;
}

interface RunAbout extends Pick<RunRecord, 'shard' | 'command' | 'levels' | 'mapping'> {
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
class Run {
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
  ['returns', ...argv.map((word, i) => shellWord(withoutSecret(word, argv[i - 1])))].join(' ');

/** The value of `--require-header "Name: value"` is a secret, unless it names a file; so are parameters of an address. */
function withoutSecret(word: string, before: string | undefined): string {
  const header = /^(--require-header=)?([^:=]+: *)[^@ ]/.exec(word);
  if (header && (header[1] !== undefined || before === '--require-header'))
    return `${header[1] ?? ''}${header[2]}***`;
  return /\?[^=]+=/.test(word) ? maskedAddress(word) : word;
}

// Runs `listen` from start to end: memory, record, authentication, endpoints, check of the public address, and the
// conditions to stop.

import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { textOfError } from '../../basics/failure.ts';
import type { HttpClient, Platform, ServerHandler } from '../../platform/platform.ts';
import { callReader, openCallLog, tryRecording } from '../../storage/call-log.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { recordRunning } from '../../storage/running.ts';
import { type EmitReceived, type ReceiverEvent, type WatchedReceiver, warningOf } from '../events.ts';
import { makeRmaMemories, memoryKey } from '../messages/check-message.ts';
import { LedgerFacts } from '../messages/ledger-facts.ts';
import { isCounted } from '../record/call-state.ts';
import type { AutoRefund, RefundWatch } from '../refunds/auto-refund.ts';
import { type Demands, makeGuard } from './caller-guard.ts';
import type { DecideParts } from './decide-answer.ts';
import { Mocks } from './exchange-answers.ts';
import { type Expectation, ExpectedCalls } from './expected-calls.ts';
import { type ForwardOptions, makeForwarder } from './forward.ts';
import { makePublicAddressProbe } from './probe-public-address.ts';
import { Receiver } from './receiver.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { restoreMemories } from './restore-memories.ts';

/** Starts the inspector page next to the receiver. */
type StartInspector = (
  receiver: WatchedReceiver,
) => Promise<{ readonly url: string; close(): Promise<void> }>;

export interface ListenRequest extends Pick<DecideParts, 'levels' | 'agreed' | 'variants'> {
  readonly host: string;
  readonly port: number;
  readonly receiver: ReceiverOptions;
  readonly demands: Demands;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly forward?: Omit<ForwardOptions, 'ours' | 'id'> | undefined;
  readonly publicUrl?: string | undefined;
  /** PEM text of additional root certificates, for outgoing requests. */
  readonly ca?: string | undefined;
  /** Key of the target whose ledger has the orders, at each message: a sandbox may start after the receiver. */
  readonly targetKey: () => string | undefined;
  readonly stopAfter?: number | undefined;
  readonly expect?: readonly Expectation[] | undefined;
  readonly waitMs: number;
  /** Absolute path of the file to which the ready line is written. */
  readonly readyFile?: string | undefined;
  readonly startInspector?: StartInspector | undefined;
  /** Ends the receiver, as Ctrl-C does. */
  readonly stop: AbortSignal;
  /** Makes refunds from messages. */
  readonly refunds?: ((watch: RefundWatch) => AutoRefund) | undefined;
}

interface ListenResult {
  readonly exitCode: ExitCode;
  /** Expected calls that did not arrive. */
  readonly missing: readonly string[];
}

/** How long answers in progress may take after the receiver was asked to end, ms. */
const GRACE_MS = 2000;

/** @throws Failure exit 2 when the port is taken, 7 when the record cannot be read */
export const runListen = (
  platform: Platform,
  folders: Folders,
  request: ListenRequest,
  emit: EmitReceived,
): Promise<ListenResult> => new ReceiverRun(platform, folders, request, emit).run();

/** Everything that is open while a receiver runs. */
class ReceiverRun {
  private readonly ending = new AbortController();
  /** Steps of the end, the last one first. */
  private readonly closing: (() => void | Promise<void>)[] = [];
  /** How many calls have come; probes are none. */
  private counted = 0;
  private readonly calls: CallReader;
  private readonly expected: ExpectedCalls | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly folders: Folders,
    private readonly request: ListenRequest,
    private readonly emit: EmitReceived,
  ) {
    this.calls = callReader(platform, folders);
    this.expected = request.expect && new ExpectedCalls(request.expect, this.sha256);
  }

  async run(): Promise<ListenResult> {
    const { platform, request, ending } = this;
    // Before the ready line: a script that reads the line may send a signal at once.
    this.closing.push(platform.system.onSignal(this.end));
    request.stop.addEventListener('abort', this.end, { once: true });
    try {
      const { log, receiver, probe } = await this.openReceiver();
      const stopServing = await this.serve(receiver);
      const watching = probe?.watch(ending.signal);
      if (this.expected) void platform.clock.sleep(request.waitMs, ending.signal).then(this.end);
      await aborted(ending.signal);
      await watching;
      await stopServing();
      await log.flush();
      this.emit({ type: 'closed', ...receiver.counts() });
      const missing = this.expected?.missing() ?? [];
      return { exitCode: missing.length > 0 ? EXIT.unmet : EXIT.done, missing };
    } finally {
      this.end();
      for (const step of this.closing.reverse()) await step();
    }
  }

  private end = (): void => this.ending.abort();
  private sha256 = (content: string | Uint8Array): string => this.platform.crypto.sha256(content);
  private warn = (text: string): void => this.emit(warningOf(text));

  private async openReceiver() {
    const { platform, folders, request, sha256, emit } = this;
    const { clock, random, crypto } = platform;
    const memories = makeRmaMemories();
    const mocks = new Mocks(sha256);
    const unfollowed: CallRecord[] = [];
    await restoreMemories(this.calls, { sha256, memories, mocks, unfollowed });
    tryRecording(platform, folders);
    const log = openCallLog(platform, folders);
    this.closing.push(() => log.close());
    const guard = makeGuard(sha256, request.demands);
    const { publicUrl } = request;
    const client = await this.openClient();
    const probe =
      client && publicUrl !== undefined
        ? makePublicAddressProbe({ client, clock, random }, publicUrl, emit)
        : undefined;
    const newestOf = (rma: string) => memories.get(memoryKey(sha256, rma))?.newest ?? null;
    const refunds = request.refunds?.({ emit, newestOf });
    if (refunds) this.closing.push(() => refunds.close());
    refunds?.again(unfollowed);
    const facts = new LedgerFacts(platform, folders, request.targetKey, this.warn);
    this.closing.push(facts.close);
    const id = request.forward && random.hex(8);
    const receiver = new Receiver({
      clock,
      random,
      crypto,
      log,
      memories,
      mocks,
      guard,
      id,
      follow: refunds?.follow,
      variants: request.variants,
      forwarder:
        client && request.forward && id !== undefined
          ? makeForwarder(
              client,
              clock,
              { ...request.forward, ours: guard?.ours ?? new Set(), id },
              this.ending.signal,
            )
          : undefined,
      facts: facts.now,
      options: request.receiver,
      levels: request.levels,
      agreed: request.agreed,
      emit: this.tell,
      onHealth: probe?.onHealth,
      signal: this.ending.signal,
    });
    return { log, receiver, probe };
  }

  /** Of every call that is on disk and answered. Ends when the number of calls, or all expected calls have arrived. */
  private tell = (event: ReceiverEvent): void => {
    this.emit(event);
    if (event.type !== 'call') return;
    const { stopAfter } = this.request;
    if (isCounted(event.record)) this.counted++;
    const isMet = this.expected?.count(event.record) ?? false;
    if (isMet || (stopAfter !== undefined && this.counted >= stopAfter)) this.end();
  };

  /** For calls that are passed on, and the check of the public address. */
  private async openClient(): Promise<HttpClient | undefined> {
    const { forward, publicUrl, ca } = this.request;
    if (!forward && publicUrl === undefined) return undefined;
    const client = await this.platform.net.client({ connections: 64, ca });
    this.closing.push(() => client.close());
    return client;
  }

  /** Opens the port and the inspector, and says where they are. @returns what closes the port */
  private async serve(receiver: Receiver): Promise<() => Promise<void>> {
    const { platform, folders, request } = this;
    const { host, port, tls, readyFile } = request;
    const { maxBody } = request.receiver;
    const server = await platform.net.serve(
      { host, port, maxBody, passIncomplete: true, ...(tls && { tls }) },
      whileOpen(receiver.handle, this.warn, this.ending.signal),
    );
    let isOpen = true;
    const stopServing = async () => {
      if (isOpen) await server.close(GRACE_MS);
      isOpen = false;
    };
    this.closing.push(stopServing);
    const inspector = await request.startInspector?.({
      reader: this.calls,
      receiverUrl: server.url,
    });
    if (inspector) this.closing.push(() => inspector.close());
    const ready = { type: 'ready', url: server.url, inspectUrl: inspector?.url ?? null } as const;
    if (readyFile !== undefined) {
      const file = openOutFile(platform, readyFile, { flag: '--ready-file' });
      file.write(`${JSON.stringify(readyDocument(ready))}\n`);
      file.finish();
      this.closing.push(() => {
        if (platform.files.stat(readyFile)?.kind === 'file') platform.files.remove(readyFile);
      });
    }
    // So that `calls replay` finds it on any port.
    this.closing.push(recordRunning(platform, folders, 'receivers', { url: server.url }));
    this.emit(ready);
    return stopServing;
  }
}

/** The ready line for scripts. */
export const readyDocument = ({ url, inspectUrl }: Extract<ReceiverEvent, { type: 'ready' }>) => ({
  type: 'ready' as const,
  schema: 'listen-ready/1' as const,
  url,
  inspect_url: inspectUrl,
});

/**
 * After the end was requested, no call is started: the service sends unanswered calls again. Internal errors are reported
 * and answered 500.
 */
const whileOpen =
  (handle: ServerHandler, warn: (text: string) => void, signal: AbortSignal): ServerHandler =>
  async (call) => {
    if (signal.aborted) return { status: 0, drop: true };
    try {
      return await handle(call);
    } catch (error) {
      warn(`a call was answered 500: ${textOfError(error)}`);
      return { status: 500 };
    }
  };

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

// Runs `listen` from start to end: memory, record, authentication, endpoints, check of the public address, and the
// conditions to stop.
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { AgreedMessages } from '../../contract/agreed-messages.ts';
import type { Levels } from '../../contract/levels.ts';
import type { Platform, ServerHandler } from '../../platform/platform.ts';
import { openCallLog, tryRecording } from '../../storage/call-log.ts';
import { callReader } from '../../storage/call-reader.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { recordRunning } from '../../storage/running.ts';
import { memoryKey } from '../messages/check-message.ts';
import { ledgerFacts } from '../messages/ledger-facts.ts';
import { makeRmaMemories } from '../messages/rma-memories.ts';
import { isCounted } from '../record/what-counts.ts';
import { type Demands, makeGuard } from './caller-guard.ts';
import type { EmitReceived, ReceiverEvent } from './events.ts';
import { makeMocks } from './exchange-answers.ts';
import { type Expectation, makeExpectedCalls } from './expected-calls.ts';
import { type ForwardOptions, makeForwarder } from './forward.ts';
import type { KnownVariants } from './known-variants.ts';
import { makePublicAddressProbe } from './probe-public-address.ts';
import { makeReceiver } from './receiver.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { restoreMemories } from './restore-memories.ts';

/** The inspector next to the receiver. It starts with the receiver and gets every call. */
export interface Inspector {
  readonly url: string;
  onCall(record: CallRecord): void;
  close(): Promise<void>;
}

export interface InspectorParts {
  readonly platform: Platform;
  readonly folders: Folders;
  /** 0 picks a free port. */
  readonly port: number;
  readonly receiverUrl: string;
  readonly rmasPath: string;
  readonly calls: CallReader;
}

export type StartInspector = (parts: InspectorParts) => Promise<Inspector>;

/** Makes refunds from calls, and is closed at the end. */
export interface Follower {
  /**
   * Called before a call is recorded and answered. False when the ledger could not be written in time: then the record says so, and
   * the call is followed as soon as the ledger is free, or at the next start (`again`).
   */
  follow(record: CallRecord): Promise<boolean>;
  /** Calls of an earlier receiver that could not be followed, oldest first. */
  again(records: readonly CallRecord[]): void;
  close(): Promise<void>;
}

export interface ListenRequest {
  readonly host: string;
  readonly port: number;
  readonly receiver: ReceiverOptions;
  /** Severity of findings, where the user changed it. */
  readonly levels?: Levels | undefined;
  readonly agreed?: AgreedMessages | undefined;
  readonly demands: Demands;
  readonly variants: KnownVariants;
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
  readonly inspector?: { readonly port: number; readonly start: StartInspector } | undefined;
  /** Ends the receiver, as Ctrl-C does. */
  readonly stop: AbortSignal;
  /** Makes refunds from messages. `newestOf` gives the latest updated_at (microseconds) of an RMA, or null. */
  readonly follower?:
    | ((emit: EmitReceived, newestOf: (rma: string) => number | null) => Promise<Follower>)
    | undefined;
}

export interface ListenResult {
  readonly exitCode: ExitCode;
  /** Expected calls that did not arrive. */
  readonly missing: readonly string[];
}

/** How long answers in progress may take after the receiver was asked to end, ms. */
const GRACE_MS = 2000;

/** @throws Failure exit 2 when the port is taken, 7 when the record cannot be read */
export async function runListen(
  platform: Platform,
  folders: Folders,
  request: ListenRequest,
  emit: EmitReceived,
): Promise<ListenResult> {
  const ending = new AbortController();
  const closing: (() => void | Promise<void>)[] = [];
  const end = () => ending.abort();
  // Before the ready line: a script that reads the line may send a signal at once.
  closing.push(platform.system.onSignal(end));
  request.stop.addEventListener('abort', end, { once: true });
  const sha256 = (content: string | Uint8Array) => platform.crypto.sha256(content);
  const waited = request.expect && makeExpectedCalls(request.expect, sha256);
  const listeners: ((record: CallRecord) => void)[] = [];
  try {
    const calls = callReader(platform, folders);
    const memories = makeRmaMemories();
    const mocks = makeMocks(sha256);
    const unfollowed: CallRecord[] = [];
    await restoreMemories(calls, { sha256, memories, mocks, unfollowed });
    tryRecording(platform, folders);
    const log = openCallLog(platform, folders);
    closing.push(() => log.close());
    const guard = makeGuard(sha256, request.demands);
    const { ca, forward, publicUrl } = request;
    const client =
      forward || publicUrl !== undefined
        ? await platform.net.client({ connections: 64, ...(ca !== undefined && { ca }) })
        : undefined;
    if (client) closing.push(() => client.close());
    const way =
      client && publicUrl !== undefined
        ? makePublicAddressProbe({ client, clock: platform.clock, random: platform.random }, publicUrl, emit)
        : undefined;
    const newestOf = (rma: string) => memories.get(memoryKey(sha256, rma))?.newest ?? null;
    const follower = await request.follower?.(emit, newestOf);
    if (follower) closing.push(() => follower.close());
    follower?.again(unfollowed);
    const id = forward && platform.random.hex(8);
    const receiver = makeReceiver({
      follow: follower && ((record) => follower.follow(record)),
      clock: platform.clock,
      random: platform.random,
      crypto: platform.crypto,
      log,
      memories,
      mocks,
      variants: request.variants,
      guard,
      forwarder:
        client && forward && id !== undefined
          ? makeForwarder(
              client,
              platform.clock,
              { ...forward, ours: guard?.ours ?? new Set(), id },
              ending.signal,
            )
          : undefined,
      facts: ledgerFacts(platform, folders, request.targetKey, emit, closing),
      options: request.receiver,
      id,
      levels: request.levels,
      agreed: request.agreed,
      emit: (event) => {
        emit(event);
        if (event.type === 'call') for (const listener of listeners) listener(event.record);
      },
      ...(way && { onHealth: (nonce: string) => way.onHealth(nonce) }),
      signal: ending.signal,
    });
    listeners.push(enough(request, waited, end));
    const { host, port, tls } = request;
    const { maxBody } = request.receiver;
    const server = await platform.net.serve(
      { host, port, maxBody, passIncomplete: true, ...(tls && { tls }) },
      whileOpen(receiver.handle, emit, ending.signal),
    );
    let isOpen = true;
    const stopServing = async () => {
      if (isOpen) await server.close(GRACE_MS);
      isOpen = false;
    };
    closing.push(stopServing);
    const inspector = await request.inspector?.start({
      platform,
      folders,
      port: request.inspector.port,
      receiverUrl: server.url,
      rmasPath: request.receiver.paths.rmas,
      calls,
    });
    if (inspector) closing.push(() => inspector.close());
    if (inspector) listeners.push((record) => inspector.onCall(record));

    const ready = { type: 'ready', url: server.url, inspectUrl: inspector?.url ?? null } as const;
    if (request.readyFile !== undefined) {
      const { readyFile } = request;
      platform.files.replace(readyFile, `${JSON.stringify(readyDocument(ready))}\n`);
      closing.push(() => platform.files.remove(readyFile));
    }
    closing.push(makeFindable(platform, folders, server.url));
    emit(ready);
    const watching = way?.watch(ending.signal);
    if (waited) void platform.clock.sleep(request.waitMs, ending.signal).then(end);
    await aborted(ending.signal);
    await watching;
    await stopServing();
    await log.flush();
    emit({ type: 'closed', ...receiver.counts() });
    const missing = waited?.missing() ?? [];
    return { exitCode: missing.length > 0 ? EXIT.unmet : EXIT.done, missing };
  } finally {
    end();
    for (const step of closing.reverse()) await step();
  }
}

/** So that `calls replay` finds it on any port; without that it works, too. */
function makeFindable(platform: Platform, folders: Folders, url: string): () => void {
  try {
    return recordRunning(platform, folders, 'receivers', { url });
  } catch (error) {
    if (error instanceof Failure) return () => {};
    throw error;
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
  (handle: ServerHandler, emit: EmitReceived, signal: AbortSignal): ServerHandler =>
  async (call) => {
    if (signal.aborted) return { status: 0, drop: true };
    try {
      return await handle(call);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      emit({ type: 'notice', severity: 'warning', text: `a call was answered 500: ${why}` });
      return { status: 500 };
    }
  };

/** Ends when the number of calls, or all expected calls have arrived; probes are none. */
function enough(
  { stopAfter }: ListenRequest,
  waited: ReturnType<typeof makeExpectedCalls> | undefined,
  end: () => void,
): (record: CallRecord) => void {
  let count = 0;
  return (record) => {
    if (isCounted(record)) count++;
    const isMet = waited?.count(record) ?? false;
    const isEnough = stopAfter !== undefined && count >= stopAfter;
    if (isMet || isEnough) end();
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

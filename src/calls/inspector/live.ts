// The inspector as `listen` starts it: next to the receiver. It gets every call that is on disk and answered.
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { inspectorKey } from '../../storage/inspector-key.ts';
import { ofReceiver } from './of-receiver.ts';
import { startInspector } from './start.ts';
import type { InspectorOptions, InspectorServer } from './types.ts';

export interface LiveInspectorParts {
  readonly platform: Platform;
  readonly port: number;
  readonly folders: Folders;
  readonly receiverUrl: string;
  readonly rmasPath: string;
  readonly calls: CallReader;
}

export interface LiveInspectorOptions {
  /** True when the user chose the port: then no other port is tried. */
  readonly isPortFixed: boolean;
  /** Address of the receiver, for replays. */
  readonly timeoutMs: number;
  /** Certificate of a receiver that uses HTTPS. */
  readonly ca?: string | undefined;
}

export interface LiveInspector extends InspectorServer {
  onCall(record: CallRecord): void;
}

/** @throws Failure exit 2 when a fixed port is taken */
export async function startLiveInspector(
  parts: LiveInspectorParts,
  options: LiveInspectorOptions,
): Promise<LiveInspector> {
  const { platform, port, receiverUrl, calls } = parts;
  const { timeoutMs, ca } = options;
  const listeners = new Set<(record: CallRecord) => void>();
  const lent = ofReceiver(platform, {
    reader: calls,
    receiverUrl,
    timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  });
  const subscribe: InspectorOptions['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const key = inspectorKey(platform, parts.folders);
  const rmasUrl = receiverUrl + parts.rmasPath;
  const start = (on: number) => startInspector(platform, { ...lent, subscribe, rmasUrl, key, port: on });
  let inspector: InspectorServer;
  try {
    inspector = await start(port);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage.port') throw error;
    if (options.isPortFixed) throw namesFlag(error);
    inspector = await start(0);
  }
  return {
    ...inspector,
    onCall(record) {
      for (const listener of listeners) listener(record);
    },
  };
}

const namesFlag = (failure: Failure): Failure =>
  new Failure(failure.code, failure.exitCode, failure.message, {
    hint: 'Choose another port for the inspector page with --inspect-port (0 picks a free one), or --no-inspect.',
    cause: failure.cause,
  });

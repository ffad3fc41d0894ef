// The inspector as `listen` starts it: next to the receiver. It gets every call that is on disk and answered.
import { Failure } from '../../basics/failure.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { inspectorKey } from '../../storage/inspector-key.ts';
import type { InspectorParts } from '../receive/run-receiver.ts';
import { startInspector } from './start.ts';

export interface LiveInspectorOptions {
  /** True when the user chose the port: then no other port is tried. */
  readonly isPortFixed: boolean;
  readonly timeoutMs: number;
  /** Certificate of a receiver that uses HTTPS. */
  readonly ca?: string | undefined;
}

/** @throws Failure exit 2 when a fixed port is taken */
export async function startLiveInspector(
  { platform, folders, port, receiverUrl, rmasPath, calls }: InspectorParts,
  { isPortFixed, timeoutMs, ca }: LiveInspectorOptions,
) {
  const listeners = new Set<(record: CallRecord) => void>();
  const subscribe = (listener: (record: CallRecord) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const key = inspectorKey(platform, folders);
  const options = {
    reader: calls,
    receiverUrl,
    rmasUrl: receiverUrl + rmasPath,
    timeoutMs,
    ca,
    subscribe,
    key,
  };
  const start = async () => {
    try {
      return await startInspector(platform, { ...options, port });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'usage.port') throw error;
      if (isPortFixed) throw namesFlag(error);
      return await startInspector(platform, { ...options, port: 0 });
    }
  };
  return {
    ...(await start()),
    onCall(record: CallRecord) {
      for (const listener of listeners) listener(record);
    },
  };
}

const namesFlag = (failure: Failure): Failure =>
  new Failure(failure.code, failure.exitCode, failure.message, {
    hint: 'Choose another port for the inspector page with --inspect-port (0 picks a free one), or --no-inspect.',
    cause: failure.cause,
  });

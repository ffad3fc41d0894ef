// The inspector as `listen` starts it: at its usual port or, unless the user chose it, at any other.
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { startInspector } from './start.ts';
import type { InspectorOptions } from './types.ts';

/** @throws Failure exit 2 when a fixed port is taken */
export async function startLiveInspector(
  platform: Platform,
  options: InspectorOptions,
  isPortFixed: boolean,
): ReturnType<typeof startInspector> {
  try {
    return await startInspector(platform, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage.port') throw error;
    if (!isPortFixed) return await startInspector(platform, { ...options, port: 0 });
    throw new Failure(error.code, error.exitCode, error.message, {
      hint: 'Choose another port for the inspector page with --inspect-port (0 picks a free one), or --no-inspect.',
      cause: error.cause,
    });
  }
}

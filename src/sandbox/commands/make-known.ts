// Makes a sandbox known to this user's programs: the profile `local` finds it then.
import { Failure } from '../../basics/failure.ts';
import type { Context } from '../../cli/command.ts';
import { recordRunning } from '../../storage/running.ts';

/**
 * Records the address for the profile `local`. If that fails, the sandbox works anyway, with a warning.
 * @returns forgets it
 */
export function makeKnown({ platform, folders, show }: Context, url: string, proof: string): () => void {
  try {
    return recordRunning(platform, folders, 'sandboxes', { url, proof });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    show.warn(`the profile local will not find this sandbox: ${error.message}`);
    return () => {};
  }
}

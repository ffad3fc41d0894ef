// What a client secret may hold, wherever it comes from: variable, file, stdin, prompt, keychain, command.
import type { Place } from '../basics/failure.ts';
import { readSecret } from '../basics/secret.ts';

export const CLIENT_SECRET = { kind: 'client', what: 'client secret' } as const;

/** @throws Failure exit 2 */
export const clientSecret = (given: string | Uint8Array, from: string, place?: Place): string =>
  readSecret(given, { ...CLIENT_SECRET, from, place });

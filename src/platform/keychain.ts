// The keychain of the user, through @napi-rs/keyring: an optional package, loaded only for profiles that keep their secret there.
import { createRequire } from 'node:module';
import { stateFailure } from '../basics/failure.ts';
import { redact } from '../basics/text.ts';
import type { Keychain } from './programs.ts';

const PACKAGE = '@napi-rs/keyring';
const SERVICE = 'returns-cli';
/** Longer than a person needs to unlock the keychain, ms. */
const LIMIT_MS = 60_000;
/** Characters of an error that are shown. */
const MOST_WORDS = 300;

/** Without this the package falls back to the keyring of the kernel, which a restart empties. */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

type Package = typeof import('@napi-rs/keyring');

/** @throws Failure exit 7, `state.keychain` */
export function realKeychain(): Keychain {
  const { AsyncEntry } = load();
  const entry = (account: string) => {
    try {
      return new AsyncEntry(SERVICE, account, OPTIONS);
    } catch (error) {
      throw unusable(error);
    }
  };
  // Making an entry connects to the keychain: whether there is one is known at once.
  entry('connection');
  return {
    service: SERVICE,
    get: async (account) => (await limited(entry(account).getPassword())) ?? undefined,
    set: (account, secret) => limited(entry(account).setPassword(secret), secret),
    remove: (account) => limited(entry(account).deleteCredential()),
  };
}

function load() {
  try {
    return createRequire(import.meta.filename)(PACKAGE) as Package;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(PACKAGE)) throw unusable(error);
    throw stateFailure(
      'state.keychain',
      `The keychain needs the package ${PACKAGE}, which is not installed`,
      {
        hint: `Install it where this program is installed (npm install -g ${PACKAGE}), or keep the secret in a file: returns login --store file`,
        cause: error,
      },
    );
  }
}

/** The package cannot be interrupted: its thread goes on until the keychain answers, but the command does not wait for it. */
async function limited<T>(work: Promise<T>, secret = ''): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${LIMIT_MS / 1000}s; it may be waiting to be unlocked`)),
      LIMIT_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw unusable(error, secret);
  } finally {
    clearTimeout(timer);
  }
}

function unusable(error: unknown, secret = '') {
  const why = redact((error as Error).message, [secret])
    .split('\n')[0]!
    .slice(0, MOST_WORDS);
  return stateFailure('state.keychain', `The keychain cannot be used: ${why}`, {
    hint: 'Unlock it and run the same command again, or keep the secret in a file: returns login --store file',
    cause: error,
  });
}

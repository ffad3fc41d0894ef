// `returns login`: sign in, interactively or from flags, environment and stdin.

import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { clientSecret, LARGEST_SECRET } from '../../basics/secret.ts';
import { escapeControls } from '../../basics/text.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { STORES } from '../secret-places.ts';
import { type SignedIn, signIn } from '../sign-in.ts';

export const command = defineCommand({
  flags: [
    flag('--client-id <id>', 'client id that the client success team issued'),
    flag('--client-secret-stdin', 'read the client secret from stdin'),
    flag('--environment <name>', 'production, sandbox or local', {
      otherwise: 'local on this machine, else production',
    }),
    flag(
      '--auth-url <url>',
      'address of the token endpoint; localhost:3000, bare hosts and .../oauth/token do',
    ),
    flag('--orders-url <url>', 'address of the order intake'),
    flag('--base-url <url>', 'address of the ASN endpoints'),
    flag('--store <place>', 'keep the secret in the keychain, or in a file; moves a stored one', {
      oneOf: STORES,
      otherwise: 'where it is; a new one in a file',
    }),
    flag('--rotate', 'test a new secret and swap it for the stored one'),
  ],
  examples: [
    ['returns login', 'ask for everything'],
    ['returns login --rotate --client-secret-stdin < secret.txt', 'swap the secret'],
    ['returns login --store keychain', 'keep the secret in the keychain'],
  ],
  async run({ platform, folders, globals, show }, _args, options) {
    const { clientSecretStdin: fromStdin, rotate, store, ...addressed } = options;
    const secret = fromStdin ? await readSecret(platform) : undefined;
    const done = await signIn(
      platform,
      folders,
      {
        flags: { ...globals, ...addressed },
        secret,
        rotate,
        store,
        warn: (text) => show.warn(text),
      },
      globals.mayAsk && !fromStdin ? makeAsk(platform) : undefined,
    );
    const { environment, key, clientId, addresses } = done.target;
    const until = formatInstant(done.tokenEndsAt);
    await show.result(
      {
        schema: 'login/1',
        profile: done.profile,
        environment,
        target: key,
        client_id: clientId,
        addresses,
        token_expires_at: until,
        rotated: done.rotated,
        in_use: done.inUse,
        secret: {
          in: typeof done.secretIn === 'object' ? 'command' : done.secretIn,
          file: done.secretIn === 'file' ? done.secretFile : null,
        },
      },
      () =>
        `${done.rotated ? 'Secret swapped' : 'Signed in'}: profile ${done.profile}, ${environment}, client id ${clientId}\nToken valid until ${until}\n${secretText(done)}${done.inUse ? `\nCommands without --profile use ${done.profile}` : ''}`,
    );
    if (done.left)
      show.warn(
        `An earlier secret is still in the keychain (${done.left.accounts.join(', ')}); the next login tries to remove it. ${done.left.why.message}`,
      );
    if (!done.inUse)
      show.note(`Another profile is in use; choose this one with: returns profile use ${done.profile}`);
    show.next('returns orders check FILE');
    return EXIT.done;
  },
});

/** Where the secret is from now on. */
function secretText({ secretIn, secretFile }: SignedIn): string {
  if (secretIn === 'file') return `The secret is in ${secretFile}, readable by you only`;
  if (secretIn === 'keychain') return 'The secret is in the keychain of this user';
  return `The secret stays with its command: ${escapeControls(secretIn.command)}`;
}

/** All of stdin. @throws Failure exit 2 */
async function readSecret(platform: Platform): Promise<string> {
  const refuse = (message: string) =>
    usageFailure('usage.secret.stdin', message, {
      expected: 'the client secret, and nothing else, on stdin',
      hint: 'Pipe it in: returns login --client-secret-stdin < secret.txt',
    });
  // Text typed here would be visible; without the flag the prompt hides it.
  if (platform.terminal.stdinIsTerminal)
    throw refuse('--client-secret-stdin reads a pipe or a file, not the terminal');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of platform.terminal.stdin()) {
    size += chunk.length;
    if (size > LARGEST_SECRET)
      throw refuse(`More than ${LARGEST_SECRET} bytes came on stdin: this is not a client secret`);
    chunks.push(chunk);
  }
  return clientSecret(Buffer.concat(chunks), 'stdin');
}

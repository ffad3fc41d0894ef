// Completes the settings for a sign-in: asks for them one by one on a terminal; otherwise reports everything missing at
// once.

import { Failure, usageFailure } from '../basics/failure.ts';
import { clientSecret } from '../basics/secret.ts';
import type { Ask } from '../cli/ask.ts';
import type { AddressName } from '../contract/endpoints.ts';
import { isAllLoopback, type Resolved } from './resolve.ts';
import { type Missing, missingOf, missingText } from './settings.ts';
import { parseAddress, parseClientId } from './values.ts';

export type Answers = Readonly<Awaited<ReturnType<typeof completeAnswers>>>;

/** @throws Failure exit 2 with everything that is missing, when `ask` is undefined */
export async function completeAnswers(
  before: Resolved,
  given: string | undefined,
  rotate: boolean,
  ask: Ask | undefined,
) {
  // No secret when the stored one is to be tried again, or a command prints it. On a terminal it is always asked for. Without one the stored secret is tried again.
  const isPrinted = before.own['client-secret-command'] !== undefined;
  const wanted = !isPrinted && given === undefined && (rotate || ask !== undefined || !before.secret);
  const missing: Missing[] = missingOf(before, []).filter((name) => name !== 'secret');
  if (wanted) missing.push('secret');
  if (missing.length === 0) return { resolved: before, secret: given };
  if (!ask) throw noQuestions(missing, rotate);
  const isNew = missing.includes('auth') || missing.includes('orders');
  const addresses = { ...before.addresses };
  for (const { name, question, optional } of ADDRESS_QUESTIONS) {
    // The addresses of a service often begin with the same host.
    const initial = (addresses.orders ?? addresses.auth)?.value;
    if (addresses[name] || (optional && !isNew)) continue;
    const answer = await askAddress(ask, name, question, { optional, initial });
    if (answer === undefined) continue;
    addresses[name] = { value: answer, source: 'flag' };
  }
  const environment =
    isNew && before.environment.source === 'default'
      ? { value: await askEnvironment(ask, isAllLoopback(addresses)), source: 'flag' as const }
      : before.environment;
  const clientId = before.clientId ?? { value: await askClientId(ask), source: 'flag' as const };
  const resolved: Resolved = { ...before, addresses, environment, clientId };
  return { resolved, secret: wanted ? await askSecret(resolved, rotate, ask) : given };
}

/** The question names profile, client id and host of the service, because a secret is valid only for these. */
export async function askSecret({ profile, clientId, addresses }: Resolved, rotate: boolean, ask: Ask) {
  const host = addresses.auth ? new URL(addresses.auth.value).host : '';
  const whose = `profile ${profile.value}, client id ${clientId?.value ?? ''} at ${host}`;
  const read = (text: string) => clientSecret(text, 'what was typed');
  return read(
    await ask.secret(`${rotate ? 'New client secret' : 'Client secret'} (${whose})`, complaint(read)),
  );
}

/** The answer for no address: an empty one takes the proposed address. */
const NONE = '-';

const ADDRESS_QUESTIONS = [
  { name: 'auth', question: 'Address of the token endpoint', optional: false },
  { name: 'orders', question: 'Address of the order intake', optional: false },
  { name: 'base', question: `Address of the ASN endpoints (${NONE} if you send none)`, optional: true },
] as const;

async function askAddress(
  ask: Ask,
  name: AddressName,
  question: string,
  { optional, initial }: { readonly optional: boolean; readonly initial: string | undefined },
): Promise<string | undefined> {
  const check = complaint((text) => parseAddress(text, '', name));
  const isNone = (text: string) => optional && text.trim() === NONE;
  const text = await ask.text(question, {
    initial,
    check: (answer) => (isNone(answer) ? undefined : check(answer)),
  });
  return isNone(text) ? undefined : parseAddress(text, '', name);
}

/** `initial`: the one that was refused. */
export async function askClientId(ask: Ask, initial?: string): Promise<string> {
  const parse = (text: string) => parseClientId(text, 'The client id');
  return parse(await ask.text('Client id', { initial, check: complaint(parse) }));
}

function askEnvironment(ask: Ask, loopback: boolean) {
  return ask.choose(
    'Which environment is it?',
    [
      { value: 'production', text: 'production (5,000 requests a minute)' },
      { value: 'sandbox', text: 'sandbox (2,500 requests a minute)' },
      { value: 'local', text: 'local (on this machine)' },
    ],
    loopback ? 'local' : 'production',
  );
}

/** What is wrong with an answer, as a text for the prompt. */
const complaint =
  (parse: (text: string) => unknown) =>
  (text: string): string | undefined => {
    try {
      parse(text);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return `${error.message}. ${error.hint}`;
      throw error;
    }
  };

function noQuestions(missing: readonly Missing[], rotate: boolean) {
  return usageFailure(
    'usage.login.missing',
    `Questions are not possible here, but ${rotate ? 'the new secret' : 'signing in'} needs: ${missingText(missing, true)}`,
    {
      hint: 'Give all of them as flags or environment variables, the secret through stdin; --base-url is needed for ASNs only.',
    },
  );
}

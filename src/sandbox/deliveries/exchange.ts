// One request to an endpoint of the retailer: its headers, its time limit, its bounded answer. Redirects are not followed.
import { maskedAddress } from '../../basics/text.ts';
import { endpointUrl } from '../../contract/customer-endpoints.ts';
import { type HttpClient, NetworkFault } from '../../platform/platform.ts';
import { type Credentials, type SignIn, SignInFault } from './sign-in.ts';
import type { Customer, DeliveryKind, OutboundMessage } from './types.ts';

export interface Exchange {
  readonly status: number | null;
  /** Why there is no answer; `aborted` when the sandbox ended it. */
  readonly fault: string | null;
  /** The whole answer, for who asked. */
  readonly answer: string;
  /** The part that is recorded: without our credentials, if the endpoint repeats them. */
  readonly recorded: string;
  readonly note: string | null;
  readonly credentials: Credentials | undefined;
}

interface ExchangeParts {
  readonly client: () => Promise<HttpClient>;
  readonly signIn: SignIn;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The version of a message (field notes); the interface does not show it. */
const VERSIONS: Readonly<Record<DeliveryKind, string>> = { rma: '3', exchange_order: '1', variants: '1' };
/** Characters of an answer that are recorded. */
const MOST_RECORDED = 10_000;

export async function exchange(
  { url, paths, agent = 'returns-sandbox' }: Customer,
  message: OutboundMessage,
  parts: ExchangeParts,
): Promise<Exchange> {
  let credentials: Credentials | undefined;
  try {
    credentials = await parts.signIn.credentials();
    const { status, headers, body } = await (await parts.client()).request({
      method: message.method,
      url: endpointUrl(url, message.kind, message.path, paths),
      headers: {
        ...(message.body !== null && { 'content-type': 'application/json' }),
        accept: 'application/json',
        'user-agent': agent,
        'x-account-id': 'sandbox',
        'x-service-api-version': VERSIONS[message.kind],
        ...credentials.headers,
      },
      ...(message.body !== null && { body: message.body }),
      timeoutMs: parts.timeoutMs,
      signal: parts.signal,
    });
    const answer = new TextDecoder().decode(body);
    // SQLite ends a text at U+0000; like bytes that are no UTF-8, it is replaced.
    const recorded = without(credentials.secrets, answer).slice(0, MOST_RECORDED).replaceAll('\0', '\ufffd');
    const location = without(credentials.secrets, maskedAddress(headers['location'] ?? ''));
    const note =
      status >= 300 && status < 400 && location !== ''
        ? `Location ${location} is not followed: give that address`
        : otherType(answer, headers);
    return { status, fault: null, answer, recorded, note, credentials };
  } catch (error) {
    const none = { status: null, answer: '', recorded: '', credentials };
    if (error instanceof SignInFault) return { ...none, fault: error.fault, note: error.message };
    if (error instanceof NetworkFault) return { ...none, fault: error.kind, note: null };
    throw error;
  }
}

/** Of an answer that is not JSON: what it is, `text/html`. */
function otherType(answer: string, headers: Readonly<Record<string, string>>): string | null {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return answer === '' || type === '' || /json/.test(type) ? null : type.slice(0, 60);
}

/** Shorter ones would also hide parts of other words. */
const SHORTEST_SECRET = 4;

function without(secrets: readonly string[], text: string): string {
  let clean = text;
  for (const secret of secrets)
    for (const spelling of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      if (spelling.length >= SHORTEST_SECRET) clean = clean.replaceAll(spelling, '***');
  return clean;
}

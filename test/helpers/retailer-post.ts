// How a retailer's side posts its snapshots to the service: signs in, keeps the token, renews it after a 401, posts again after 5xx
// and a lost connection, unless a mistake is switched on.
import type { Order } from '../../src/contract/order.ts';
import type { CliTarget } from './cli.ts';

export type PostingMistake =
  /** The order is the body. */
  | 'wrong-envelope'
  /** The service does not let it in. */
  | 'wrong-secret'
  /** Takes a token for good for 25 hours of its own clock, whatever the service answers. */
  | 'keeps-token'
  /** A token that it has made up, and never another one. */
  | 'wrong-token';

const LIFETIME_MS = 25 * 3_600_000;

export function makePost(service: () => CliTarget, makes: (mistake: PostingMistake) => boolean) {
  let token = '';
  let fetchedAt = 0;
  const fetchToken = async () => {
    token = makes('wrong-token') ? 'made-up' : await signIn(service(), makes('wrong-secret'));
    fetchedAt = Date.now();
  };
  return async (order: Partial<Order>) => {
    let status: number | undefined;
    for (let tries = 0; tries < 2; tries++) {
      const isFresh = token !== '' && Date.now() - fetchedAt < LIFETIME_MS;
      if (!isFresh || (status === 401 && !makes('keeps-token'))) await fetchToken();
      if (token === '') return;
      const reply = await fetch(`${service().ordersUrl}/returns_portal_orders`, {
        method: 'POST',
        headers: {
          authorization: `bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'api-version': '3',
        },
        body: JSON.stringify(makes('wrong-envelope') ? order : { returns_portal_order: { orders: [order] } }),
      }).catch(() => undefined);
      await reply?.arrayBuffer();
      status = reply?.status;
      if (status !== undefined && status !== 401 && status < 500) return;
    }
  };
}

/** An empty text when it is refused. */
async function signIn({ authUrl, clientId, clientSecret }: CliTarget, isWrong: boolean): Promise<string> {
  const reply = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: isWrong ? 'an old secret' : clientSecret,
    }),
  });
  return ((await reply.json()) as { access_token?: string }).access_token ?? '';
}

// How many tokens a retailer's side fetched: one is expected for 25 hours.
import { plural } from '../../basics/units.ts';
import type { RequestRecord } from '../intake/records.ts';
import type { Found } from './found.ts';

/** A side of several processes may fetch one for each. */
const ALLOWED = 3;

/** Undefined when nothing was posted. @param restarts of the side: each may bring a new one */
export function tokenCheck(requests: readonly RequestRecord[], restarts: number): Found | undefined {
  const of = (endpoint: string, isMeant: (status: number | null) => boolean) =>
    requests.filter((one) => one.endpoint === endpoint && isMeant(one.status)).length;
  const tokens = of('token', (status) => status === 200);
  const expired = of('orders', (status) => status === 401);
  const snapshots = of('orders', (status) => status === 200);
  if (snapshots === 0) return undefined;
  const needed = ALLOWED + restarts + expired;
  const passed = tokens <= needed || tokens * 2 <= snapshots;
  const evidence = `${plural(tokens, 'token')} for ${plural(snapshots, 'snapshot')}`;
  const check = { kind: 'tokens' as const, what: 'a token is kept for its 25 hours', passed, evidence };
  return { ...check, id: 'refunds.token', ...(!passed && { symptom: 'token' as const }) };
}

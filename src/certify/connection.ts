// The area of the connection: what the doctor finds about it, as checks of a certification.
import type { Target } from '../account/settings.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { Check } from '../sandbox/judge.ts';
import { CONNECTION_SUBJECTS } from './checks.ts';
import { checksOfSubjects, failed, noted, passed } from './outcomes.ts';

/** A service on this machine: it is practice, and it may not run. */
interface LocalService {
  readonly address: string;
  /** Starts the sandbox at this address. */
  readonly start: string;
  /** Certify itself is the service, to the endpoints, in the same run. */
  readonly isPlayed: boolean;
}

export function localService(
  { addresses: { orders, auth } }: Pick<Target, 'addresses'>,
  isPlayed: boolean,
): LocalService | undefined {
  const { hostname, port, origin: address } = new URL(orders);
  if (!isLoopbackHost(hostname) || !isLoopbackHost(new URL(auth).hostname)) return undefined;
  const flag = port === String(LOCAL.port) ? '' : ` --port ${port || '80'}`;
  return { address, start: `returns sandbox start${flag}`, isPlayed };
}

/**
 * A warning is shown and does not fail: the connection works, and the doctor says what to look at. A local service that does
 * not run while certify plays it is no failure either: who follows the page about going live has nothing else to reach.
 */
export function connectionChecks(found: readonly DoctorCheck[], local?: LocalService): Check[] {
  const bad = found.filter(({ result }) => result === 'failure');
  const isAway = local !== undefined && bad.some(({ id }) => id === 'connection.reach');
  const played = `No service answers at ${local?.address}, and certify itself plays the service here: to try the way to the real one, name its profile (--profile NAME)`;
  if (isAway && local.isPlayed) return checksOfSubjects(CONNECTION_SUBJECTS, {}, played);
  const seen = found.map(({ id, result, text, hint }) => {
    if (result === 'ok') return [id, passed(text)];
    return [
      id,
      result === 'failure' ? failed(text) : noted(['Warning: ', text, hint && `\n${hint}`].join('')),
    ];
  });
  const reach = isAway && `Start what should answer at ${local.address}; the sandbox: ${local.start}`;
  const otherwise =
    bad.length > 0 ? 'Not reached: an earlier check failed' : 'Does not apply to these addresses';
  return checksOfSubjects(CONNECTION_SUBJECTS, Object.fromEntries(seen), otherwise).map((check) => {
    const own = bad.find(({ id }) => id === check.id)?.hint ?? check.hint;
    return { ...check, hint: (check.id === 'connection.reach' && reach) || own };
  });
}

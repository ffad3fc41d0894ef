// The area of the connection: what the doctor finds about it, as checks of a certification.
import type { Target } from '../account/settings.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import { CONNECTION_SUBJECTS } from './checks.ts';
import { checksOfSubjects, failed, noted, passed, type Seen } from './outcomes.ts';
import type { Check } from './types.ts';

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
  const [url, signIn] = [new URL(orders), new URL(auth)];
  if (!isLoopbackHost(url.hostname) || !isLoopbackHost(signIn.hostname)) return undefined;
  const port = url.port === String(LOCAL.port) ? '' : ` --port ${url.port || '80'}`;
  return { address: url.origin, start: `returns sandbox start${port}`, isPlayed };
}

const REACH = 'connection.reach';

/**
 * A warning is shown and does not fail: the connection works, and the doctor says what to look at. A local service that does
 * not run while certify plays it is no failure either: who follows the page about going live has nothing else to reach.
 */
export function connectionChecks(found: readonly DoctorCheck[], local?: LocalService): Check[] {
  const isAway = found.some(({ id, result }) => id === REACH && result === 'failure');
  if (local && isAway && local.isPlayed)
    return checksOfSubjects(
      CONNECTION_SUBJECTS,
      {},
      `No service answers at ${local.address}, and certify itself plays the service here: to try the way to the real one, name its profile (--profile NAME)`,
    );
  const seen: Record<string, Seen> = {};
  const otherwise = found.some(({ result }) => result === 'failure')
    ? 'Not reached: an earlier check failed'
    : 'Does not apply to these addresses';
  const hints = new Map<string, string>();
  for (const { id, result, text, hint } of found) {
    const advice = hint === null ? '' : `\n${hint}`;
    if (result === 'failure') seen[id] = failed(text);
    else seen[id] = result === 'ok' ? passed(text) : noted(`Warning: ${text}${advice}`);
    if (result === 'failure' && hint !== null) hints.set(id, hint);
  }
  if (local && isAway)
    hints.set(REACH, `Start what should answer at ${local.address}; the sandbox: ${local.start}`);
  return checksOfSubjects(CONNECTION_SUBJECTS, seen, otherwise).map((check) => ({
    ...check,
    hint: hints.get(check.id) ?? check.hint,
  }));
}

// The part of the target that is known without credentials: enough for a check to compare orders with the ledger.
import { usageFailure } from '../basics/failure.ts';
import { RATE_LIMITS } from '../contract/endpoints.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import type { TargetFlags } from './resolve.ts';
import { readSettings, resolveTarget, rootsOf, type Target, targetKey, targetOf } from './settings.ts';

export type KnownTarget = Readonly<NonNullable<ReturnType<typeof knownTarget>>>;

/** The machine that a command runs on. */
export interface Where {
  readonly platform: Platform;
  readonly folders: Folders;
}

/** The same where a command is of no use without one. @throws Failure exit 2 when no profile of this machine has signed in */
export function neededTarget({ platform, folders, globals }: Where & { readonly globals: TargetFlags }) {
  const target = knownTarget(platform, folders, globals);
  if (target) return target;
  throw usageFailure('usage.target', 'No target is known: the ledger is kept per target', {
    hint: 'Sign in with: returns login; or name a profile with --profile NAME.',
  });
}

/** Undefined on a machine without any sign-in; a profile named by a flag must exist. @throws Failure exit 2 */
export function knownTarget(platform: Platform, folders: Folders, flags: TargetFlags) {
  const resolved = readSettings(platform, folders, flags);
  const { addresses, clientId } = resolved;
  if (!addresses.orders || !clientId) return undefined;
  const environment = resolved.environment.value;
  return {
    key: targetKey(platform, addresses.orders.value, clientId.value),
    profile: resolved.profile.value,
    environment,
    address: addresses.orders.value,
    clientId: clientId.value,
    /** Base address of the ASN endpoints, if known. */
    baseAddress: addresses.base?.value ?? null,
    /** Requests a minute. */
    limit: RATE_LIMITS[environment],
    minorUnits: resolved.minorUnits?.value,
  };
}

// What `returns listen` needs from the settings: the environment, the key of the ledger with the orders, and where refunds go. A
// receiver runs for days: the sandbox of the profile `local` may start later than it, end, and come back at another port.

/** Without any address it is `local`, since no real service is configured. @throws Failure exit 2 */
export function listenTarget(platform: Platform, folders: Folders, flags: TargetFlags) {
  const resolved = readSettings(platform, folders, flags);
  const { addresses, environment, ca } = resolved;
  const first = knownTarget(platform, folders, flags)?.key;
  const isFixed = first !== undefined && resolved.sandbox === undefined;
  const isUnknown = environment.source === 'default' && Object.keys(addresses).length === 0;
  return {
    environment: isUnknown ? ('local' as const) : environment.value,
    /**
     * Undefined on a machine without any sign-in. What can change while the receiver runs (no sign-in yet, the sandbox of
     * `local`) is looked up again, at most once a second.
     */
    key: isFixed
      ? () => first
      : atMostEach(LOOK_MS, platform.clock, first, () => knownTarget(platform, folders, flags)?.key),
    /** PEM text of additional roots. @throws Failure exit 2, exit 6 (a damaged block) */
    ca: async () => (await rootsOf(platform, ca))?.pem,
  };
}

/** Messages come by the thousand, sandboxes by the day. */
const LOOK_MS = 1000;

/** What `look` gives, asked again when the last answer is that old. Where it fails, the last answer holds. */
function atMostEach<T>(ms: number, clock: Pick<Clock, 'monotonic'>, first: T, look: () => T) {
  let known = first;
  let at = clock.monotonic();
  return () => {
    if (clock.monotonic() - at < ms) return known;
    at = clock.monotonic();
    known = orElse(look, known);
    return known;
  };
}

function orElse<T>(look: () => T, known: T): T {
  try {
    return look();
  } catch {
    return known;
  }
}

/**
 * The target of refunds, at each call: of the profile `local`, the sandbox that runs now; of any other, the one of the start.
 * @throws Failure exit 2 (at the start only)
 */
export async function targetNow(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
): Promise<() => Target> {
  const first = await resolveTarget(platform, folders, flags);
  if (first.sandbox === undefined) return () => first;
  let known = first;
  return () => {
    const store = profileStore(platform, folders);
    known = orElse(() => targetOf(store, readSettings(platform, folders, flags)), known);
    return known;
  };
}

// Judges the answers of the service to requests without a token: is the path there, how far the clocks are apart, which limit.
import { formatDuration } from '../basics/units.ts';
import type { HttpAnswer } from '../platform/platform.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';

/** An answer with the time at which its request was sent and at which it came, ms on this machine's clock. */
export interface Timed {
  readonly answer: HttpAnswer;
  readonly sentAt: number;
  readonly cameAt: number;
}

const WARN_SKEW_MS = 60_000;
const MOST_SKEW_MS = 300_000;

export const clockText = (aheadMs: number): string =>
  `this machine's clock is ${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the service's`;
const CLOCK_HINT =
  "Set this machine's clock (timedatectl set-ntp true, or the time service of the host of a container).";

/** By the Date header, which counts whole seconds. Undefined without one. */
export function clockFinding({ answer, sentAt, cameAt }: Timed): Finding | undefined {
  const date = Date.parse(answer.headers['date'] ?? '');
  if (!Number.isFinite(date)) return undefined;
  // The answer was made in the second that begins at `date`, some time between sending and coming.
  const ahead = date > cameAt ? date - cameAt : date + 999 < sentAt ? date + 999 - sentAt : 0;
  return skewFinding(ahead);
}

/** `aheadMs`: how far the service's clock is ahead of this machine's. */
export function skewFinding(aheadMs: number): Finding {
  const apart = Math.abs(aheadMs);
  if (apart > MOST_SKEW_MS)
    return bad(`${clockText(aheadMs)}: orders and tokens get wrong times`, CLOCK_HINT);
  if (apart > WARN_SKEW_MS) return doubtful(clockText(aheadMs), CLOCK_HINT);
  return good(
    `this machine's clock agrees with the service's${apart > 1000 ? ` (${formatDuration(apart)} apart)` : ''}`,
  );
}

/** The answer of an endpoint that needs a token to a request without one and without a body: 401 shows that it is there. */
export function endpointFinding(
  what: string,
  setting: string,
  address: string,
  { status, headers }: HttpAnswer,
): Finding {
  const at = `${what} at ${address}`;
  const mend = `Check ${setting} with \`returns whoami\`; the address is the one that the service gave you.`;
  if (status === 401) return good(`${at} are there (401 without a token, as it should be)`);
  if (status >= 300 && status < 400)
    return bad(
      `${at}: a redirect (${status}) to ${placeOf(headers['location'])}; redirects are never followed`,
      `Correct ${setting} when the service moved, or look at what stands in between: a login page of your network redirects like this.`,
    );
  if (status === 429)
    return doubtful(
      `${at}: rate limited (429)`,
      'Run the same command again in a minute; others share the limit of your IP address.',
    );
  if (status === 404 || status === 405) return bad(`${at}: nothing takes them there (${status})`, mend);
  if (status >= 500)
    return bad(
      `${at}: the service answers ${status}`,
      "If it lasts, ask the service's client support and name the time and the status.",
    );
  if (/html/i.test(headers['content-type'] ?? ''))
    return bad(`${at}: a web page answers (${status}), not the service`, mend);
  if (status === 403)
    return bad(
      `${at}: forbidden (403) before anything was sent`,
      'A firewall may stand in between, or the service wants to know your IP address: ask its team.',
    );
  if (status >= 200 && status < 300)
    return bad(`${at}: taken without a token (${status}): this is not the service`, mend);
  return good(`${at} are there (${status} without a token)`);
}

/** Scheme, host and path of a redirect's target: a query may hold anything. */
function placeOf(location: string | undefined): string {
  if (location === undefined || !URL.canParse(location)) return 'another place';
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`.slice(0, 100);
}

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

/** By the Date header, which counts whole seconds. Undefined without one. */
export function clockFinding({ answer, sentAt, cameAt }: Timed): Finding | undefined {
  const date = Date.parse(answer.headers['date'] ?? '');
  if (!Number.isFinite(date)) return undefined;
  // The answer was made in the second that begins at `date`, some time between sending and coming.
  const ahead = date > cameAt ? date - cameAt : date + 999 < sentAt ? date + 999 - sentAt : 0;
  const apart = Math.abs(ahead);
  if (apart <= WARN_SKEW_MS) return good("this machine's clock agrees with the service's");
  return (apart > MOST_SKEW_MS ? bad : doubtful)(
    `this machine's clock is ${formatDuration(apart)} ${ahead > 0 ? 'behind' : 'ahead of'} the service's: orders and tokens get wrong times`,
    "Set this machine's clock (timedatectl set-ntp true, or the time service of the host of a container).",
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
  if (status === 429)
    return doubtful(
      `${at}: rate limited (429)`,
      'Run the same command again in a minute; others share the limit of your IP address.',
    );
  const isPage = /html/i.test(headers['content-type'] ?? '');
  if (!isPage && status >= 400 && status < 500 && ![403, 404, 405].includes(status))
    return good(`${at} are there (${status} without a token)`);
  return bad(
    `${at}: ${isPage ? 'a web page answers' : 'answered'} ${status}; without a token the service answers 401`,
    `Check ${setting} with \`returns whoami\`; the address is the one that the service gave you. A redirect or a page may be a login of your network, a 403 a firewall; redirects are never followed. If a 5xx lasts, ask the service's client support.`,
  );
}

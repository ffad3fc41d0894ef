// Authenticates callers by required headers, or by user and password, compared in constant time.
import { Buffer } from 'node:buffer';
import type { ServerRequest } from '../../platform/platform.ts';

export interface Demands {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly basic: { readonly user: string; readonly password: string } | undefined;
}

export type Guard = NonNullable<ReturnType<typeof makeGuard>>;

/** Undefined when no authentication is required: then every caller is accepted. */
export function makeGuard(sha256: (text: string) => string, demands: Demands) {
  const { headers, basic } = demands;
  if (headers.length === 0 && !basic) return undefined;
  const wanted: { name: string; shown: string; digest: string }[] = headers.map(([name, value]) => ({
    name: name.toLowerCase(),
    shown: `the header ${name}`,
    digest: sha256(value),
  }));
  if (basic) {
    const pair = Buffer.from(`${basic.user}:${basic.password}`, 'utf8').toString('base64');
    wanted.push({ name: 'authorization', shown: 'user and password', digest: sha256(`basic ${pair}`) });
  }
  return {
    /** What is missing, without secret values; undefined when the request is authenticated. */
    missing(request: ServerRequest): string | undefined {
      let missing: string | undefined;
      for (const { name, shown, digest } of wanted) {
        let given = request.headers[name] ?? '';
        // The scheme is case-insensitive; the credentials are not.
        if (basic && name === 'authorization') given = given.trim().replace(/^basic +/i, 'basic ');
        if (!sameDigest(sha256(given), digest)) missing ??= shown;
      }
      return missing;
    },
    /** Headers of the 401 answer. */
    challenge: (basic ? { 'www-authenticate': 'Basic realm="returns", charset="UTF-8"' } : {}) as Readonly<
      Record<string, string>
    >,
    /** Names of the headers that are only for this receiver. */
    ours: new Set(wanted.map(({ name }) => name)),
  };
}

/** Compares digests: they have equal length, so the time does not depend on where the texts differ. */
function sameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

// `certify/1`: a certificate as the document of --json.
import { formatInstant } from '../contract/time.ts';
import { type Certificate, countChecks } from './types.ts';
import { certifyExit } from './verdict.ts';

export type CertifyDocument = ReturnType<typeof certifyDocument>;

export function certifyDocument(certificate: Certificate) {
  const { checks, agreements, startedAt, endedAt } = certificate;
  const { passed, failed, notTried } = countChecks(checks);
  return {
    schema: 'certify/1' as const,
    /** As `returns help exit-codes` explains it. */
    exit_code: certifyExit(certificate),
    // Null where nobody is signed in.
    profile: certificate.profile,
    environment: certificate.environment,
    target: certificate.target,
    customer_url: certificate.customerUrl,
    started_at: formatInstant(startedAt),
    seconds: Math.round((endedAt - startedAt) / 100) / 10,
    // What is wrong at the endpoint, each mistake once.
    causes: certificate.causes,
    counts: { passed, failed, not_tried: notTried },
    // Every check that there is; a hint only when it failed, exchanges only where requests were seen.
    checks: checks.map(({ id, area, result, title, evidence, hint, exchanges, interface: source }) => ({
      ...{ id, area, result, title, evidence, interface: source, hint: result === 'failed' ? hint : null },
      ...(exchanges && {
        exchanges: exchanges.map(({ at, ...rest }) => ({ at: formatInstant(at), ...rest })),
      }),
    })),
    agreements,
  };
}

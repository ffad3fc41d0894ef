// `certify/1`: a certificate as the document of --json.
import { formatInstant } from '../contract/time.ts';
import { type Agreement, type Area, type Certificate, type CheckResult, countChecks } from './types.ts';
import { certifyExit } from './verdict.ts';

/** A request of a scenario and what came back. */
interface ExchangeRow {
  /** ISO 8601, real time. */
  readonly at: string;
  readonly request: string;
  readonly answer: string;
  /** Null when no answer came. */
  readonly ms: number | null;
}

export interface CertifyDocument {
  readonly schema: 'certify/1';
  /** As `returns help exit-codes` explains it: 0, 3, 8 or 130. */
  readonly exit_code: number;
  /** Null where nobody is signed in. */
  readonly profile: string | null;
  readonly environment: string | null;
  /** Address of the order intake. */
  readonly target: string | null;
  /** Address of the retailer's endpoints, when they were to be tried. */
  readonly customer_url: string | null;
  /** ISO 8601. */
  readonly started_at: string;
  readonly seconds: number;
  readonly counts: { readonly passed: number; readonly failed: number; readonly not_tried: number };
  /** Every check that there is, in the order of the areas. */
  readonly checks: readonly {
    /** The area, a dot, and words with hyphens: `refunds.once`. */
    readonly id: string;
    readonly area: Area;
    readonly result: CheckResult;
    /** What has to hold, in one sentence. */
    readonly title: string;
    /** What was seen; for `not_tried` the reason. */
    readonly evidence: string;
    /** Heading of the interface, and what it says. */
    readonly interface: string;
    /** What to do; null unless it failed. */
    readonly hint: string | null;
    /** Only for checks that saw requests. */
    readonly exchanges?: readonly ExchangeRow[];
  }[];
  /** What the interface leaves open; `value` is null where nothing is agreed, `ours` where this side is not known either. */
  readonly agreements: readonly Agreement[];
}

export function certifyDocument(certificate: Certificate): CertifyDocument {
  const { checks, agreements, startedAt, endedAt } = certificate;
  const { passed, failed, notTried } = countChecks(checks);
  return {
    schema: 'certify/1',
    exit_code: certifyExit(certificate),
    profile: certificate.profile,
    environment: certificate.environment,
    target: certificate.target,
    customer_url: certificate.customerUrl,
    started_at: formatInstant(startedAt),
    seconds: Math.round((endedAt - startedAt) / 100) / 10,
    counts: { passed, failed, not_tried: notTried },
    checks: checks.map(({ id, area, result, title, evidence, hint, exchanges, interface: source }) => ({
      ...{ id, area, result, title, evidence, interface: source, hint: result === 'failed' ? hint : null },
      ...(exchanges && {
        exchanges: exchanges.map(({ at, ...rest }) => ({ at: formatInstant(at), ...rest })),
      }),
    })),
    agreements,
  };
}

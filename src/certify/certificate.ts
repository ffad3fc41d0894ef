// What a certification is made of, what it means as a whole, and its forms for programs: `certify/1` and JUnit XML.

import type { KnownTarget } from '../account/known-target.ts';
import { QUESTIONS } from '../agreements/agreements.ts';
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { junitXml } from '../basics/markup.ts';
import { formatInstant } from '../contract/time.ts';
import type { Check, ScenarioCause } from '../sandbox/judge.ts';
import type { Answers } from '../storage/agreements.ts';

/** In the order in which they are tried and shown. */
export const AREA_TITLES = {
  connection: 'Connection to the service',
  orders: 'Your orders',
  asns: 'Your ASNs',
  messages: 'RMA messages at your endpoint',
  variants: 'Exchange variants',
  exchanges: 'Exchange orders',
  refunds: 'Refunds',
};
export type Area = keyof typeof AREA_TITLES;
export const AREAS = Object.keys(AREA_TITLES) as Area[];
/** The areas that need the retailer's endpoints. */
export const ENDPOINT_AREAS: readonly Area[] = ['messages', 'variants', 'exchanges', 'refunds'];

/** `60d, by Mia, since 2026-05-12` of what was agreed. */
export const agreedText = ({ value, by, since }: Agreement): string =>
  [value, by === null ? [] : `by ${by}`, since === null ? [] : `since ${since}`].flat().join(', ');

export interface Certificate {
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly version: string;
  /** Null where nobody is signed in. */
  readonly profile: string | null;
  readonly environment: string | null;
  readonly target: string | null;
  readonly customerUrl: string | null;
  /** Whether the retailer's endpoint answered at all; null when it was not asked. */
  readonly endpointAnswered: boolean | null;
  /** The exit code of the signal that ended it early, else null: then what was not reached is `not_tried`, and nothing is called ready. */
  readonly interrupted: 130 | 143 | null;
  /** What is wrong at the endpoint, each mistake once. */
  readonly causes: readonly ScenarioCause[];
  /** Flags with which more of the endpoint could be tried. */
  readonly lacks: readonly string[];
  readonly checks: readonly Check[];
  readonly agreements: readonly Agreement[];
}

/** What happens while it runs: an area begins, or goes on. */
export interface CertifyEvent {
  readonly type: 'area' | 'progress';
  readonly text: string;
}

type Checks = Pick<Certificate, 'checks'>;

export const areasIn = (checks: readonly Check[]): Area[] => [
  ...new Set(checks.map(({ area }) => area as Area)),
];

export function countChecks(checks: readonly Check[]): Readonly<Record<Check['result'], number>> {
  const of = (result: Check['result']) => checks.filter((check) => check.result === result).length;
  return { passed: of('passed'), failed: of('failed'), not_tried: of('not_tried') };
}

/** Areas of which nothing was tried, in their order. */
export function untriedAreas({ checks }: Checks): Area[] {
  const tried = areasIn(checks.filter(({ result }) => result !== 'not_tried'));
  return areasIn(checks).filter((area) => !tried.includes(area));
}

/** What a list of checks means, with what it is called and how it looks. */
export const VERDICTS = {
  /** Everything was tried and nothing failed, but single checks that had a reason not to be. */
  ready: ['Ready', 'ok'],
  /** Nothing failed, and whole areas were not tried. */
  partly: ['Nothing failed, but not everything was tried', 'warning'],
  not_ready: ['Not ready', 'error'],
  /** Ended by a signal. */
  interrupted: ['Interrupted, so this certifies nothing', 'warning'],
} as const;

export function verdictOf({
  checks,
  interrupted,
}: Checks & Pick<Certificate, 'interrupted'>): keyof typeof VERDICTS {
  if (interrupted !== null) return 'interrupted';
  if (countChecks(checks).failed > 0) return 'not_ready';
  return untriedAreas({ checks }).length > 0 ? 'partly' : 'ready';
}

/** 0, 3 when a check failed, 8 when that is only because the endpoint does not answer, 130 or 143 after a signal. */
export function certifyExit({
  checks,
  endpointAnswered,
  interrupted,
}: Checks & Pick<Certificate, 'endpointAnswered' | 'interrupted'>): ExitCode {
  if (interrupted !== null) return interrupted;
  const isSilent = endpointAnswered === false;
  const isBad = checks.some(({ result, area }) => result === 'failed' && !(isSilent && area === 'messages'));
  return worstExit([EXIT.done, ...(isBad ? [EXIT.refused] : []), ...(isSilent ? [EXIT.unmet] : [])]);
}

export type CertifyDocument = ReturnType<typeof certifyDocument>;

/** The document of --json. */
export function certifyDocument(certificate: Certificate) {
  const { profile, environment, target, causes, checks, agreements, startedAt, endedAt } = certificate;
  return {
    schema: 'certify/1' as const,
    /** As `returns help exit-codes` explains it. */
    exit_code: certifyExit(certificate),
    profile,
    environment,
    target,
    customer_url: certificate.customerUrl,
    started_at: formatInstant(startedAt),
    seconds: Math.round((endedAt - startedAt) / 100) / 10,
    causes,
    counts: countChecks(checks),
    // Every check that there is; a hint only when it failed, exchanges only where requests were seen.
    checks: checks.map(({ notable: _, hint, exchanges, ...check }) => ({
      ...check,
      hint: check.result === 'failed' ? hint : null,
      ...(exchanges && {
        exchanges: exchanges.map(({ at, ...rest }) => ({ at: formatInstant(at), ...rest })),
      }),
    })),
    agreements,
  };
}

/** A suite is an area, a case is a check. */
export const certifyJunit = ({ checks }: Checks): string =>
  junitXml(
    'returns certify',
    areasIn(checks).map((name) => ({
      name,
      cases: checks
        .filter(({ area }) => area === name)
        .map((check) => ({ ...check, name: `${check.id}: ${check.title}` })),
    })),
  );

// What has to be agreed with the service, with what this installation goes by today and what was agreed.

export interface AgreementFacts {
  readonly minorUnits: KnownTarget['minorUnits'];
  /** `CODE=LEVEL` of --level, of the profile, and of a mapping. */
  readonly levels: readonly string[];
  /** What was agreed with the service. */
  readonly answers: Answers;
}

/** Something that the interface leaves open and that both sides have to agree upon before they go live. */
export type Agreement = Readonly<ReturnType<typeof agreementsOf>[number]>;

/** What commands go by; of the sandbox's assumptions those that were agreed. */
export function agreementsOf({ minorUnits, levels, answers }: AgreementFacts) {
  const set: Readonly<Record<string, string | undefined>> = {
    'minor-units': minorUnits,
    levels: [...new Set(levels)].join(', ') || undefined,
  };
  return QUESTIONS.filter(({ id, isAssumed }) => !isAssumed || answers.has(id)).map(
    ({ id, question, interface: source, initial }) => {
      const { value = null, by = null, since = null } = answers.get(id) ?? {};
      return {
        id,
        /** `How many seconds does the service wait for an answer?` */
        question,
        /** Heading of the interface, and what it says or that it is silent. */
        interface: source,
        /** What this installation does today, from profile, levels, flags and what was seen; null when nothing is known. */
        ours: set[id] ?? value ?? initial ?? null,
        /** What was agreed, by whom and since when; null while it is open. */
        value,
        by,
        since,
      };
    },
  );
}

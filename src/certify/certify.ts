// One pass over a retailer's integration: the areas one after the other, each told as it is done, and the certificate at the end.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { QUESTIONS } from '../agreements/agreements.ts';
import type { AsnSource } from '../asns/input/read.ts';
import { EXIT, type ExitCode, worstExit } from '../basics/exit-codes.ts';
import { junitXml } from '../basics/markup.ts';
import { maskedAddress } from '../basics/text.ts';
import { formatInstant } from '../contract/time.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { OrderInput } from '../orders/read/order-input.ts';
import type { Platform } from '../platform/platform.ts';
import type { Interruption } from '../runs/session.ts';
import type { Check, Question, ScenarioCause, Verdict } from '../sandbox/judge.ts';
import type { Answers } from '../storage/agreements.ts';
import type { Folders } from '../storage/folders.ts';
import { ASN_SUBJECTS, CONNECTION_SUBJECTS, ENDPOINT_SUBJECTS, ORDER_SUBJECTS } from './checks.ts';
import {
  certifyAsns,
  certifyOrders,
  checksOfSubjects,
  connectionChecks,
  localService,
} from './subject-checks.ts';

export interface CertifyRequest {
  /** Of this program, for the certificate. */
  readonly version: string;
  /** Areas that `--area` leaves; all others are not tried. */
  readonly areas: ReadonlySet<Area>;
  /** The service, or why it is not known. */
  readonly service: { readonly target: Target } | { readonly missing: string };
  readonly orders?: OrderInput | undefined;
  readonly asns?: AsnSource | undefined;
  readonly facts: AgreementFacts;
  readonly known?: KnownTarget | undefined;
  /** The part that the retailer's endpoints share. */
  readonly customerUrl: string | null;
}

/** What the judge found, as far as a certificate needs it. */
export interface Endpoint extends Pick<Verdict, 'answered' | 'causes' | 'lacks'> {
  readonly checks: readonly Check[];
}

/** The engines of other subjects that are asked: given, so that it can be run without network. */
export interface CertifyParts {
  /** The checks of the doctor between this machine and the service. */
  connection(target: Target, signal: AbortSignal): Promise<readonly DoctorCheck[]>;
  /** Plays the scenarios; absent when no address was given. */
  readonly endpoint?: ((emit: Emit, signal: AbortSignal) => Promise<Endpoint>) | undefined;
}

interface CertifyRun extends CertifyParts {
  readonly emit: Emit;
  readonly stop: Pick<Interruption, 'signal' | 'exitCode'>;
}

type Emit = (event: CertifyEvent) => void;

const LEFT_OUT = 'Left out by --area';
const INTERRUPTED = 'Interrupted before this was done';

/** @throws Failure for what is no fault of the retailer's side: settings (2), local state (7), a defect (1) */
export async function certify(
  platform: Platform,
  folders: Folders,
  request: CertifyRequest,
  { emit, stop, ...parts }: CertifyRun,
): Promise<Certificate> {
  const { areas, service, orders, asns, facts, known, customerUrl, version } = request;
  const { signal } = stop;
  const startedAt = platform.clock.now();
  const checks: Check[] = [];
  const levels = [...facts.levels];
  const asked = ENDPOINT_AREAS.filter((area) => areas.has(area));
  const willPlay = parts.endpoint !== undefined && asked.length > 0;

  const tell = (text: string) => emit({ type: 'progress', text });
  /** What an interruption ended is undone work, whatever error it ended with. */
  const look = async <T>(text: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (signal.aborted) return undefined;
    emit({ type: 'area', text });
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };
  const ask = async (
    area: Area,
    subjects: readonly Question[],
    text: string,
    work: (() => Promise<readonly Check[]>) | string,
  ) => {
    const isAsked = areas.has(area);
    const found = isAsked && typeof work === 'function' ? await look(text, work) : undefined;
    const why = typeof work === 'string' ? work : INTERRUPTED;
    checks.push(...(found ?? checksOfSubjects(subjects, {}, isAsked ? why : LEFT_OUT)));
  };

  await ask(
    'connection',
    CONNECTION_SUBJECTS,
    'asking the service',
    'missing' in service
      ? service.missing
      : async () => {
          const found = await parts.connection(service.target, signal);
          return connectionChecks(found, localService(service.target, willPlay));
        },
  );
  await ask(
    'orders',
    ORDER_SUBJECTS,
    'reading your orders',
    orders
      ? () => certifyOrders(platform, folders, orders, { known, tell, levels })
      : 'No orders were given: --orders FILE',
  );
  await ask(
    'asns',
    ASN_SUBJECTS,
    'reading your ASNs',
    asns ? () => certifyAsns(platform, folders, asns, { known, tell }) : 'No ASNs were given: --asns FILE',
  );
  // All areas of the endpoint at once: one scenario says something about several of them.
  const endpoint = willPlay
    ? await look('playing scenarios against your endpoints', () => parts.endpoint!(emit, signal))
    : undefined;
  const why = willPlay ? INTERRUPTED : 'The address of your endpoints was not given: --customer-url URL';
  // What stands in the way of an area that was asked for is shown, wherever it belongs.
  const first = endpoint?.causes[0]?.id;
  for (const subject of ENDPOINT_SUBJECTS) {
    const isAsked = asked.some((area) => area === subject.area);
    const isShown = isAsked || subject.id === first;
    const seen = isShown ? endpoint?.checks.find(({ id }) => id === subject.id) : undefined;
    checks.push(...(seen ? [seen] : checksOfSubjects([subject], {}, isAsked ? why : LEFT_OUT)));
  }
  return {
    startedAt,
    endedAt: platform.clock.now(),
    version,
    profile: known?.profile ?? null,
    environment: known?.environment ?? null,
    target: known?.address ?? null,
    customerUrl: customerUrl === null ? null : maskedAddress(customerUrl),
    endpointAnswered: endpoint?.answered ?? null,
    causes: endpoint?.causes ?? [],
    lacks: endpoint?.lacks ?? [],
    interrupted: signal.aborted ? stop.exitCode() : null,
    checks,
    agreements: agreementsOf({ ...facts, levels }),
  };
}

// What a certification is made of, what it means as a whole, and its forms for programs: `certify/1` and JUnit XML.

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

// One pass over a retailer's integration: the areas one after the other, each told as it is done, and the certificate at the end.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import type { AsnSource } from '../asns/input/read.ts';
import { maskedAddress } from '../basics/text.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { OrderInput } from '../orders/read/order-input.ts';
import type { Platform } from '../platform/platform.ts';
import type { Interruption } from '../runs/session.ts';
import type { Check, Question, Verdict } from '../sandbox/judge.ts';
import type { Folders } from '../storage/folders.ts';
import {
  type AgreementFacts,
  type Area,
  agreementsOf,
  type Certificate,
  type CertifyEvent,
  ENDPOINT_AREAS,
} from './certificate.ts';
import { ASN_SUBJECTS, CONNECTION_SUBJECTS, ENDPOINT_SUBJECTS, ORDER_SUBJECTS } from './checks.ts';
import { certifyAsns, certifyOrders, checksOfSubjects, connectionChecks, localService } from './engines.ts';

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
      ? () => certifyOrders(platform, folders, orders, { known, emit, levels })
      : 'No orders were given: --orders FILE',
  );
  await ask(
    'asns',
    ASN_SUBJECTS,
    'reading your ASNs',
    asns ? () => certifyAsns(platform, folders, asns, { known, emit }) : 'No ASNs were given: --asns FILE',
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

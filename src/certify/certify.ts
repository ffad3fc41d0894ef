// One pass over a retailer's integration: the areas one after the other, each told as it is done, and the certificate at the end.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { maskedAddress } from '../basics/text.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { Platform } from '../platform/platform.ts';
import type { Interruption } from '../runs/session.ts';
import type { Folders } from '../storage/folders.ts';
import { type Advice, withAdvice } from './advice.ts';
import { type AgreementFacts, agreementsOf } from './agreement-facts.ts';
import { type AsnsRequest, certifyAsns } from './asns.ts';
import { ASN_SUBJECTS, CONNECTION_SUBJECTS, ENDPOINT_SUBJECTS, ORDER_SUBJECTS } from './checks.ts';
import { connectionChecks, localService } from './connection.ts';
import type { EndpointOutcome } from './endpoint.ts';
import { certifyOrders, type OrdersRequest } from './orders.ts';
import { checksOfSubjects } from './outcomes.ts';
import { type Area, type Certificate, type CertifyEvent, type Check, ENDPOINT_AREAS } from './types.ts';

export interface CertifyRequest {
  /** Of this program, for the certificate. */
  readonly version: string;
  /** Areas that `--area` leaves; all others are not tried. */
  readonly areas: ReadonlySet<Area>;
  /** The service, or why it is not known. */
  readonly service: { readonly target: Target } | { readonly missing: string };
  readonly orders?: OrdersRequest | undefined;
  readonly asns?: AsnsRequest | undefined;
  readonly facts: AgreementFacts;
  readonly known: KnownTarget | null;
  /** The part that the retailer's endpoints share. */
  readonly customerUrl: string | null;
  /** What hints leave open. */
  readonly advice: Advice;
}

/** The engines of other subjects that are asked: given, so that it can be run without network. */
export interface CertifyParts {
  /** The checks of the doctor between this machine and the service. */
  connection(target: Target, signal: AbortSignal): Promise<readonly DoctorCheck[]>;
  /** Plays the scenarios; absent when no address was given. */
  readonly endpoint?:
    | ((emit: (event: CertifyEvent) => void, signal: AbortSignal) => Promise<EndpointOutcome>)
    | undefined;
}

type Emit = (event: CertifyEvent) => void;

/** @throws Failure for what is no fault of the retailer's side: settings (2), local state (7), a defect (1) */
export async function certify(
  platform: Platform,
  folders: Folders,
  request: CertifyRequest,
  parts: CertifyParts,
  emit: Emit,
  stop: Pick<Interruption, 'signal' | 'exitCode'>,
): Promise<Certificate> {
  const pass = new Pass(platform, folders, request, parts, emit, stop.signal);
  const startedAt = platform.clock.now();
  await pass.connection();
  await pass.orders();
  await pass.asns();
  await pass.endpoint();
  const { known: target, facts } = request;
  return {
    startedAt,
    endedAt: platform.clock.now(),
    version: request.version,
    profile: target?.profile ?? null,
    environment: target?.environment ?? null,
    target: target?.address ?? null,
    customerUrl: request.customerUrl === null ? null : maskedAddress(request.customerUrl),
    endpointAnswered: pass.outcome?.answered ?? null,
    causes: pass.outcome?.causes ?? [],
    lacks: pass.outcome?.lacks ?? [],
    interrupted: stop.signal.aborted ? stop.exitCode() : null,
    checks: pass.checks,
    agreements: agreementsOf({ ...facts, levels: [...facts.levels, ...pass.orderLevels] }),
  };
}

const INTERRUPTED = 'Interrupted before this was done';

class Pass {
  readonly checks: Check[] = [];
  outcome: EndpointOutcome | undefined;
  orderLevels: readonly string[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly folders: Folders,
    private readonly request: CertifyRequest,
    private readonly parts: CertifyParts,
    private readonly emit: Emit,
    private readonly signal: AbortSignal,
  ) {}

  async connection(): Promise<void> {
    const { service } = this.request;
    await this.area('connection', CONNECTION_SUBJECTS, async () => {
      if ('missing' in service) return checksOfSubjects(CONNECTION_SUBJECTS, {}, service.missing);
      this.emit({ type: 'area', area: 'connection', text: 'asking the service' });
      const found = await this.parts.connection(service.target, this.signal);
      return connectionChecks(found, localService(service.target, this.willPlay()));
    });
  }

  async orders(): Promise<void> {
    const { orders } = this.request;
    await this.area('orders', ORDER_SUBJECTS, async () => {
      if (!orders) return checksOfSubjects(ORDER_SUBJECTS, {}, 'No orders were given: --orders FILE');
      this.emit({ type: 'area', area: 'orders', text: 'reading your orders' });
      const { checks, levels } = await certifyOrders(this.platform, this.folders, orders, this.emit);
      this.orderLevels = levels;
      return checks;
    });
  }

  async asns(): Promise<void> {
    const { asns } = this.request;
    await this.area('asns', ASN_SUBJECTS, async () => {
      if (!asns) return checksOfSubjects(ASN_SUBJECTS, {}, 'No ASNs were given: --asns FILE');
      this.emit({ type: 'area', area: 'asns', text: 'reading your ASNs' });
      return await certifyAsns(this.platform, this.folders, asns, this.emit);
    });
  }

  /** All areas of the endpoint at once: one scenario says something about several of them. */
  async endpoint(): Promise<void> {
    const { endpoint } = this.parts;
    const asked = ENDPOINT_AREAS.filter(this.isAsked);
    let why = 'The address of your endpoints was not given: --customer-url URL';
    if (endpoint && asked.length > 0) {
      why = INTERRUPTED;
      if (!this.signal.aborted) {
        this.emit({ type: 'area', area: asked[0]!, text: 'playing scenarios against your endpoints' });
        this.outcome = await this.guarded(() => endpoint(this.emit, this.signal));
      }
    }
    const { checks = [], causes = [] } = this.outcome ?? {};
    const seen = new Map(checks.map((check) => [check.id, check]));
    // What stands in the way of an area that was asked for is shown, wherever it belongs.
    const [first] = causes;
    for (const area of ENDPOINT_AREAS) {
      const isAsked = asked.includes(area);
      const subjects = ENDPOINT_SUBJECTS.filter((subject) => subject.area === area);
      this.tell(
        checksOfSubjects(subjects, {}, isAsked ? why : LEFT_OUT).map(
          (check) => ((isAsked || check.id === first?.id) && seen.get(check.id)) || check,
        ),
      );
    }
  }

  private isAsked = (area: Area): boolean => this.request.areas.has(area);

  /** Whether the sandbox of the scenarios will be started here. */
  private willPlay = (): boolean => this.parts.endpoint !== undefined && ENDPOINT_AREAS.some(this.isAsked);

  private async area(
    area: Area,
    subjects: Parameters<typeof checksOfSubjects>[0],
    look: () => Promise<readonly Check[]>,
  ): Promise<void> {
    if (!this.isAsked(area)) return this.tell(checksOfSubjects(subjects, {}, LEFT_OUT));
    const found = this.signal.aborted ? undefined : await this.guarded(look);
    this.tell(found ?? checksOfSubjects(subjects, {}, INTERRUPTED));
  }

  /** What an interruption ended is undone work, whatever error it ended with. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (this.signal.aborted) return undefined;
      throw error;
    }
  }

  private tell(checks: readonly Check[]): void {
    for (const one of checks) {
      const check = withAdvice(one, this.request.advice);
      this.checks.push(check);
      this.emit({ type: 'check', check });
    }
  }
}

const LEFT_OUT = 'Left out by --area';

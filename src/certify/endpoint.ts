// The areas messages, variants, exchanges and refunds of a certification: plays scenarios and probes at the retailer's endpoint.
import type { Customer, CustomerAuth } from '../sandbox/deliveries/types.ts';
import type { Ability } from '../sandbox/scenarios/format.ts';
import type { ScenarioFiles } from '../sandbox/scenarios/load-scenarios.ts';
import type { Sandbox, SandboxPlatform } from '../sandbox/start.ts';
import { ENDPOINT_SUBJECTS } from './endpoint-subjects.ts';
import type { CertifyEvent, Check } from './types.ts';

export interface EndpointRequest {
  /** Address of the retailer's endpoints. */
  readonly customerUrl: string;
  readonly customerPaths?: Partial<Customer['paths']> | undefined;
  /** How the sandbox signs in there; default: not at all. */
  readonly customerAuth?: (() => CustomerAuth) | undefined;
  /** Default: what most can. */
  readonly retailerCan?: Iterable<Ability> | undefined;
  /** Port of the sandbox that the retailer posts to; 0 picks one. */
  readonly port: number;
  /** Real time for each thing that is expected, ms. */
  readonly waitMs: number;
  /** Real time in which nothing more may come, ms. */
  readonly settleMs: number;
  /** Most time of an answer, ms. */
  readonly answerMs: number;
  /** Another number gives other order identifiers. */
  readonly seed: number;
  /** Only these scenarios; default: all that a certification needs. */
  readonly scenarios?: readonly string[] | undefined;
  readonly agent: string;
  /** Proves to `--profile local` that the sandbox is ours. */
  readonly proof?: string | undefined;
  /** Called before the first request: the retailer posts its refunds to this sandbox. */
  readonly onReady?: ((sandbox: Sandbox) => void | Promise<void>) | undefined;
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

export interface EndpointOutcome {
  /** False: no request got any answer; all checks but the first are not tried. */
  readonly answered: boolean;
  /** One for each of ENDPOINT_SUBJECTS, in their order. */
  readonly checks: readonly Check[];
}

/** @throws Failure exit 2 when the port is taken or a scenario is unknown */
export async function checkEndpoint(
  _platform: SandboxPlatform & ScenarioFiles,
  _request: EndpointRequest,
  emit: (event: CertifyEvent) => void,
  _signal?: AbortSignal,
): Promise<EndpointOutcome> {
  const checks = ENDPOINT_SUBJECTS.map(
    (subject): Check => ({ ...subject, result: 'not_tried', evidence: 'not built yet' }),
  );
  for (const check of checks) emit({ type: 'check', check });
  return { answered: true, checks };
}

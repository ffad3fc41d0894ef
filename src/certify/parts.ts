// The engines of other subjects that a certification asks: given to it, so that it can be run without network.
import type { Target } from '../account/settings.ts';
import type { DoctorCheck } from '../doctor/findings.ts';
import type { CertifyEvent, Check, CheckSubject } from './types.ts';

export interface EndpointSeen {
  /** False when the address does not answer at all. */
  readonly answered: boolean;
  readonly checks: readonly Check[];
}

export interface CertifyParts {
  /** The checks of the doctor between this machine and the service. */
  connection(target: Target, signal: AbortSignal): Promise<readonly DoctorCheck[]>;
  readonly endpointSubjects: readonly CheckSubject[];
  /** Plays the scenarios; absent when no address was given. */
  readonly endpoint?:
    | ((emit: (event: CertifyEvent) => void, signal: AbortSignal) => Promise<EndpointSeen>)
    | undefined;
}

// What the doctor finds: one check for each thing that can be wrong between this machine and the service.

/** In the order in which they are looked at and shown. */
export const DOCTOR_AREAS = ['versions', 'settings', 'disk', 'ledger', 'connection', 'receiving'] as const;
export type DoctorArea = (typeof DOCTOR_AREAS)[number];

export type DoctorResult = 'ok' | 'warning' | 'failure';

export interface DoctorCheck {
  /** `connection.tls`: the area, a dot, and words with hyphens. Never renamed after a release. */
  readonly id: string;
  readonly result: DoctorResult;
  /** What was found. Never a secret. */
  readonly text: string;
  /** What to do; null when it is ok. */
  readonly hint: string | null;
}

/** Who listens on a port of this machine: nobody, a program of this tool, or another one. */
export type PortHolder = 'nobody' | 'receiver' | 'inspector' | 'sandbox' | 'other' | 'denied';

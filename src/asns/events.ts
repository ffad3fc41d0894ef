// What a run that creates ASNs tells while it works.
import type { RunEvent } from '../sending/events.ts';
import type { AsnPlan } from './plan.ts';

export type AsnEvent = RunEvent<AsnPlan>;

export type EmitAsn = (event: AsnEvent) => void;

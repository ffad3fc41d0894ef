// What the upload tells while it works. Renderers draw it; the engine never does.
import type { RunEvent } from '../sending/events.ts';
import type { Plan } from './plan.ts';

export type UploadEvent = RunEvent<Plan>;

export type Emit = (event: UploadEvent) => void;

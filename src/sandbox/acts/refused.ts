// An act that cannot be: thrown by the acts of the sandbox, a 409 or 404 over HTTP.
import type { RefusalDocument } from '../documents.ts';
import type { Refusal } from '../life-cycle/types.ts';

/** Why an act cannot be: nothing changed. `code` is stable (`return.window`, `rma.unknown`). */
export class RefusedAct extends Error {
  override readonly name = 'RefusedAct';
  readonly code: string;
  /** Identifiers of the assumptions that the refusal rests on: see `sandbox.assumptions()`. */
  readonly assumed: readonly string[];

  constructor({ code, message, assumed }: Refusal) {
    super(message);
    this.code = code;
    this.assumed = assumed;
  }
}

export const refusedAct = (code: string, message: string): RefusedAct =>
  new RefusedAct({ code, message, assumed: [] });

/** 404 when the thing is not there, else 409. */
export const statusOfRefusal = ({ code }: RefusedAct): 404 | 409 => (code.endsWith('.unknown') ? 404 : 409);

export const refusalDocument = ({ code, message, assumed }: RefusedAct): RefusalDocument => ({
  schema: 'sandbox-refusal/1',
  code,
  message,
  assumed,
});

// One row per ASN of an update: planned, then queued, unchanged, refused, or open. And the sums of the rows.
import { Failure } from '../../basics/failure.ts';
import type { Message, Refusal } from '../../sending/batch.ts';
import { AsnAttempts, type Attempted, type AttemptParts, messageOf } from '../attempts.ts';
import { asnRecordOf } from '../recorded.ts';
import { type NewBody, type PlannedUpdate, type PlanParts, planUpdate, refusalsOf } from './plan-update.ts';

/** The ASN to be updated. */
export interface AsnToUpdate {
  readonly number: string;
  readonly program: string | undefined;
}

export interface UpdateRow {
  readonly subject: AsnToUpdate;
  /** Absent when the update could not be planned. */
  planned: PlannedUpdate | undefined;
  /** `open`: to be sent, or sent without an answer. */
  fate: 'open' | 'queued' | 'unchanged' | 'refused';
  /** Refusals by our own check (status 0) or by the service. */
  refusals: readonly Refusal[];
  /** What to do when the update could not be planned. */
  readonly hint?: string;
  /**
   * The recorded body changed between the first plan and the lock; the edits were applied to the new body.
   */
  rebased: boolean;
}

export type UpdateCounts = Readonly<Record<'queued' | 'unchanged' | 'refused' | 'pending', number>>;

/**
 * With `gather`, an ASN that cannot be planned becomes a refused row; otherwise throws. @throws Failure exit
 * 2
 */
export function planRows(
  parts: PlanParts,
  subjects: readonly AsnToUpdate[],
  body: NewBody,
  gather: boolean,
): UpdateRow[] {
  return subjects.map((subject) => {
    try {
      const key =
        body.kind === 'whole' ? body.key : asnRecordOf(parts.records, subject.number, subject.program);
      const planned = planUpdate(parts, { number: key.number, program: key.program }, body);
      const refusals = refusalsOf(planned.findings);
      return { subject, planned, fate: planned.fate, refusals, rebased: false };
    } catch (error) {
      if (!gather || !(error instanceof Failure)) throw error;
      const refusal = { status: 0, code: error.code, field: '', message: error.message };
      const row = { subject, planned: undefined, fate: 'refused', rebased: false } as const;
      return { ...row, refusals: [refusal], hint: error.hint };
    }
  });
}

/** The updates to be sent, each with its row. */
export const openUpdates = (rows: readonly UpdateRow[]) =>
  rows.flatMap((row) => (row.fate === 'open' && row.planned ? [{ ...row.planned, row }] : []));

type UpdateContext = Attempted & { readonly row: UpdateRow };

/** The open updates as a job of the sender; the outcome of each is in its row. */
export class UpdateDelivery extends AsnAttempts<UpdateContext> {
  constructor(
    parts: AttemptParts,
    private readonly rows: readonly UpdateRow[],
  ) {
    super(parts, 'update');
  }

  async *messages(): AsyncGenerator<Message<UpdateContext>> {
    yield* openUpdates(this.rows).map(messageOf);
  }

  override async accepted(messages: readonly Message<UpdateContext>[]): Promise<void> {
    await super.accepted(messages);
    messages[0]!.context.row.fate = 'queued';
  }

  override async refused(message: Message<UpdateContext>, refusals: readonly Refusal[]): Promise<void> {
    await super.refused(message, refusals);
    Object.assign(message.context.row, { fate: 'refused', refusals });
  }
}

/**
 * Plans the rows again, under the lock. Edits are applied to what other processes queued meanwhile. A whole
 * body is not merged: `stale` is called to show what it would undo.
 */
export function recheckRows(
  before: readonly UpdateRow[],
  again: readonly UpdateRow[],
  body: NewBody,
): { readonly rows: UpdateRow[]; readonly stale: UpdateRow | undefined } {
  const rows = again.map((row, i) => ({
    ...row,
    rebased: row.planned?.recorded?.digest !== before[i]?.planned?.recorded?.digest,
  }));
  return { rows, stale: body.kind === 'whole' ? rows.find(({ rebased }) => rebased) : undefined };
}

export function countRows(rows: readonly UpdateRow[]): UpdateCounts {
  const counts = { queued: 0, unchanged: 0, refused: 0, pending: 0 };
  for (const { fate } of rows) counts[fate === 'open' ? 'pending' : fate]++;
  return counts;
}

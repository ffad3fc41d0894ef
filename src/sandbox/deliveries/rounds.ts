// One round of a delivery: an attempt, and what its answer leads to: the end, a second copy, or the next attempt.
import type { Attempts } from './attempts.ts';
import { drawOf, nextAttemptAt, type Waits } from './back-off.ts';
import { idText } from './delivery-rows.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { Exchange } from './exchange.ts';
import { BEGINNING, beginAgain, type Job, progressOf } from './job.ts';
import type { DeliveryOutcome, OutboundMessage } from './types.ts';
import {
  exhaustedReason,
  INTERRUPTED,
  NO_CUSTOMER,
  refusalReason,
  resendText,
  unansweredReason,
  verdictOf,
} from './verdict.ts';

export interface RoundParts {
  readonly store: Pick<DeliveryStore, 'message' | 'save'>;
  readonly attempts: Attempts;
  /** ms since the epoch, on the sandbox's clock. */
  readonly now: () => number;
  readonly seed: number;
  /** Between attempts, as they are assumed now. */
  readonly waits: () => Waits;
  /** The job leaves the queues; its end is to be stored. @param answer for listeners */
  readonly onEnd: (job: Job, answer: string | null) => void;
  /** Another message of the key went out before those that are held back. */
  readonly onSent: (job: Job) => void;
}

/** Which numbers are drawn for a delivery. */
const BACK_OFF = 2;

export function makeRounds({ store, attempts, now, seed, waits, onEnd, onSent }: RoundParts) {
  const save = (job: Job) => store.save(job.id, progressOf(job));
  const again = (job: Job): 'again' => {
    beginAgain(job, now());
    save(job);
    return 'again';
  };
  const giveUp = (job: Job, reason: string): 'done' => {
    Object.assign(job, { state: 'given_up', reason });
    onEnd(job, null);
    return 'done';
  };
  const backOff = (job: Job, last: string): 'done' | 'again' => {
    const unit = drawOf(seed, BACK_OFF, job.id, job.tries);
    const next = nextAttemptAt(job.tries, job.firstAt!, now(), unit, waits());
    if (next === undefined) return giveUp(job, exhaustedReason(job.tries, last, thenOf(job), waits().giveUp));
    Object.assign(job, { state: 'waiting', nextAt: next });
    save(job);
    return 'again';
  };
  const deliver = async (job: Job, message: OutboundMessage, { answer }: Exchange) => {
    for (job.copies--; job.copies > 0; job.copies--) {
      save(job);
      if (!(await attempts.make(job.id, message, 'duplicate', true))) return 'done';
    }
    if (job.isWantedAgain) return again(job);
    Object.assign(job, { state: 'delivered', reason: null });
    onEnd(job, job.kind === 'exchange_order' ? answer : null);
    return 'done';
  };
  return {
    async run(job: Job): Promise<'done' | 'again'> {
      const message = store.message(job.id);
      if (!message) {
        // The transaction that stored it was rolled back.
        onEnd(job, null);
        return 'done';
      }
      Object.assign(job, { state: 'sending', firstAt: job.firstAt ?? now() });
      save(job);
      const done = await attempts.make(job.id, message, job.note, job.isUnauthorized);
      if (!done) return 'done';
      onSent(job);
      if (job.isWantedAgain) return again(job);
      const verdict = verdictOf(done.status);
      job.tries++;
      job.note = null;
      job.isUnauthorized = verdict === 'sign_in';
      if (verdict === 'delivered') return await deliver(job, message, done);
      if (verdict === 'given_up') return giveUp(job, refusalReason(done.status!, thenOf(job)));
      return backOff(job, lastOf(done));
    },
    /** After an error of the sandbox itself in a round: it waits as it does after no answer. */
    postpone(job: Job): 'done' | 'again' {
      if (job.isWantedAgain) return again(job);
      job.firstAt ??= now();
      job.tries++;
      return backOff(job, 'an error of the sandbox');
    },
    /** A message that is attempted once. It is stored already, as under way. */
    async once(id: number, message: OutboundMessage): Promise<DeliveryOutcome> {
      const done = attempts.customer && (await attempts.make(id, message, null, false));
      // Whoever ended it says in the store what becomes of it.
      if (attempts.customer && !done) return { delivered: false, reason: INTERRUPTED };
      const outcome = done
        ? outcomeOf(done, thenOf({ id, kind: message.kind }))
        : { delivered: false as const, reason: NO_CUSTOMER };
      const state = outcome.delivered ? 'delivered' : 'given_up';
      store.save(id, { ...BEGINNING, state, reason: outcome.delivered ? null : outcome.reason });
      return outcome;
    },
  };
}

const thenOf = ({ id, kind }: Pick<Job, 'id' | 'kind'>): string => resendText(kind, idText(id));

function outcomeOf(done: Exchange, then: string): DeliveryOutcome {
  const { status, answer } = done;
  const verdict = verdictOf(status);
  if (verdict === 'delivered') return { delivered: true, status: status!, answer };
  const isRefused = verdict === 'given_up';
  const reason = isRefused ? refusalReason(status!, then) : unansweredReason(lastOf(done), then);
  return { delivered: false, reason };
}

const lastOf = ({ status, fault }: Exchange): string => String(status ?? fault);

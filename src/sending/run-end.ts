// The early end of a run: too many refusals, a failure, an interruption. Of several reasons, the worst one counts.

import { EXIT, type FailureReason, worstExit } from '../basics/exit-codes.ts';
import { failureOf, stoppedFailure, unavailableFailure } from '../basics/failure.ts';
import { badValue, parseCount } from '../basics/units.ts';
import type { Refusal } from './batch.ts';
import { signatureOf } from './batch-verdict.ts';
import { ASK_SUPPORT } from './retry-policy.ts';
import type { MaxRejects, SendEnd } from './types.ts';

/** The end with the worst exit code: an outage must not hide a full disk. */
export function worstEnd(ends: readonly SendEnd[]): SendEnd | undefined {
  const codes = ends.map((end) => ('failure' in end ? end.failure.exitCode : EXIT.done));
  return ends[codes.indexOf(worstExit(codes))];
}

/**
 * When eight different messages are refused with one signature and none was accepted, the mapping is wrong, not the
 * data.
 */
const SAME_SIGNATURE = 8;

/** More different signatures than this are not a pattern. The limit also bounds the memory. */
const MOST_SIGNATURES = 1000;

export class RunEnd {
  private end: Exclude<SendEnd, { kind: 'done' | 'interrupted' }> | undefined;
  private acceptedAny = false;
  private refusedCount = 0;
  private readonly signatures = new Map<string, Set<string>>();

  constructor(private readonly maxRefused: number) {}

  /** True when nothing more may be sent. */
  get reached(): boolean {
    return this.end !== undefined;
  }

  accepted(): void {
    this.acceptedAny = true;
    this.signatures.clear();
  }

  refused(key: string, refusals: readonly Refusal[]): void {
    this.refusedCount++;
    if (this.refusedCount > this.maxRefused)
      this.stop(
        'upload.max_rejects',
        `More than ${this.maxRefused} messages were refused, the last for`,
        refusals,
      );
    if (this.acceptedAny) return;
    const signature = signatureOf(refusals);
    const keys = this.signatures.get(signature) ?? new Set();
    if (this.signatures.size < MOST_SIGNATURES) this.signatures.set(signature, keys);
    if (keys.add(key).size >= SAME_SIGNATURE)
      this.stop(
        'upload.same_refusal',
        `${SAME_SIGNATURE} messages were refused for the same reason and none was accepted:`,
        refusals,
      );
  }

  private stop(code: string, why: string, refusals: readonly Refusal[]): void {
    const first = refusals[0];
    const at = first?.field ? ` at ${first.field}` : '';
    const what = first ? `${first.code}${at} (${first.status}): ${first.message}` : '';
    const hint =
      'Look at the refused messages, correct the input or the mapping, and run the same command again.';
    this.end ??= { kind: 'stopped', failure: stoppedFailure(code, `${why} ${what}`, { hint }) };
  }

  /** `kind`: the same reason as one word. */
  unavailable(text: string, kind: FailureReason = 'outage'): void {
    const later = 'Run the same command again later: it goes on where this run ended.';
    const isUnproven = ['outage', 'address', 'proxy'].includes(kind) && !this.acceptedAny;
    const again = isUnproven
      ? `${later} If it never worked, check the address and HTTPS_PROXY: returns doctor.`
      : later;
    this.fail(
      unavailableFailure('service.unavailable', `The service does not accept anything: ${text}`, {
        hint: kind === 'server_error' ? `${again} ${ASK_SUPPORT}` : again,
        reason: kind,
      }),
    );
  }

  timeOver(): void {
    this.fail(
      unavailableFailure('run.duration', 'The run has taken as long as --max-duration allows', {
        hint: 'Run the same command again: it goes on where this run ended.',
        reason: 'duration',
      }),
    );
  }

  /** Of two failures the later one replaces the earlier only when it is worse. */
  fail(error: unknown): void {
    const failed = { kind: 'failed', failure: failureOf(error) } as const;
    this.end = this.end && worstEnd([this.end, failed]) === this.end ? this.end : failed;
  }

  result(interrupted: boolean): SendEnd {
    return this.end ?? { kind: interrupted ? 'interrupted' : 'done' };
  }
}

/** `250`, or `2.5%`. @throws Failure exit 2 */
export function parseMaxRejects(text: string, flag: string): MaxRejects {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1];
  if (percent === undefined) {
    if (/^\s*\d+\s*$/.test(text)) return parseCount(text, flag);
    throw badValue(flag, text, 'a whole number, or a share such as 2%');
  }
  if (Number(percent) > 100) throw badValue(flag, text, 'at most 100%');
  return { share: Number(percent) / 100 };
}

/**
 * The limit of refused messages for a run: the given one, else 1 % and at least 100. `toSend` are the messages to send,
 * `refused` those that the tool's own check refused: they count for the share, so that 100 % means all messages even
 * when all others were accepted by an earlier run.
 */
export function rejectBudget(given: MaxRejects | undefined, toSend: number, refused = 0): number {
  if (given === undefined) return Math.max(100, Math.floor(toSend / 100));
  return typeof given === 'number' ? given : Math.floor((toSend + refused) * given.share);
}

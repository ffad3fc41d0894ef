// The end of a delivery as one decision: state, exit code, whether the accounts balance, and the reason in
// words.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { defectFailure, type Failure } from '../basics/failure.ts';
import { plural } from '../basics/units.ts';
import type { RunState } from '../runs/summary.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { SendingOptions } from './parts.ts';

export interface EndedUpload {
  readonly end: SendEnd;
  /** Whether orders and rows equal what was counted elsewhere. */
  readonly agree: boolean;
  /** Orders whose outcome is not decided. */
  readonly pending: number;
  /** Only the first orders were to be sent. */
  readonly canary: boolean;
  /** The exit code for refusals alone. */
  readonly refusals: ExitCode;
}

export interface UploadOutcome {
  readonly state: RunState;
  readonly exitCode: ExitCode;
  readonly balanced: boolean;
  readonly failure: Failure | undefined;
}

export function outcomeOf({ end, agree, pending, canary, refusals }: EndedUpload): UploadOutcome {
  // After a complete run every order is decided, except those after a canary.
  const forgotten = end.kind === 'done' && !canary ? pending : 0;
  const balanced = agree && forgotten === 0;
  const codes: ExitCode[] = balanced ? [] : [EXIT.defect];
  switch (end.kind) {
    case 'done':
      // Exit 3 says that all other orders were delivered, so it is used only when the run was complete.
      codes.push(refusals);
      break;
    case 'interrupted':
      codes.push(EXIT.interrupted);
      break;
    default:
      codes.push(end.failure.exitCode);
  }
  const whole = end.kind === 'done' && pending === 0;
  return {
    state: end.kind === 'stopped' || end.kind === 'interrupted' ? end.kind : whole ? 'completed' : 'partial',
    exitCode: worstExit(codes),
    balanced,
    // The reason must belong to the exit code that is returned.
    failure: balanced ? ('failure' in end ? end.failure : undefined) : unbalanced(forgotten),
  };
}

const unbalanced = (forgotten: number): Failure =>
  defectFailure(
    'defect.accounts',
    forgotten > 0
      ? `The run has ended, but ${plural(forgotten, 'order')} of the input were neither sent nor refused`
      : 'The rows that were read and those of the orders do not add up',
    { hint: 'Report this with the summary, then run the same command again: it sends what is missing.' },
  );

export function orderExitForRefusals(
  failOn: SendingOptions['failOn'],
  refused: number,
  newlyRefused: number,
): ExitCode {
  const counted = failOn === 'any' ? refused : failOn === 'new' ? newlyRefused : 0;
  return counted > 0 ? EXIT.refused : EXIT.done;
}

// How a delivery ended, as one decision: state, exit code, whether everything adds up, and the reason in words.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { defectFailure, type Failure } from '../basics/failure.ts';
import { plural } from '../basics/units.ts';
import type { RunState } from '../runs/summary.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { SendingOptions } from './parts.ts';

export interface Ended {
  readonly end: SendEnd;
  /** Whether orders and rows agree with what was counted elsewhere. */
  readonly agree: boolean;
  /** Orders that nothing was decided about. */
  readonly pending: number;
  /** Only the first orders were to be sent. */
  readonly canary: boolean;
  /** What refusals alone mean for the exit code. */
  readonly refusals: ExitCode;
}

export interface Outcome {
  readonly state: RunState;
  readonly exitCode: ExitCode;
  readonly balanced: boolean;
  readonly failure: Failure | undefined;
}

export function outcomeOf({ end, agree, pending, canary, refusals }: Ended): Outcome {
  // A run that came to its end has left nothing undecided, but for a canary's rest.
  const forgotten = end.kind === 'done' && !canary ? pending : 0;
  const balanced = agree && forgotten === 0;
  const codes: ExitCode[] = balanced ? [] : [EXIT.defect];
  switch (end.kind) {
    case 'done':
      // Exit 3 says that the rest was delivered: no other end can have it.
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
    // Whoever reads the exit code reads its reason.
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

export function exitForRefusals(
  failOn: SendingOptions['failOn'],
  refused: number,
  newlyRefused: number,
): ExitCode {
  const counted = failOn === 'any' ? refused : failOn === 'new' ? newlyRefused : 0;
  return counted > 0 ? EXIT.refused : EXIT.done;
}

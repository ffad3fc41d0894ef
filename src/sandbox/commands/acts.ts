// Words that say what to do: the act of `returns sandbox clock advance`, the step of `returns sandbox carrier RMA scan`.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';

/** The failures of such a command (`sandbox clock`), and the check of its first word. */
export function actsOf(command: string, acts: readonly string[]) {
  const wrong = (message: string, expected: string, found: string) =>
    usageFailure('usage.value', message, {
      ...{ expected, found },
      hint: `See the acts with: returns ${command} --help`,
    });
  /** @throws Failure exit 2 */
  const check = (act: string): void => {
    if (acts.includes(act)) return;
    throw wrong(
      `${command} does not know ${quote(act)}.${meantText(act, acts)}`,
      `one of ${acts.join(', ')}`,
      act,
    );
  };
  return { wrong, check };
}

/** Before anything is asked. @throws Failure exit 2 for a step that is none */
export function checkStep(subject: 'carrier' | 'warehouse', steps: readonly string[], step: string): void {
  if (steps.includes(step)) return;
  throw usageFailure('usage.value', `${quote(step)} is no step of the ${subject}.${meantText(step, steps)}`, {
    expected: `one of ${steps.join(', ')}`,
    found: step,
    hint: `Give a step after the RMA: returns sandbox ${subject} RMA ${steps[0]}`,
  });
}

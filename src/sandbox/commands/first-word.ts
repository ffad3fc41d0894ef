// Words that say what to do, such as the act of `returns sandbox clock advance`.
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

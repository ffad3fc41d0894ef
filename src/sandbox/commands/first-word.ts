// Words that say what to do, such as the act of `returns sandbox clock advance`.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';

export const wrongAct = (command: string, message: string, expected: string, found: string) =>
  usageFailure('usage.value', message, {
    ...{ expected, found },
    hint: `See the acts with: returns ${command} --help`,
  });

/** @param acts each with what must follow it, `its id, such as D-3`; empty: nothing may @throws Failure exit 2 */
export function checkAct(
  command: string,
  acts: Readonly<Record<string, string>>,
  act: string,
  value: string | undefined,
): void {
  const known = Object.keys(acts);
  if (!known.includes(act))
    throw wrongAct(
      command,
      `${command} does not know ${quote(act)}.${meantText(act, known)}`,
      `one of ${known.join(', ')}`,
      act,
    );
  const wanted = acts[act]!;
  if (wanted === '' && value !== undefined)
    throw wrongAct(command, `${act} takes nothing`, 'nothing after it', value);
  if (wanted !== '' && value === undefined)
    throw wrongAct(command, `${act} needs ${wanted}`, wanted, 'nothing');
}

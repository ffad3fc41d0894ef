// Values of flags that many commands take: a word out of some, a whole number. What they throw is exit 2.
import { badValue, parseCount } from '../basics/units.ts';

/** Takes one of some words. @throws Failure exit 2 */
export const oneOf =
  (...words: readonly string[]) =>
  (text: string, flag: string): string => {
    if (!words.includes(text)) throw badValue(flag, text, `one of ${words.join(', ')}`);
    return text;
  };

export const countFrom =
  (min: number, max?: number) =>
  (text: string, flag: string): number =>
    parseCount(text, flag, min, max);

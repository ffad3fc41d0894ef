// Makes the rules about damaged texts for one kind of message. Which texts are checked, and for what, follows from its shape.
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { stepsText } from '../basics/json-text.ts';
import type { Finding } from './finding.ts';
import { found, leafOf } from './report.ts';
import { ruleList } from './rule-list.ts';
import { type TextUse, textUseOf } from './shape-fields.ts';
import { DAMAGES, SUSPECT } from './text-damage.ts';

/** Make a sample message that holds a text: as an identifier, or as a text that is only compared. */
interface TextSamples {
  readonly identifier: (text: string) => unknown;
  readonly compared: (text: string) => unknown;
}

/** Checks a value and what is in it. `steps` lead to the value: they become a path only for a finding. */
type Check = (value: unknown, steps: (string | number)[], findings: Finding[]) => void;

/**
 * The rules, whose codes begin with `family`, and their check. `beside` has the fields of objects that the shapes do not name: those of
 * the field notes.
 */
export function textRules(
  family: string,
  shape: z.ZodObject,
  samples: TextSamples,
  beside: ReadonlyMap<unknown, z.core.$ZodShape> = new Map(),
) {
  const list = ruleList({ source: 'this tool' });
  const damages = DAMAGES.map((damage) => {
    const { code, severity = 'warning', title, explanation, good, bad } = damage;
    const sample = code === 'text.exponent' ? samples.compared : samples.identifier;
    const rule = list[severity](`${family}.${code}`, {
      ...{ title, explanation, good: sample(good), bad: sample(bad) },
      say: (args, path) => `${leafOf(path)} ${damage.say(args)}`,
    });
    return { ...damage, rule };
  });

  const textCheck = (use: TextUse): Check => {
    const looked = damages.filter((damage) => damage.in?.includes(use) ?? true);
    return (value, steps, findings) => {
      if (typeof value !== 'string' || !SUSPECT.test(value)) return;
      for (const { rule, isIn, argsOf } of looked)
        if (isIn(value, use)) findings.push(found(rule, stepsText(steps), argsOf?.(value)));
    };
  };
  const checkOf = (of: unknown): Check | undefined => {
    if (of instanceof z.ZodOptional || of instanceof z.ZodNullable) return checkOf(of.unwrap());
    if (of instanceof z.ZodString) return isTime(of) ? undefined : textCheck(textUseOf(of));
    if (of instanceof z.ZodUnion) {
      const checks = of.options.map(checkOf);
      return (...given) => {
        for (const check of checks) check?.(...given);
      };
    }
    if (of instanceof z.ZodArray) {
      const check = checkOf(of.element);
      return (
        check &&
        ((value, steps, findings) => {
          if (!Array.isArray(value)) return;
          for (let i = 0; i < value.length; i++) {
            steps.push(i);
            check(value[i], steps, findings);
            steps.pop();
          }
        })
      );
    }
    if (!(of instanceof z.ZodObject)) return undefined;
    const checks = Object.entries({ ...of.shape, ...beside.get(of) }).flatMap(([name, field]) => {
      const check = checkOf(field);
      return check ? [{ name, check }] : [];
    });
    return (value, steps, findings) => {
      if (!isObject(value)) return;
      for (const { name, check } of checks) {
        steps.push(name);
        check(value[name], steps, findings);
        steps.pop();
      }
    };
  };
  const check = checkOf(shape)!;
  return {
    all: list.all,
    check: (message: unknown, findings: Finding[]): void => check(message, [], findings),
  };
}

/** Times have a form of their own, and rules for it. */
function isTime(text: z.ZodString): boolean {
  const { format, pattern } = (z.globalRegistry.get(text) ?? {}) as Readonly<Record<string, unknown>>;
  return format === 'date-time' || pattern !== undefined;
}

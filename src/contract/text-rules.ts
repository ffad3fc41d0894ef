// Makes the rules about damaged texts for one kind of message. What a text is checked for follows from its field in the shape.
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { stepsText } from '../basics/json-text.ts';
import type { Finding, FindingArguments } from './finding.ts';
import { found, type Loose, leafOf } from './report.ts';
import { ruleList } from './rule-list.ts';
import { shapeAt } from './shape-findings.ts';
import { DAMAGES, SUSPECT, type TextUse, textUseOf } from './text-damage.ts';

type Step = string | number;

/**
 * The rules, whose codes begin with `family`, and their check. `sample` makes a message with changes to one of its lines; `other` is a
 * field of a line that is no identifier.
 */
export function textRules(
  family: string,
  shape: z.ZodObject,
  sample: (changes: Loose) => unknown,
  other: string,
) {
  const list = ruleList({ source: 'this tool' });
  const damages = DAMAGES.map(({ code, says, samples, title, explanation, ...damage }) => {
    const field = code === 'text.exponent' ? other : 'sku';
    const [good, bad] = samples.map((text) => sample({ [field]: text }));
    const severity = code === 'identifier.exponent' ? 'error' : 'warning';
    const say = ({ what }: FindingArguments, path: string) =>
      `${leafOf(path)} ${says}${what === undefined ? '' : `: ${what}`}.`;
    return { ...damage, rule: list[severity](`${family}.${code}`, { title, explanation, say, good, bad }) };
  });

  const checkText = (text: string, findings: Finding[], steps: readonly Step[]): void => {
    for (const { rule, uses, in: find } of damages) {
      const what = find(text);
      if (what && uses.includes(useAt(shape, steps)))
        findings.push(found(rule, stepsText(steps), what === true ? undefined : { what }));
    }
  };
  // It runs for every order: `steps` become a path only for a finding, and nothing is allocated.
  const check = (value: unknown, findings: Finding[], steps: Step[]): void => {
    if (typeof value === 'string') checkText(value, findings, steps);
    else if (Array.isArray(value))
      for (let i = 0; i < value.length; i++) checkPart(value[i], i, findings, steps);
    else if (isObject(value) && steps.length < DEEPEST)
      for (const name in value) checkPart(value[name], name, findings, steps);
  };
  const checkPart = (part: unknown, step: Step, findings: Finding[], steps: Step[]): void => {
    if (typeof part === 'string' ? !SUSPECT.test(part) : typeof part !== 'object') return;
    steps.push(step);
    check(part, findings, steps);
    steps.pop();
  };
  return {
    all: list.all,
    check: (message: unknown, findings: Finding[]): void => check(message, findings, []),
  };
}

/** No shape is deeper; a value that a program gives could hold itself. */
const DEEPEST = 10;
/** Fields of the field notes, which the shapes do not name. */
const BESIDE: ReadonlySet<unknown> = new Set(['note', 'street2']);

/** `none` for a field that is not known, and for times: they have a form of their own, and rules for it. */
function useAt(shape: z.ZodObject, steps: readonly Step[]): TextUse | 'none' {
  const field = steps.findLast((step) => typeof step === 'string');
  let at = shapeAt(shape, steps);
  if (at === undefined && BESIDE.has(field)) return textUseOf(field);
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
  if (at instanceof z.ZodUnion) at = at.options.find((option) => option instanceof z.ZodString);
  if (!(at instanceof z.ZodString)) return 'none';
  const { format, pattern } = z.globalRegistry.get(at) ?? {};
  return format === 'date-time' || pattern !== undefined ? 'none' : textUseOf(field);
}

// Validates the answer to a variants request, and single variants, against shapes and rules.
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { checkUnique, fieldCheck, isEmpty, isNegative } from './checks.ts';
import {
  MAX_VARIANTS,
  variantAmount,
  variantDuplicate,
  variantMissing,
  variantNegative,
  variantsForm,
  variantsSize,
  variantsWrapped,
  variantType,
} from './exchange-rules/answers.ts';
import type { Finding } from './finding.ts';
import { found, reportTo, wrongType } from './report.ts';
import { shapeFindings } from './shape-findings.ts';
import { variantShape } from './variants.ts';

const findingsOfShape = shapeFindings(z.array(variantShape), { missing: variantMissing, type: variantType });
const checkFields = fieldCheck(
  [variantNegative, ['unit_price_amount_cents', 'quantity_in_stock'], isNegative],
  [variantMissing, ['sku'], isEmpty],
);

/** The variants of an answer in either of its two shapes; undefined when it has neither. */
export function variantsOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (isObject(answer) && Array.isArray(answer.variants)) return answer.variants;
  return undefined;
}

/** Validates the parsed body of an answer; undefined when there was none. Paths are `[0].sku` or `variants[0].sku`. */
export function validateVariantsAnswer(answer: unknown): Finding[] {
  const variants = variantsOf(answer);
  if (!variants) {
    const inside = isObject(answer) && answer.variants !== undefined;
    const value = inside ? answer.variants : answer;
    return [found(variantsForm, inside ? 'variants' : '', wrongType('a list of variants', value, 'nothing'))];
  }
  const at = variants === answer ? '' : 'variants';
  const findings = at === '' ? [] : [found(variantsWrapped, 'variants')];
  for (const finding of validateVariants(variants)) findings.push({ ...finding, path: at + finding.path });
  return findings;
}

/**
 * Whether a shopper cannot choose by the answer. Its title is asked for by the field notes only: without it the SKU is shown,
 * so a missing one is said and breaks nothing.
 */
export const hindersChoice = ({ severity, path }: Finding): boolean =>
  severity !== 'note' && !path.endsWith('.title');

/** Validates a list of variants; paths begin with the index, `[0].sku`. */
export function validateVariants(variants: readonly unknown[]): Finding[] {
  if (variants.length > MAX_VARIANTS) return [found(variantsSize, '', { found: variants.length })];
  const findings = findingsOfShape(variants).map(weighed);
  const report = reportTo(findings);
  const first = new Map<string, string>();
  variants.forEach((variant, i) => {
    if (!isObject(variant)) return;
    checkFields(variant, `[${i}].`, report);
    checkUnique(variant.sku, `[${i}].sku`, first, variantDuplicate, report);
  });
  return findings;
}

/** Reports a wrong type by the rule for amounts where the field is an amount: the interface requires integer cents there. */
const weighed = (finding: Finding): Finding =>
  finding.code === variantType.code && finding.path.endsWith('_cents')
    ? found(variantAmount, finding.path, finding.args)
    : finding;

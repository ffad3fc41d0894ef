// Validates one RMA message against shapes and rules; the sequence of an RMA's messages is checked in rma-rules/history.ts.
import { isObject } from '../basics/json.ts';
import { type Finding, found, type Rule, reportTo, wrongType } from './finding.ts';
import { rmaShape } from './rma.ts';
import { checkRmaWords, checkUnitWords, wordRules } from './rma-rules/enumerations.ts';
import {
  checkRmaAmounts,
  checkRmaFields,
  checkRmaTimes,
  checkTracking,
  checkUnitAmounts,
  checkUnitFields,
  MAX_UNITS,
  rmaFieldRules,
  rmaMissing,
  rmaSize,
  rmaTexts,
  rmaType,
} from './rma-rules/fields.ts';
import { shapeFindings } from './shape-findings.ts';

/** Every rule that checks a single RMA message. */
export const rmaRules: readonly Rule[] = [...rmaFieldRules, ...wordRules];

const findingsOfShape = shapeFindings(rmaShape, { missing: rmaMissing, type: rmaType });

/** All findings of an RMA message (interface: RMA message), as given. Paths are those of the body, `items[0].sku`. */
export function validateRma(message: unknown): Finding[] {
  if (!isObject(message)) return [found(rmaType, '', wrongType('an object', message))];
  const items = message.items;
  if (Array.isArray(items) && items.length > MAX_UNITS)
    return [found(rmaSize, 'items', { found: items.length })];
  const findings = [...findingsOfShape(message)];
  const report = reportTo(findings);
  checkRmaFields(message, report);
  checkRmaWords(message, report);
  checkRmaTimes(message, report);
  checkRmaAmounts(message, report);
  if (Array.isArray(items))
    for (let i = 0; i < items.length; i++) {
      const item: unknown = items[i];
      if (!isObject(item)) continue;
      checkUnitFields(item, i, report);
      checkUnitWords(item, i, report);
      checkTracking(item, i, message.return_method, report);
      checkUnitAmounts(item, i, report);
    }
  rmaTexts.check(message, report);
  return findings;
}

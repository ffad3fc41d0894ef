// Validates one ASN against shapes and rules: the client before sending, the sandbox before it answers 202.
import { isObject } from '../basics/json.ts';
import { asnShape, locationShape } from './asn.ts';
import { asnDateRules, checkDate, checkShipDate } from './asn-rules/dates.ts';
import {
  type AsnOfLine,
  checkDetail,
  checkModules,
  detailRules,
  unitDuplicate,
} from './asn-rules/details.ts';
import {
  asnBlanket,
  asnDetailsType,
  asnEmpty,
  asnFieldRules,
  asnListEmpty,
  asnMissing,
  asnOversize,
  asnReferencePart,
  asnReferenceType,
  asnStatus,
  asnTexts,
  asnType,
} from './asn-rules/fields.ts';
import { ASN_STATUSES, type AsnVersion, DETAILS_TYPES, isBlanket, REFERENCE_TYPES } from './asn-words.ts';
import {
  type Finding,
  found,
  isGiven,
  type Loose,
  type Report,
  type Rule,
  reportTo,
  wrongType,
} from './finding.ts';
import { applyLevels, type LevelUse } from './levels.ts';
import {
  checkWord,
  fieldCheck,
  filledFields,
  Identifiers,
  isBlank,
  shapeFindings,
} from './shape-findings.ts';

/** Every rule of one ASN. */
export const asnRules: readonly Rule[] = [...asnFieldRules, ...detailRules, ...asnDateRules, ...asnTexts.all];

const checkFields = fieldCheck([asnEmpty, filledFields(asnShape), isBlank]);
const checkLocation = fieldCheck([asnEmpty, filledFields(locationShape), isBlank]);
const findingsOfShape = shapeFindings(asnShape, { missing: asnMissing, type: asnType });

/**
 * All findings of an ASN (interface: ASN, Limits, Versioning), as given: nothing is corrected. Paths are those of the body,
 * `cartons[0].details[2].upc`. Uniqueness is checked within this body only.
 */
export function validateAsn(asn: unknown, version: AsnVersion, use: LevelUse = {}): Finding[] {
  if (!isObject(asn)) return [found(asnType, '', wrongType('an object', asn))];
  const tooLarge = asnOversize(asn);
  if (tooLarge) return [tooLarge];
  const findings = [...findingsOfShape(asn)];
  const report = reportTo(findings);
  checkFields(asn, '', report);
  for (const side of ['from', 'to']) {
    const location = asn[side];
    if (isObject(location)) checkLocation(location, `${side}.`, report);
  }
  checkWord(asn.status, ASN_STATUSES, asnStatus, 'status', report);
  checkWord(asn.details_type, DETAILS_TYPES, asnDetailsType, 'details_type', report);
  const blanket = isBlanket(asn);
  if (blanket) report(asnBlanket, 'asn_type', { exact: asn.asn_type === 'Blanket' });
  checkShipDate(asn.ship_date, report);
  checkDate(asn.messagetimestamp, 'messagetimestamp', report);
  if (Array.isArray(asn.cartons)) {
    const lines = {
      type: asn.details_type,
      version,
      blanket,
      units: new Identifiers(unitDuplicate),
      lines: new Map(),
    };
    checkCartons(asn.cartons, lines, report);
  }
  checkModules(asn, use.levels, report);
  asnTexts.check(asn, report);
  return applyLevels(findings, use.levels);
}

function checkCartons(cartons: readonly unknown[], asn: AsnOfLine, report: Report): void {
  if (cartons.length === 0) report(asnListEmpty, 'cartons');
  for (let c = 0; c < cartons.length; c++) {
    const carton: unknown = cartons[c];
    if (!isObject(carton)) continue;
    if (isObject(carton.reference)) checkReference(carton.reference, `cartons[${c}].reference.`, report);
    const details = carton.details;
    if (!Array.isArray(details)) continue;
    if (details.length === 0) report(asnListEmpty, `cartons[${c}].details`);
    for (let d = 0; d < details.length; d++) {
      const detail: unknown = details[d];
      if (isObject(detail)) checkDetail(detail, `cartons[${c}].details[${d}].`, asn, report);
    }
  }
}

function checkReference(reference: Loose, at: string, report: Report): void {
  checkWord(reference.type, REFERENCE_TYPES, asnReferenceType, `${at}type`, report);
  if (isGiven(reference.type) && !isGiven(reference.identifier)) report(asnReferencePart, `${at}identifier`);
  if (isGiven(reference.identifier) && !isGiven(reference.type)) report(asnReferencePart, `${at}type`);
}

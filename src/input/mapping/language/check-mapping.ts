// Checks of a mapping that its schema cannot express: required fields, and fields that must not be constants.
import { quote } from '../../../basics/text.ts';
import { isZone, zoneMeant } from '../values/zone.ts';
import { HINT, type LoadedMapping } from './loaded-mapping.ts';
import type { MappedMessage } from './shape.ts';
import type { ValueSpec } from './value-shape.ts';

/** @throws Failure exit 6 */
export function checkMapping(message: MappedMessage, loaded: LoadedMapping): void {
  if (message === 'order') checkOrders(loaded);
  else checkAsns(loaded);
  const { mapping, fault } = loaded;
  const zone = mapping.dates?.timezone;
  if (zone !== undefined && !isZone(zone))
    throw fault(
      'input.map.timezone',
      ['dates', 'timezone'],
      `There is no time zone ${quote(zone)}.${zoneMeant(zone)}`,
      {
        expected: 'an IANA name such as Europe/London',
        found: quote(zone),
        hint: 'Correct dates.timezone.',
      },
    );
}

function checkOrders(loaded: LoadedMapping): void {
  const { mapping, fault } = loaded;
  const { order = {}, item = {} } = mapping;
  if (order['identifier'] === undefined)
    throw fault(
      'input.map.identifier',
      ['order'],
      'The mapping does not say where order.identifier comes from',
      {
        expected: 'a column with the identifier of the order',
        hint: 'Add "identifier" to "order".',
      },
    );
  for (const target of ['updated_at', 'created_at'])
    if (order[target] === undefined)
      throw fault(
        `input.map.${target}`,
        ['order'],
        `The mapping does not say where order.${target} comes from`,
        {
          expected:
            target === 'updated_at'
              ? 'the column that moves when the order changes; without one an older export could overwrite a newer order'
              : 'the column with the time at which the order was placed',
          hint: `Add "${target}" to "order". ${HINT}`,
        },
      );
  if (hasLiteral(order['updated_at']!))
    throw fault('input.map.updated_at', ['order', 'updated_at'], 'updated_at must come from the data', {
      expected: 'a column: which one moves when the order changes?',
      found: 'a constant or a default',
      hint: 'Take the latest date that the export has, for example {"latest": ["Refunded at", "Paid at", "Created at"]}.',
    });
  if (item['identifier'] === undefined)
    throw fault('input.map.line', ['item'], 'The mapping does not say where item.identifier comes from', {
      expected: 'a column, or {"generate": "line"} where the export has none',
      hint: 'Add "identifier" to "item".',
    });
  const identifier = order['identifier'];
  if (mapping.rows?.order === undefined && typeof identifier === 'object' && !('column' in identifier))
    throw fault(
      'input.map.rows',
      ['order', 'identifier'],
      'Which rows belong to one order cannot be told from order.identifier',
      {
        expected: 'a column, or rows.order beside it',
        hint: 'Add "rows": {"order": COLUMN} with the column that is the same on all rows of an order.',
      },
    );
  checkRefunds(loaded);
}

const REFUND_NEEDS: Readonly<Record<'refund' | 'refund_line', Readonly<Record<string, string>>>> = {
  refund: {
    identifier: 'a column, or {"generate": "refund"} where the export has none',
    total_refund_amount_cents: 'the column with the amount, or {"sum": [...], "over": "refund_lines"}',
    created_at: 'the column with the time of the refund',
  },
  refund_line: { quantity: 'the column with the units that were refunded' },
};

function checkRefunds({ mapping, fault }: LoadedMapping): void {
  const { refund, refund_line, rows, order = {} } = mapping;
  const wrong = (parts: readonly string[], message: string, expected: string, hint: string) =>
    fault('input.map.refund', parts, message, { expected, hint });
  if (!refund && !refund_line) {
    if (rows?.refund)
      throw wrong(
        ['rows', 'refund'],
        'rows.refund says which rows hold refunds, but the mapping does not say what they hold',
        '"refund" and "refund_line" beside "order" and "item"',
        'Add both, or remove rows.refund.',
      );
    return;
  }
  for (const level of ['refund', 'refund_line'] as const)
    for (const [target, expected] of Object.entries(REFUND_NEEDS[level]))
      if (mapping[level]?.[target] === undefined)
        throw wrong(
          mapping[level] ? [level] : [],
          `The mapping does not say where ${level}.${target} comes from`,
          expected,
          `Add "${target}" to "${level}". ${HINT}`,
        );
  if (order['refunds'] !== undefined)
    throw wrong(
      ['order', 'refunds'],
      'The mapping says twice where refunds come from',
      'order.refunds, or refund and refund_line',
      'Remove one of the two.',
    );
  for (const target of ['identifier', 'created_at'])
    if (hasLiteral(refund![target]!))
      throw wrong(
        ['refund', target],
        `refund.${target} must come from the data`,
        'a column: two refunds must never have one identifier, and each has its own time',
        target === 'identifier' ? 'Write {"generate": "refund"} where the export has none.' : HINT,
      );
}

function checkAsns({ mapping, fault }: LoadedMapping): void {
  const { asn = {}, detail = {} } = mapping;
  for (const target of ['asn_number', 'program_identifier'])
    if (asn[target] === undefined)
      throw fault(
        'input.map.identifier',
        ['asn'],
        `The mapping does not say where asn.${target} comes from`,
        {
          expected:
            target === 'asn_number'
              ? 'the column with the number of the shipment, return or transfer'
              : 'a column, or {"constant": PROGRAM} with the program that was agreed on',
          hint: `Add "${target}" to "asn". ${HINT}`,
        },
      );
  if (hasLiteral(asn['asn_number']!))
    throw fault('input.map.identifier', ['asn', 'asn_number'], 'asn_number must come from the data', {
      expected: 'a column: two shipments must never have one number',
      found: 'a constant or a default',
      hint: 'Map the column with the number of the shipment, return or transfer.',
    });
  if (detail['line_identifier'] === undefined)
    throw fault(
      'input.map.line',
      ['detail'],
      'The mapping does not say where detail.line_identifier comes from',
      {
        expected: 'a column, or {"generate": "line"} where the export has none: 1, 2, 3 within the ASN',
        hint: 'Add "line_identifier" to "detail".',
      },
    );
}

function hasLiteral(spec: ValueSpec): boolean {
  if (typeof spec === 'string') return false;
  if ('constant' in spec || ('default' in spec && spec.default !== undefined)) return true;
  if (!('cases' in spec)) return false;
  return (
    spec.cases.some((one) => hasLiteral(one.value)) || (spec.else !== undefined && hasLiteral(spec.else))
  );
}

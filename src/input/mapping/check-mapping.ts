// Checks of a mapping that its schema cannot express: required fields, and fields that must not be constants.
import { quote } from '../../basics/text.ts';
import { HINT, type LoadedMapping } from './loaded-mapping.ts';
import type { MappedMessage } from './shape.ts';
import type { ValueSpec } from './value-shape.ts';
import { isZone, zoneMeant } from './zone.ts';

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

function checkOrders({ mapping, fault }: LoadedMapping): void {
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

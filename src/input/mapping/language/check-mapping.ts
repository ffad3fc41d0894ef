// Checks of a mapping that its schema cannot express: required fields, and fields that must not be constants.
import { quote } from '../../../basics/text.ts';
import type { LevelName } from '../../message-table.ts';
import { isZone, zoneMeant } from '../values/dates.ts';
import { HINT, type LoadedMapping, type MappingFault } from './mapping.ts';
import type { MappedMessage } from './shape.ts';
import type { ValueSpec } from './value-shape.ts';

type Needs = Readonly<Record<string, readonly [code: string, expected: string]>>;

/** The fields that a mapping must fill, as LEVEL.FIELD. */
const NEEDS: Readonly<Record<MappedMessage | 'refund', Needs>> = {
  order: {
    'order.identifier': ['identifier', 'a column with the identifier of the order'],
    'order.updated_at': [
      'updated_at',
      'the column that moves when the order changes; without one an older export could overwrite a newer order',
    ],
    'order.created_at': ['created_at', 'the column with the time at which the order was placed'],
    'item.identifier': ['line', 'a column, or {"generate": "line"} where the export has none'],
  },
  refund: {
    'refund.identifier': ['refund', 'a column, or {"generate": "refund"} where the export has none'],
    'refund.total_refund_amount_cents': [
      'refund',
      'the column with the amount, or {"sum": [...], "over": "refund_lines"}',
    ],
    'refund.created_at': ['refund', 'the column with the time of the refund'],
    'refund_line.quantity': ['refund', 'the column with the units that were refunded'],
  },
  asn: {
    'asn.asn_number': ['identifier', 'the column with the number of the shipment, return or transfer'],
    'asn.program_identifier': [
      'identifier',
      'a column, or {"constant": PROGRAM} with the program that was agreed on',
    ],
    'detail.line_identifier': [
      'line',
      'a column, or {"generate": "line"} where the export has none: 1, 2, 3 within the ASN',
    ],
  },
};
/** Needs no sample to be understood. */
const PLAIN: ReadonlySet<string> = new Set(['order.identifier', 'item.identifier', 'detail.line_identifier']);

/** @throws Failure exit 6 */
export function checkMapping(message: MappedMessage, loaded: LoadedMapping): void {
  checkNeeds(message, loaded);
  if (message === 'order') checkOrders(loaded);
  else
    checkFromData(loaded, 'asn', 'asn_number', {
      expected: 'a column: two shipments must never have one number',
      found: 'a constant or a default',
      hint: 'Map the column with the number of the shipment, return or transfer.',
    });
  const { mapping, fault } = loaded;
  const zone = mapping.dates?.timezone;
  if (zone !== undefined && !isZone(zone))
    throw fault('input.map.timezone', ['dates', 'timezone'], noZone(zone), {
      expected: 'an IANA name such as Europe/London',
      found: quote(zone),
      hint: 'Correct dates.timezone.',
    });
}

const noZone = (zone: string) => `There is no time zone ${quote(zone)}.${zoneMeant(zone)}`;

function checkNeeds(of: keyof typeof NEEDS, { mapping, fault }: LoadedMapping): void {
  for (const [name, [code, expected]] of Object.entries(NEEDS[of])) {
    const [level, target] = name.split('.') as [LevelName, string];
    if (mapping[level]?.[target] !== undefined) continue;
    const message = `The mapping does not say where ${name} comes from`;
    const hint = `Add "${target}" to "${level}".${PLAIN.has(name) ? '' : ` ${HINT}`}`;
    throw fault(`input.map.${code}`, mapping[level] ? [level] : [], message, { expected, hint });
  }
}

/** Checks that a field is no constant and has no default. */
function checkFromData(
  { mapping, fault }: LoadedMapping,
  level: LevelName,
  target: string,
  more: MappingFault,
): void {
  if (!hasLiteral(mapping[level]![target]!)) return;
  const [code] = NEEDS[level as keyof typeof NEEDS][`${level}.${target}`]!;
  const shown = level === 'refund' ? `refund.${target}` : target;
  throw fault(`input.map.${code}`, [level, target], `${shown} must come from the data`, more);
}

function checkOrders(loaded: LoadedMapping): void {
  const { mapping, fault } = loaded;
  checkFromData(loaded, 'order', 'updated_at', {
    expected: 'a column: which one moves when the order changes?',
    found: 'a constant or a default',
    hint: 'Take the latest date that the export has, for example {"latest": ["Refunded at", "Paid at", "Created at"]}.',
  });
  const identifier = mapping.order!['identifier']!;
  const message = 'Which rows belong to one order cannot be told from order.identifier';
  if (mapping.rows?.order === undefined && typeof identifier === 'object' && !('column' in identifier))
    throw fault('input.map.rows', ['order', 'identifier'], message, {
      expected: 'a column, or rows.order beside it',
      hint: 'Add "rows": {"order": COLUMN} with the column that is the same on all rows of an order.',
    });
  checkRefunds(loaded);
}

function checkRefunds(loaded: LoadedMapping): void {
  const { refund, refund_line, rows, order = {} } = loaded.mapping;
  const wrong = (parts: readonly string[], message: string, expected: string, hint: string) =>
    loaded.fault('input.map.refund', parts, message, { expected, hint });
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
  checkNeeds('refund', loaded);
  if (order['refunds'] !== undefined)
    throw wrong(
      ['order', 'refunds'],
      'The mapping says twice where refunds come from',
      'order.refunds, or refund and refund_line',
      'Remove one of the two.',
    );
  const expected = 'a column: two refunds must never have one identifier, and each has its own time';
  const hint = 'Write {"generate": "refund"} where the export has none.';
  checkFromData(loaded, 'refund', 'identifier', { expected, hint });
  checkFromData(loaded, 'refund', 'created_at', { expected, hint: HINT });
}

function hasLiteral(spec: ValueSpec): boolean {
  if (typeof spec === 'string') return false;
  if ('constant' in spec || ('default' in spec && spec.default !== undefined)) return true;
  if (!('cases' in spec)) return false;
  return (
    spec.cases.some((one) => hasLiteral(one.value)) || (spec.else !== undefined && hasLiteral(spec.else))
  );
}

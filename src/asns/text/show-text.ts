// One recorded ASN as text for users: what was queued and how, origin and destination, cartons and lines,
// history.
import { isObject } from '../../basics/json.ts';
import { plural } from '../../basics/units.ts';
import { LABEL, labelled, wrap } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import type { AsnIntent, AsnQueued, AsnRecord } from '../../storage/asn-records.ts';
import type { AsnChange } from '../diff.ts';
import { asnSize } from '../outline.ts';
import { diffText } from './diff-text.ts';
import type { UpdateStyle } from './update-text.ts';
import { howText, runText } from './words.ts';

interface Version {
  readonly queued: AsnQueued;
  readonly changes: readonly AsnChange[] | undefined;
}

/** Fields with a row of their own. */
const ROWS = ['shipment_identifier', 'tracking_number', 'carrier', 'ship_date', 'asn_type'] as const;
/** Number of cartons, and of lines per carton, that are listed; the rest is summed up. */
const MOST = 20;

export function asnText(
  { number, program, last }: AsnRecord,
  pending: AsnIntent | undefined,
  history: readonly Version[] | undefined,
  style: UpdateStyle,
): string {
  const { paint, columns, now } = style;
  const row = (name: string, text: string) => labelled(name, text, paint);
  const lines = [
    `${paint.bold(clean(number))}  program ${clean(program)}  ${paint.bold(clean(last.status))}`,
    row(last.how === 'adopt' ? 'adopted' : 'queued', `${secondOf(last)}  ${paint.dim(howText(last, now))}`),
    row('', paint.dim(`by run ${clean(last.run)}, api-version ${last.version}`)),
    ...bodyLines(JSON.parse(last.body), style),
  ];
  if (pending)
    lines.push(
      ...wrap(
        `Run ${pending.run} ended before the answer to its change came: it may have reached the service.`,
        columns - LABEL,
      ).map((text, i) =>
        i === 0 ? `  ${paint.yellow('look at'.padEnd(LABEL - 3))} ${text}` : `${' '.repeat(LABEL)}${text}`,
      ),
    );
  for (const { queued, changes } of history ?? []) {
    lines.push(`${paint.bold(secondOf(queued))}  ${clean(queued.status)}  ${paint.dim(runText(queued))}`);
    if (!changes) lines.push(paint.dim('    the first version that is kept'));
    else if (changes.length === 0) lines.push(paint.dim('    nothing changed'));
    else lines.push(...diffText(changes, paint, columns));
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

function bodyLines(asn: unknown, style: UpdateStyle): string[] {
  const body = isObject(asn) ? asn : {};
  const row = (name: string, text: string) => labelled(name, text, style.paint);
  const size = asnSize(body);
  const lines = [row('from', placeText(body['from'])), row('to', placeText(body['to']))];
  for (const name of ROWS) if (typeof body[name] === 'string') lines.push(row(name, clean(body[name])));
  lines.push(
    row(
      'contents',
      `${clean(size.details_type)} type, ${plural(size.cartons, 'carton')}, ${plural(size.details, 'line')}, ${plural(size.items, 'item')}`,
    ),
    ...cartonLines(body['cartons'], style),
  );
  return lines;
}

const secondOf = ({ at }: AsnQueued): string => formatInstant(Math.floor(at / 1000) * 1000);

const textOf = (object: unknown, name: string): string => {
  const value = isObject(object) ? object[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';
};

const placeText = (place: unknown) => `${textOf(place, 'identifier')} (${textOf(place, 'type')})`;

function cartonLines(cartons: unknown, { paint, columns }: UpdateStyle): string[] {
  const list = Array.isArray(cartons) ? (cartons as unknown[]) : [];
  const lines = list.slice(0, MOST).flatMap((carton, c) => {
    const details = isObject(carton) && Array.isArray(carton['details']) ? carton['details'] : [];
    const reference = isObject(carton) ? carton['reference'] : undefined;
    const name = textOf(carton, 'identifier') || paint.dim(`carton ${c + 1}`);
    const refers = reference
      ? `  ${paint.dim(`${textOf(reference, 'type')} ${textOf(reference, 'identifier')}`)}`
      : '';
    const rows = details.slice(0, MOST).map((detail: unknown) => {
      const unit = textOf(detail, 'unit_identifier');
      const cells = [
        textOf(detail, 'line_identifier').padEnd(4),
        textOf(detail, 'sku'),
        unit && `unit ${unit}`,
      ];
      const quantity = textOf(detail, 'quantity');
      const status = textOf(detail, 'status');
      return `      ${cells.filter(Boolean).join('  ')}${unit ? '' : `  x ${quantity}`}${status && `  ${status}`}`.slice(
        0,
        Math.max(60, columns),
      );
    });
    const more = details.length - MOST;
    return [
      `    ${name}${refers}`,
      ...rows,
      ...(more > 0 ? [paint.dim(`      and ${plural(more, 'more line')}`)] : []),
    ];
  });
  const more = list.length - MOST;
  return more > 0 ? [...lines, paint.dim(`    and ${plural(more, 'more carton')}`)] : lines;
}

// `returns asns show`: the record of an ASN: body, time and run of what was queued, and the changes of each
// version.

import { EXIT } from '../../basics/exit.ts';
import { isObject } from '../../basics/json.ts';
import { shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { labelled } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import type { AsnIntent, AsnQueued, AsnRecord } from '../../storage/asn-records.ts';
import { asnSize } from '../asn-size.ts';
import { diffAsns } from '../diff.ts';
import { asnRecordOf, notRecorded, queuedDocument, targetOfRecords, withRecords } from '../recorded.ts';
import { diffText } from '../text/diff-text.ts';
import { howText, runText } from '../text/recorded-text.ts';
import { type UpdateStyle, warningLine } from '../text/update-text.ts';

export const command = defineCommand({
  args: '<asn-number>',
  flags: [
    flag('--program <program>', 'where the number is recorded for several programs'),
    flag('--history', 'with what every version changed'),
  ],
  examples: [
    ['returns asns show ASN-1001', 'the body that was queued last'],
    ['returns asns show ASN-1001 --history', 'what was changed, when and by which run'],
    ['returns asns show ASN-1001 --json', 'with the whole body, for a script'],
  ],
  async run(context, [number], { program, history }) {
    const { platform, show } = context;
    const target = targetOfRecords(context);
    const found = withRecords(context, target.key, (records) => {
      const record = asnRecordOf(records, number, program);
      return { record, pending: records.intent(record) };
    });
    if (!found) throw notRecorded(number);
    const { record, pending } = found;
    const versions = history ? versionsOf(record) : undefined;
    await show.result(
      {
        schema: 'asn/1' as const,
        profile: target.profile,
        environment: target.environment,
        asn_number: record.number,
        program_identifier: record.program,
        ...queuedDocument(record.last),
        digest: record.last.digest,
        unanswered: pending ? { run: pending.run, at: formatInstant(pending.at) } : null,
        asn: JSON.parse(record.last.body) as unknown,
        ...(versions && {
          history: versions.map(({ queued, changes = null }) => ({ ...queuedDocument(queued), changes })),
        }),
      },
      () =>
        asnText(record, pending, versions, {
          paint: show.outPaint,
          columns: platform.terminal.columns(),
          now: platform.clock.now(),
        }),
    );
    show.next(
      history
        ? `returns runs show ${record.last.run}`
        : `returns asns update ${shellWord(number)} --status STATUS`,
    );
    return EXIT.done;
  },
});

/** Newest first. */
function versionsOf({ last, past }: AsnRecord) {
  const all = [last, ...past];
  return all.map((queued, i) => {
    const before = all[i + 1];
    /** Since the version before; undefined for the oldest stored version. */
    const changes = before && diffAsns(JSON.parse(before.body), JSON.parse(queued.body));
    return { queued, changes };
  });
}

type Versions = ReturnType<typeof versionsOf>;

/** Fields with a row of their own. */
const ROWS = ['shipment_identifier', 'tracking_number', 'carrier', 'ship_date', 'asn_type'] as const;
/** Number of cartons, and of lines per carton, that are listed; the rest is summed up. */
const MOST = 20;

function asnText(
  { number, program, last }: AsnRecord,
  pending: AsnIntent | undefined,
  versions: Versions | undefined,
  style: UpdateStyle,
): string {
  const { paint, columns, now } = style;
  const row = (name: string, text: string) => labelled(name, text, paint);
  const lines = [
    `${paint.bold(clean(number))}  program ${clean(program)}  ${paint.bold(clean(last.status))}`,
    row('queued', `${secondOf(last)}  ${paint.dim(howText(last, now))}`),
    row('', paint.dim(`by run ${clean(last.run)}, api-version ${last.version}`)),
    ...bodyLines(JSON.parse(last.body), style),
  ];
  if (pending)
    lines.push(
      ...warningLine(
        `Run ${pending.run} ended before the answer to its change came: it may have reached the service.`,
        paint,
        columns,
      ),
    );
  for (const { queued, changes } of versions ?? []) {
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
  for (const name of ROWS)
    if (typeof body[name] === 'string') lines.push(row(name.replace('_identifier', ''), clean(body[name])));
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

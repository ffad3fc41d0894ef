// `returns asns list`: every recorded ASN of the target.
import { neededTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { isObject } from '../../basics/json.ts';
import { formatCount, plural } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { clean, cutMiddle, table } from '../../cli/presenter.ts';
import { ASN_STATUSES, listAt } from '../../contract/asn-words.ts';
import { windowOf } from '../../input/since-until.ts';
import type { AsnRecord } from '../../storage/asn-records.ts';
import { queuedDocument, withRecords } from '../recorded.ts';
import { ageText, type UpdateStyle } from '../text/update-text.ts';

export const command = defineCommand({
  flags: [
    flag('--program <program>', 'only of this program'),
    flag('--status <status>', ASN_STATUSES.join(', '), { oneOf: ASN_STATUSES }),
    flag('--since <date>', 'only what was queued from this date, or since so long ago (7d, 12h)'),
  ],
  examples: [
    ['returns asns list', 'every ASN that was queued from this machine'],
    ['returns asns list --status pending --since 7d', 'what is still pending of the last week'],
    ['returns asns list --program PRG-1 --json', 'for a script'],
  ],
  async run(context, _args, { program, status, since }) {
    const { platform, show } = context;
    const target = neededTarget(context);
    const now = platform.clock.now();
    const from = windowOf({ since }, now)?.from ?? Number.NEGATIVE_INFINITY;
    const wanted = (record: AsnRecord) =>
      (program === undefined || record.program === program) &&
      (status === undefined || record.last.status === status) &&
      record.last.at * 1000 >= from;
    const records = withRecords(context, target.key, (all) => [...all.list()].filter(wanted)) ?? [];
    await show.result(
      {
        schema: 'asn-list/1' as const,
        profile: target.profile,
        environment: target.environment,
        asns: records.map(({ number, program: of, last, past }) => ({
          asn_number: number,
          program_identifier: of,
          ...queuedDocument(last),
          versions: past.length + 1,
          ...asnSize(JSON.parse(last.body)),
        })),
      },
      () =>
        records.length === 0
          ? 'No such ASN was queued from this machine.'
          : asnTable(records, { paint: show.outPaint, now }),
    );
    show.next(records[0] ? 'returns asns show ASN_NUMBER' : 'returns asns create FILE');
    return EXIT.done;
  },
});

const HEAD = ['asn_number', 'program', 'status', 'type', 'lines', 'items', 'queued'];

function asnTable(records: readonly AsnRecord[], { paint, now }: UpdateStyle): string {
  const cells = records.map(({ number, program, last }) => {
    const { details_type: type, details, items } = asnSize(JSON.parse(last.body));
    const names = [cutMiddle(clean(number), 20), cutMiddle(clean(program), 13)];
    const age = ageText(now - last.at);
    return [...names, clean(last.status), clean(type), formatCount(details), formatCount(items), age];
  });
  const [head, ...rows] = table([HEAD, ...cells], [4, 5]);
  return [paint.dim(head!), ...rows, paint.dim(plural(records.length, 'ASN'))].join('\n');
}

/** Cartons, lines, and the sum of their quantities. Works for any value; missing parts count as 0. */
function asnSize(asn: unknown) {
  const cartons = listAt(asn, 'cartons');
  const details = cartons.flatMap((carton) => listAt(carton, 'details'));
  const items = details.reduce<number>((sum, detail) => {
    const quantity = isObject(detail) ? detail['quantity'] : undefined;
    return sum + (typeof quantity === 'number' ? quantity : 0);
  }, 0);
  const type = isObject(asn) ? asn['details_type'] : undefined;
  return {
    details_type: typeof type === 'string' ? type : '',
    cartons: cartons.length,
    details: details.length,
    items,
  };
}

// `returns asns show`: the record of an ASN: body, time and run of what was queued, and the changes of each
// version.

import { neededTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { shellWord } from '../../basics/text.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { clean, labelled } from '../../cli/presenter.ts';
import { formatInstant } from '../../contract/time.ts';
import type { AsnIntent, AsnQueued, AsnRecord } from '../../storage/asn-records.ts';
import { diffAsns } from '../diff.ts';
import { asnRecordOf, notRecorded, queuedDocument, withRecords } from '../recorded.ts';
import { bodyLines, diffText, howText, runText, type UpdateStyle, warningLine } from '../text/update-text.ts';

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
    const target = neededTarget(context);
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
      () => asnText(record, pending, versions, { paint: show.outPaint, now: platform.clock.now() }),
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

function asnText(
  { number, program, last }: AsnRecord,
  pending: AsnIntent | undefined,
  versions: Versions | undefined,
  { paint, now }: UpdateStyle,
): string {
  const row = (name: string, text: string) => labelled(name, text, paint);
  const lines = [
    `${paint.bold(clean(number))}  program ${clean(program)}  ${paint.bold(clean(last.status))}`,
    row('queued', `${secondOf(last)}  ${paint.dim(howText(last, now))}`),
    row('', paint.dim(`by run ${clean(last.run)}, api-version ${last.version}`)),
    ...bodyLines(JSON.parse(last.body)),
  ];
  if (pending)
    lines.push(
      warningLine(
        `Run ${pending.run} ended before the answer to its change came: it may have reached the service.`,
        paint,
      ),
    );
  for (const { queued, changes } of versions ?? []) {
    lines.push(`${paint.bold(secondOf(queued))}  ${clean(queued.status)}  ${paint.dim(runText(queued))}`);
    if (!changes) lines.push(paint.dim('    the first version that is kept'));
    else if (changes.length === 0) lines.push(paint.dim('    nothing changed'));
    else lines.push(...diffText(changes, paint));
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

const secondOf = ({ at }: AsnQueued): string => formatInstant(Math.floor(at / 1000) * 1000);

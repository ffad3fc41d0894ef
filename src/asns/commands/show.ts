// `returns asns show`: the record of an ASN: body, time and run of what was queued, and the changes of each
// version.
import { EXIT } from '../../basics/exit.ts';
import { shellWord } from '../../basics/text.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { formatInstant } from '../../contract/time.ts';
import type { AsnIntent, AsnQueued, AsnRecord } from '../../storage/asn-records.ts';
import { diffAsns } from '../diff.ts';
import { asnRecordOf, nothingRecorded } from '../plan-update.ts';
import { queuedDocument, targetOfRecords, withRecords } from '../recorded.ts';
import { asnText } from '../text/show-text.ts';

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
      const record = asnRecordOf(records, number, program, nothingRecorded);
      return { record, pending: records.intent(record) };
    });
    if (!found) throw nothingRecorded(number);
    const { record, pending } = found;
    const versions = versionsOf(record);
    await show.result(
      {
        schema: 'asn/1' as const,
        profile: target.profile,
        environment: target.environment,
        ...document(record, pending, history ? versions : undefined),
      },
      () =>
        asnText(record, pending, history ? versions : undefined, {
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

interface ShownVersion {
  readonly queued: AsnQueued;
  /** The changes since the version before; undefined for the oldest stored version. */
  readonly changes: ReturnType<typeof diffAsns> | undefined;
}

/** Newest first. */
function versionsOf({ last, past }: AsnRecord): ShownVersion[] {
  const all = [last, ...past];
  return all.map((queued, i) => {
    const before = all[i + 1];
    return {
      queued,
      changes: before ? diffAsns(JSON.parse(before.body), JSON.parse(queued.body)) : undefined,
    };
  });
}

function document(
  { number, program, last }: AsnRecord,
  pending: AsnIntent | undefined,
  versions: readonly ShownVersion[] | undefined,
) {
  return {
    asn_number: number,
    program_identifier: program,
    ...queuedDocument(last),
    digest: last.digest,
    unanswered: pending ? { run: pending.run, at: formatInstant(pending.at) } : null,
    asn: JSON.parse(last.body) as unknown,
    ...(versions
      ? {
          history: versions.map(({ queued, changes }) => ({
            ...queuedDocument(queued),
            changes: changes ?? null,
          })),
        }
      : {}),
  };
}

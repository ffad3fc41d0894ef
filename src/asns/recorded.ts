// Finds recorded ASNs by their numbers, also for commands that only read them.
import type { Where } from '../account/known-target.ts';
import { usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { formatInstant } from '../contract/time.ts';
import { type AsnQueued, type AsnRecord, AsnRecords } from '../storage/asn-records.ts';
import { ledgerPath, openLedgerStore } from '../storage/ledger.ts';

/** Runs `work` with the records; undefined when there are none yet. */
export function withRecords<T>(
  { platform, folders }: Where,
  targetKey: string,
  work: (records: AsnRecords) => T,
) {
  if (!platform.files.stat(ledgerPath(folders))) return undefined;
  const store = openLedgerStore(platform, folders);
  try {
    return work(new AsnRecords(platform, store, targetKey));
  } finally {
    store.close();
  }
}

export const queuedDocument = ({ status, version, at, how, run }: AsnQueued) => ({
  status,
  api_version: version,
  queued_at: formatInstant(at),
  how,
  run,
});

/** Finds the record for a number. @throws Failure exit 2 when there is none, or several */
export function asnRecordOf(records: AsnRecords, number: string, program: string | undefined): AsnRecord {
  const known = records.byNumber(number);
  const found = program === undefined ? known : known.filter((record) => record.program === program);
  if (found.length === 1) return found[0]!;
  if (known.length === 0) throw notRecorded(number);
  const programs = known.map((record) => record.program).join(', ');
  throw usageFailure('asn.program', `ASN ${quote(number)} is recorded for the programs ${programs}`, {
    expected: '--program with one of them',
    ...(program !== undefined && { found: program }),
    hint: `Add --program ${known[0]!.program}, for example.`,
  });
}

export const notRecorded = (number: string) =>
  usageFailure('asn.unknown', `ASN ${quote(number)} was not queued from this machine`, {
    expected: 'a recorded ASN of this target, or its whole shape in a file: an update repeats all of it',
    hint: 'See what is recorded: returns asns list. Give the whole shape of any other: returns asns update NUMBER FILE',
  });

// `returns runs merge`: merges the summaries of all shards, and names every shard that is missing, duplicated or from another
// backfill; with --into, what the ledgers of several machines know.
import path from 'node:path';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { inputFailure } from '../../basics/failure.ts';
import { isObject, parseJsonInput } from '../../basics/json.ts';
import { formatCount, plural } from '../../basics/units.ts';
import { type Context, defineCommand, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Contradiction } from '../../storage/merge-ledgers.ts';
import {
  type MergedLedgers,
  type MergedSummary,
  mergeLedgers,
  mergeShards,
  type ShardOutcome,
  type ShardSummary,
} from '../run-merge.ts';
import { lockWaitFlag } from '../sending-flags.ts';

export const command = defineCommand({
  args: '<files...>',
  flags: [
    flag(
      '--into <dir>',
      'merge ledgers instead, of state folders or files of runs export, into this state folder',
    ),
    lockWaitFlag('an upload that uses this folder', '0s'),
  ],
  examples: [
    ['returns runs merge summary-*.json', 'the summaries of a backfill with --shard'],
    [
      'returns runs merge shard-*/ --into ~/.local/state/returns',
      'the ledgers: this machine knows what all sent',
    ],
  ],
  async run(context, files, { into, lockWait }) {
    const { platform, show } = context;
    if (into !== undefined) return await runLedgers(context, files, into, lockWait);
    const merged = mergeShards(files.map((file) => readSummary(platform, file)));
    await show.result(merged, () => text(merged));
    if (merged.missing.length > 0) show.next(`returns orders upload FILE --shard ${merged.missing[0]}`);
    return merged.exit_code;
  },
});

async function runLedgers(
  { platform, folders, show, argv }: Context,
  files: readonly string[],
  into: string,
  lockWaitMs: number,
): Promise<ExitCode> {
  const merged = await mergeLedgers(platform, folders, files, { into, argv, lockWaitMs });
  const { counts, contradictions } = merged;
  const exitCode = contradictions.length > 0 ? EXIT.refused : EXIT.done;
  const { into: file, ledgers, targets } = merged;
  await show.result(
    {
      schema: 'merged-ledgers/1',
      ...{ into: file, ledgers, targets },
      ...counts,
      contradictions,
      exit_code: exitCode,
    },
    () => ledgersText(merged),
  );
  for (const run of counts.at_work)
    show.warn(`Run ${run} is still at work there: merge again when it has ended`);
  const [first] = contradictions;
  if (first)
    show.next(
      first.refunds ? 'returns orders upload FILE --keep-refunds' : `returns runs show ${first.other}`,
    );
  return exitCode;
}

function ledgersText({ into, ledgers, targets, counts, contradictions }: MergedLedgers): string {
  const { orders, asns, refusals, runs } = counts;
  const row = (name: string, count: number, more = '') =>
    count > 0 ? [`  ${name.padEnd(17)}${formatCount(count).padStart(11)}${more}`] : [];
  return [
    `${plural(ledgers.length, 'ledger')} merged into ${clean(into)}`,
    ...targets.map((target) => `  target    ${clean(target)}`),
    ...row('orders added', orders.added),
    ...row('orders newer', orders.newer, '  replace an older version'),
    ...row('orders older', orders.older, '  the newer version was there'),
    ...row('orders same', orders.same),
    ...row('refused', refusals),
    ...row('ASNs added', asns.added),
    ...row('ASNs changed', asns.changed),
    ...row('ASNs same', asns.same),
    ...row('runs', runs),
    ...row('contradictions', contradictions.length, '  the same with other content:'),
    ...contradictions.slice(0, MOST_SHOWN).map(contradictionText),
  ].join('\n');
}

const MOST_SHOWN = 10;

function contradictionText({ kind, id, kept, other, refunds, message }: Contradiction): string {
  if (kind === 'unit') return `    unit ${clean(id)} is in ASN ${clean(kept)} and in ${clean(other)}`;
  const stays = `    ${kind === 'asn' ? 'ASN' : kind} ${clean(id)}: run ${clean(kept)} stays`;
  return refunds
    ? `${stays} without the refund ${refunds.map(clean).join(', ')} of ${clean(other)}: upload the order again with --keep-refunds`
    : `${stays}, ${clean(other)} differs${message === undefined ? '' : `: ${clean(message)}`}`;
}

function readSummary(platform: Platform, file: string): ShardSummary {
  const full = path.resolve(platform.cwd, file);
  const stat = platform.files.stat(full);
  if (stat?.kind !== 'file')
    throw inputFailure('input.file.missing', 'There is no such file', {
      place: { file },
      hint: 'Name the files that `returns orders upload --shard ... --json` wrote.',
    });
  const value = parseJsonInput(platform.files.readText(full), { file });
  if (!isObject(value) || value.schema !== 'upload-summary/1')
    throw inputFailure('input.summary', 'This is not the summary of an upload', {
      place: { file },
      expected: 'a document with "schema": "upload-summary/1"',
      found:
        isObject(value) && typeof value.schema === 'string'
          ? `"schema": ${JSON.stringify(value.schema)}`
          : 'something else',
      hint: 'An upload that failed early writes an error document instead: run its command again.',
    });
  return { path: file, summary: value as unknown as ShardOutcome };
}

function text(merged: MergedSummary): string {
  const { orders, input, shards, missing, doubled, foreign, unfinished } = merged;
  const lines = [merged.whole ? `All ${shards} shards are here` : 'The shards are not complete'];
  if (missing.length > 0) lines.push(`  missing   ${missing.join(', ')}`);
  for (const { shard, files } of doubled) lines.push(`  twice     ${shard}: ${files.map(clean).join(', ')}`);
  for (const { file, reason } of foreign) lines.push(`  foreign   ${clean(file)}: ${clean(reason)}`);
  for (const { shard, state, exit_code } of unfinished)
    lines.push(`  not done  ${shard}: ${state}, exit code ${exit_code}: run its command again`);
  for (const [outcome, count] of Object.entries(orders))
    if (count > 0) lines.push(`  ${outcome.replace('_', ' ').padEnd(17)}${formatCount(count).padStart(11)}`);
  lines.push(`  ${'orders in input'.padEnd(17)}${formatCount(input.orders).padStart(11)}`);
  if (merged.whole)
    lines.push(
      merged.balanced
        ? '  Every order is in exactly one shard.'
        : '  The accounts do not balance: please report it.',
    );
  return lines.join('\n');
}

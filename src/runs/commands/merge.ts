// `returns runs merge`: merges the summaries of all shards; names every shard that is missing, duplicated or
// from another backfill.
import path from 'node:path';
import { inputFailure } from '../../basics/failure.ts';
import { isObject, parseJsonInput } from '../../basics/json.ts';
import { formatCount } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MergedSummary, mergeShards, type ShardSummary } from '../merge.ts';
import type { UploadSummary } from '../summary.ts';

export const command = defineCommand({
  args: '<summaries...>',
  examples: [['returns runs merge summary-*.json', 'after a backfill with --shard']],
  async run({ platform, show }, files) {
    const merged = mergeShards(files.map((file) => readSummary(platform, file)));
    await show.result(merged, () => text(merged));
    if (merged.missing.length > 0) show.next(`returns orders upload FILE --shard ${merged.missing[0]}`);
    return merged.exit_code;
  },
});

function readSummary(platform: Platform, file: string): ShardSummary {
  const full = path.resolve(platform.cwd, file);
  const stat = platform.files.stat(full);
  if (stat?.kind !== 'file')
    throw inputFailure('input.file.missing', 'There is no such file', {
      place: { file },
      hint: 'Name the files that `returns orders upload --shard ... --json` wrote.',
    });
  const value = parseJsonInput(platform.files.readText(full), { file });
  if (!isObject(value) || value['schema'] !== 'upload-summary/1')
    throw inputFailure('input.summary', 'This is not the summary of an upload', {
      place: { file },
      expected: 'a document with "schema": "upload-summary/1"',
      found:
        isObject(value) && typeof value['schema'] === 'string'
          ? `"schema": ${JSON.stringify(value['schema'])}`
          : 'something else',
      hint: 'An upload that failed early writes an error document instead: run its command again.',
    });
  return { path: file, summary: value as unknown as UploadSummary };
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

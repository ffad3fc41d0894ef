// Every sample export of a platform through its mapping into a sandbox: the counts of the run, every order that the service then
// holds, every rejected row with its reason, compared with a golden file for each export. The orders of the golden files were worked
// out from the exports without the program when they were written; which difficulty is in which order stands in
// samples/exports/README.md. `npx vitest run test/input/sample-mappings --update` writes them anew: read what changes.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { repository, sample } from './export-rows.ts';
import { EXPORTS, flagsOf } from './exports.ts';

test('every mapping of a platform has a golden file', () => {
  const names = fs.readdirSync(sample('mappings')).filter((name) => {
    if (!name.endsWith('.json')) return false;
    const { message, platform } = JSON.parse(fs.readFileSync(sample(`mappings/${name}`), 'utf8'));
    return message !== 'asn' && platform !== undefined;
  });
  expect(EXPORTS.map(({ name }) => `${name}.json`)).toEqual(names.sort());
});

describe.each(EXPORTS)('$name', (given) => {
  const { name, file, unmapped } = given;
  const its = uploadedSample(sample(`exports/${file}`), sample(`mappings/${name}.json`), ...flagsOf(given));

  test('orders, refusals and counts are those of the golden file', async () => {
    const { document, code } = its.uploaded;
    const { orders, rows, balanced, money, skipped_by: skipped } = document;
    const input = { rows: document.input.rows, orders: document.input.orders };
    const counts = (list: readonly { readonly code: string; readonly count: number }[]) =>
      Object.fromEntries(list.map((one) => [one.code, one.count]));
    const run = {
      exit_code: code,
      ...{ balanced, input, orders, rows, money, skipped: skipped ?? [] },
      refused: counts(document.refused.by_code),
      warnings: counts(document.warnings),
      notes: counts(document.notes),
    };
    const held = [...its.stored].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => JSON.stringify(one));
    const rejects = document.refused.files.map((one) => fs.readFileSync(one, 'utf8')).join('');
    const text = [JSON.stringify(run, undefined, 2), ...held, 'rejects:', rejects].join('\n');
    await expect(text.replaceAll('\r\n', '\n').replaceAll(repository, '')).toMatchFileSnapshot(
      `golden/${name}.txt`,
    );
  });

  test('again: nothing is sent', async () => {
    const again = await its.upload();
    expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: its.stored.size });
  });

  test('the plan names the mapping, what it assumes, and what it does not read', () =>
    its.expectPlan(unmapped));
});

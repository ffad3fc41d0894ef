import fs from 'node:fs';
import { expect, test } from 'vitest';
import { EXPORTS } from './orders/map/corpus/exports/all.ts';
import { write } from './orders/map/corpus/write.ts';
import { factsOf } from './orders/map/corpus/facts.ts';
import { testPlatform } from './helpers/platform.ts';
import { mapExport } from '../src/orders/map/map-export.ts';
test('x', async () => {
  for (const name of process.env.NAMES!.split(',')) {
    const e = EXPORTS.find((one) => one.name.includes(name))!;
    const f = write(e, factsOf(e.shop));
    fs.writeFileSync(`/tmp/corp/${e.name}.${e.table ? 'csv' : 'json'}`, f.bytes);
    const { platform, folders, file } = testPlatform();
    const path = file(f.file, f.bytes as never);
    try {
      const r = await mapExport(platform, folders, { path, memory: 1 << 26, joins: [], answers: JSON.parse(process.env.ANS ?? '{}') }, undefined, { emit() {}, stop() {} });
      console.log(name, '\nroles', [...(r.hypothesis?.roles ?? [])].map(([k, v]) => `${k}=${v.column.name}${v.rivals.length ? '(' + v.rivals.map((x) => x.name) + ')' : ''}`).join('; '), '\nkey', r.hypothesis?.key?.name, r.hypothesis?.keyRivals.map((x) => x.name), '\nfree', r.hypothesis?.columns.filter((c) => ![...r.hypothesis!.roles.values()].some((x) => x.column === c)).map((c) => `${c.name}[${[...c.meaning.concepts]} ${c.meaning.unknown} ${r.hypothesis!.levels[c.index]}]`).join('; '), '\namounts', r.amounts?.kind, r.amounts?.fits, r.amounts?.of, JSON.stringify(r.amounts?.against), '\nquestions', JSON.stringify(r.questions.map(({ id, choices, proposed, words }) => ({ id, proposed, choices: choices.map((c) => c.value + ' | ' + c.text).slice(0, 12), words }))));
    } catch (error) { console.log(name, String(error)); }
  }
  expect(1).toBe(1);
});

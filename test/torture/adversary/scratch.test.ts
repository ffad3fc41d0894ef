import fs from 'node:fs';
import path from 'node:path';
import { it, expect } from 'vitest';
import { drawExport } from './exports.ts';
import { KINDS } from './kinds.ts';
import { run } from '../../../src/main.ts';
import { testPlatform } from '../../helpers/platform.ts';
it('x', async () => {
  console.log(KINDS.length, new Set(KINDS.map((k) => k.name)).size);
  const out: string[] = [];
  const ids = new Map<string, number>();
  for (let s = 1; s <= 60; s++) {
    const e = drawExport(s);
    const root = fs.mkdtempSync('/dev/shm/adv-');
    const go = async (...args: string[]) => { const h = testPlatform({ root }); const t = performance.now(); const code = await run(args, h.platform); return { code, stdout: h.stdout(), stderr: h.stderr(), t: performance.now() - t }; };
    fs.mkdirSync(path.join(root, 'work'), { recursive: true });
    fs.writeFileSync(path.join(root, 'work', e.file.name), e.file.text);
    const r = await go('orders', 'map', e.file.name, '--json', '--no-input');
    let d: any; try { d = JSON.parse(r.stdout); } catch { out.push(`${s} ${e.format.name} code ${r.code} ${r.stderr.slice(0, 600)} ${r.stdout.slice(0,300)}`); continue; }
    out.push(`== ${s} ${e.format.name} code ${r.code} ${Math.round(r.t)} ms, ${e.kinds.map((k) => k.name)} renamed ${e.renamed} err ${r.stderr.slice(0,300)}`);
    for (const q of d.questions ?? []) { const k = q.id; ids.set(k, (ids.get(k) ?? 0) + 1); out.push('  ' + JSON.stringify(q).slice(0, 1500)); }
    fs.rmSync(root, { recursive: true });
  }
  fs.writeFileSync('/tmp/adv/questions.txt', out.join('\n') + '\n' + JSON.stringify([...ids], null, 1));
  expect(1).toBe(1);
}, 600000);

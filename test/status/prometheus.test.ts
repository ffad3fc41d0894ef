import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTransit, withUnit } from '../../src/contract/sample-rma.ts';
import { STATUS_KINDS } from '../../src/status/kinds.ts';
import { STATUS_METRICS } from '../../src/status/prometheus.ts';
import { returns } from '../calls/support.ts';
import { accept, HOUR, heard, here, NOW, OPTIONS, ran, statusOf } from './support.ts';

interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: { readonly labels: Record<string, string>; readonly value: number }[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,?)/;

/** The text format of Prometheus, as strictly as it can be read. Throws for anything else. */
function parse(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const families: Family[] = [];
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const head = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    const family = families.at(-1);
    if (head?.[1] === 'HELP') {
      if (families.some(({ name }) => name === head[2]!)) throw new Error(`${head[2]} stands twice`);
      if (/\\(?![\\n])/.test(head[3]!)) throw new Error('A backslash in HELP');
      families.push({ name: head[2]!, type: '', help: head[3]!, samples: [] });
    } else if (head) {
      if (family?.name !== head[2] || family?.type !== '' || family.samples.length > 0)
        throw new Error(`TYPE is misplaced: ${line}`);
      if (!['counter', 'gauge'].includes(head[3]!)) throw new Error(`No type: ${line}`);
      families[families.length - 1] = { ...family!, type: head[3]! };
    } else {
      const name = NAME.exec(line)?.[0];
      if (!family || name !== family.name || family.type === '')
        throw new Error(`A sample outside of its family: ${line}`);
      let rest = line.slice(name.length);
      const labels: Record<string, string> = {};
      if (rest.startsWith('{')) {
        rest = rest.slice(1);
        while (!rest.startsWith('}')) {
          const label = LABEL.exec(rest);
          if (!label || label[1]! in labels) throw new Error(`No label: ${rest}`);
          labels[label[1]!] = label[2]!.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));
          rest = rest.slice(label[0].length);
        }
        rest = rest.slice(1);
      }
      if (!/^ -?\d+(\.\d+)?$/.test(rest)) throw new Error(`No value, or more than a value: ${line}`);
      const key = `${name}${JSON.stringify(labels)}`;
      if (seen.has(key)) throw new Error(`The sample stands twice: ${line}`);
      seen.add(key);
      family.samples.push({ labels, value: Number(rest) });
    }
  }
  return families;
}

async function fileOf(on: ReturnType<typeof here>, ...words: string[]) {
  const file = path.join(on.work, 'returns.prom');
  const told = await returns(on, ['status', '--prometheus', file, ...words], OPTIONS());
  return { told, families: parse(fs.readFileSync(file, 'utf8')), mode: fs.statSync(file).mode & 0o777 };
}

describe('the file', () => {
  it('has every metric and every kind, also with 0, and the figures of the JSON', async () => {
    const on = here();
    const empty = (await fileOf(on)).families;
    expect(empty.map(({ name, type }) => [name, type])).toEqual(
      STATUS_METRICS.map(({ name }) => [name, 'gauge']),
    );
    const kinds = [...STATUS_KINDS];
    expect(empty[0]!.samples).toEqual(
      kinds.map((kind) => ({ labels: { profile: '(environment)', kind }, value: 0 })),
    );
    accept(on, 'SO-1001');
    await heard(on, [withUnit(inTransit)], { at: NOW - HOUR });
    for (const day of [4, 3, 2, 1]) ran(on, NOW - day * 24 * HOUR, `returns orders upload "a\\b ${day}.csv"`);
    const { families, mode, told } = await fileOf(on);
    expect({ mode, told }).toMatchObject({ mode: 0o644, told: { code: 0, stderr: '' } });
    const status = await statusOf(on);
    const figure = (name: string, labels: Record<string, string> = {}) =>
      families
        .find((family) => family.name === name)
        ?.samples.find((sample) =>
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
        )?.value;
    for (const kind of kinds) {
      const item = status.items.find((one) => one.kind === kind);
      expect(figure('returns_problems', { kind })).toBe(item?.count ?? 0);
      expect(figure('returns_problem_oldest_timestamp_seconds', { kind })).toBe(
        item?.oldest ? Date.parse(item.oldest) / 1000 : 0,
      );
    }
    expect(status.items).toMatchObject([{ kind: 'refunds_due', count: 1 }]);
    expect(figure('returns_status_last_run_timestamp_seconds')).toBe(NOW / 1000);
    expect(figure('returns_newest_order_timestamp_seconds')).toBe((NOW - 24 * HOUR + 1000) / 1000);
    expect(figure('returns_status_window_seconds')).toBe(30 * 86_400);
    expect(families.find(({ name }) => name.startsWith('returns_schedule_last'))?.samples).toEqual([
      {
        labels: { profile: '(environment)', command: 'returns orders upload "a\\b #.csv"' },
        value: (NOW - 24 * HOUR) / 1000,
      },
    ]);
    expect(figure('returns_schedule_usual_interval_seconds')).toBe(86_400);
    expect([
      figure('returns_ledger_orders'),
      figure('returns_rmas'),
      figure('returns_recorded_calls'),
    ]).toEqual([1, 1, 1]);
  });

  it('replaces the old one whole, and leaves nothing beside it', async () => {
    const on = here();
    await fileOf(on);
    const before = fs.statSync(path.join(on.work, 'returns.prom')).ino;
    await fileOf(on);
    expect(fs.statSync(path.join(on.work, 'returns.prom')).ino).not.toBe(before);
    expect(fs.readdirSync(on.work)).toEqual(['returns.prom']);
    const failed = await returns(
      on,
      ['status', '--profile', 'nobody', '--prometheus', 'returns.prom'],
      OPTIONS(),
    );
    expect(failed.code).toBe(2);
    expect(fs.readdirSync(on.work)).toEqual(['returns.prom']);
  });

  it('is refused where there is no folder, and a name that the collector does not read is a warning', async () => {
    const on = here();
    const nowhere = await returns(on, ['status', '--prometheus', 'no/where.prom'], OPTIONS());
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('--prometheus no/where.prom') });
    const odd = await returns(on, ['status', '--prometheus', 'status.txt'], OPTIONS());
    expect(odd).toMatchObject({ code: 0, stderr: expect.stringContaining('end with .prom') });
  });
});

describe('docs/watching.md', () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/watching.md'), 'utf8');

  it('names metrics that are there', () => {
    const names: readonly string[] = STATUS_METRICS.map(({ name }) => name);
    const named = new Set(page.match(/\breturns_\w+/g));
    expect([...named].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has the table of the kinds', () => {
    for (const kind of STATUS_KINDS) expect(page).toContain(`\n| \`${kind}\` | `);
  });
});

// Keeps the import rules of .dependency-cruiser.mjs: over the real sources, and each rule over an import that breaks it.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const { default: rules, ORDER } = (await import(
  pathToFileURL(path.join(ROOT, '.dependency-cruiser.mjs')).href
)) as {
  readonly default: {
    readonly forbidden: IRegularForbiddenRuleType[];
    readonly options: ICruiseOptions;
  };
  readonly ORDER: readonly (readonly string[])[];
};

/** Every import that breaks a rule, by the name of the rule. */
async function broken(baseDir: string): Promise<{ found: Record<string, string[]>; imports: number }> {
  const { options, forbidden } = rules;
  const result = await cruise(['src'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  const { summary } = result.output as ICruiseResult;
  const found: Record<string, string[]> = {};
  for (const { rule, from, to, cycle } of summary.violations) {
    found[rule.name] ??= [];
    found[rule.name]!.push(
      cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`,
    );
  }
  return { found, imports: summary.totalDependenciesCruised ?? 0 };
}

const named = rules.forbidden.map(({ name, comment }) => [name!, comment!] as const);

describe('the sources', () => {
  let result: Awaited<ReturnType<typeof broken>>;
  beforeAll(async () => {
    result = await broken(ROOT);
  });

  it('are read: some thousand imports are found', () => {
    expect(result.imports).toBeGreaterThan(2500);
  });

  it.each(named)('%s: %s', (name) => {
    expect(result.found[name] ?? []).toEqual([]);
  });

  it('stand in the folders that the order names, and in no others', () => {
    const here = fs.readdirSync(path.join(ROOT, 'src')).map((entry) => entry.replace(/\.ts$/, ''));
    expect(here.sort()).toEqual([...new Set([...ORDER.flat(), 'sandbox'])].sort());
  });
});

/** Imports that break a rule: a file, what it imports, and the rule. */
const BAD: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['order-main', 'src/main.ts', './start.ts'],
  ['order-program', 'src/program/x.ts', '../main.ts'],
  ['order-commands', 'src/commands.ts', './program/y.ts'],
  ['order-certify', 'src/certify/x.ts', '../commands.ts'],
  ['order-agreements', 'src/agreements/x.ts', '../certify/y.ts'],
  ['order-demo', 'src/demo/x.ts', '../commands.ts'],
  ['order-doctor', 'src/doctor/x.ts', '../certify/y.ts'],
  ['order-doctor', 'src/doctor/x.ts', '../sandbox/y.ts'],
  ['order-status', 'src/status/x.ts', '../doctor/y.ts'],
  ['order-reconcile', 'src/reconcile/x.ts', '../status/y.ts'],
  ['order-completion', 'src/completion/x.ts', '../commands.ts'],
  ['order-receiver', 'src/receiver/x.ts', '../status/y.ts'],
  ['order-calls', 'src/calls/x.ts', '../demo/y.ts'],
  ['order-calls', 'src/calls/x.ts', '../sandbox/y.ts'],
  ['calls-receive', 'src/calls/receive/x.ts', '../inspector/y.ts'],
  ['calls-replay', 'src/calls/replay/x.ts', '../receive/y.ts'],
  ['calls-refunds', 'src/calls/refunds/x.ts', '../replay/y.ts'],
  ['calls-messages', 'src/calls/messages/x.ts', '../refunds/y.ts'],
  ['calls-record', 'src/calls/record/x.ts', '../messages/y.ts'],
  ['calls-events', 'src/calls/events.ts', './record/y.ts'],
  ['orders-read', 'src/orders/read/x.ts', '../upload/y.ts'],
  ['orders-compare', 'src/orders/compare/x.ts', '../read/y.ts'],
  ['order-orders', 'src/orders/x.ts', '../asns/y.ts'],
  ['order-asns', 'src/asns/x.ts', '../orders/y.ts'],
  ['order-asns', 'src/asns/x.ts', '../calls/y.ts'],
  ['order-mappings', 'src/mappings/x.ts', '../orders/y.ts'],
  ['order-runs', 'src/runs/x.ts', '../orders/y.ts'],
  ['order-account', 'src/account/x.ts', '../runs/y.ts'],
  ['order-cli', 'src/cli/x.ts', '../sending/y.ts'],
  ['order-sending', 'src/sending/x.ts', '../input/y.ts'],
  ['order-input', 'src/input/x.ts', '../account/y.ts'],
  ['order-storage', 'src/storage/x.ts', '../sending/y.ts'],
  ['order-contract', 'src/contract/x.ts', '../storage/y.ts'],
  ['order-platform', 'src/platform/x.ts', '../page/y.ts'],
  ['order-page', 'src/page/server/x.ts', '../../contract/y.ts'],
  ['page-in-browser', 'src/page/x.ts', '../platform/platform.ts'],
  ['page-server', 'src/page/server/x.ts', '../y.ts'],
  ['order-basics', 'src/basics/x.ts', '../platform/platform.ts'],
  ['sandbox-stands-alone', 'src/sandbox/x.ts', '../sending/y.ts'],
  ['sandbox-commands', 'src/sandbox/commands/x.ts', '../../runs/y.ts'],
  ['sandbox-engine-and-commands', 'src/sandbox/x.ts', './commands/y.ts'],
  ['one-judge', 'src/certify/x.ts', '../sandbox/scenarios/y.ts'],
  ['platform-comes-in', 'src/storage/x.ts', '../platform/y.ts'],
  ['node', 'src/input/x.ts', 'node:fs'],
  ['node', 'src/input/x.ts', 'fs'],
  ['package-platform', 'src/storage/x.ts', '@photostructure/sqlite'],
  ['package-platform', 'src/sending/x.ts', 'undici'],
  ['package-terminal', 'src/orders/commands/x.ts', 'ora'],
  ['package-commander', 'src/cli/x.ts', 'commander'],
  ['package-zod', 'src/orders/x.ts', 'zod'],
  ['package-csv-parse', 'src/orders/x.ts', 'csv-parse/sync'],
  ['engine-and-commands', 'src/orders/x.ts', './text/y.ts'],
  ['engine-and-commands', 'src/calls/x.ts', '../orders/commands/y.ts'],
  ['engine-and-cli', 'src/orders/x.ts', '../cli/y.ts'],
  ['text-and-commands', 'src/orders/text/x.ts', '../commands/y.ts'],
  ['page', 'src/calls/inspector/page/x.ts', '../../y.ts'],
  ['page-is-apart', 'src/calls/x.ts', './inspector/page/y.ts'],
  ['page-is-apart', 'src/orders/x.ts', '../page/y.ts'],
  ['page', 'src/sandbox/pages/portal/x.ts', '../operator/y.ts'],
  ['page', 'src/calls/inspector/page/x.ts', '../../../page/server/y.ts'],
  ['no-circles', 'src/orders/x.ts', './x.ts'],
  ['resolves', 'src/orders/x.ts', './gone.ts'],
  ['nothing-unused', 'src/orders/z.ts', './y.ts'],
];

describe('a rule that is broken', () => {
  let found: Record<string, string[]>;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const texts = new Map<string, string[]>();
    const add = (file: string, line: string) => texts.set(file, [...(texts.get(file) ?? []), line]);
    for (const [, file, imported] of BAD) {
      add(file, `import type { X${texts.get(file)?.length ?? 0} } from '${imported}';`);
      if (imported.endsWith('/y.ts') || imported.endsWith('platform.ts'))
        add(path.posix.join(path.posix.dirname(file), imported), 'export {};');
    }
    add('src/start.ts', 'export {};');
    add('src/sandbox/index.ts', 'export {};');
    for (const [file, lines] of texts) {
      fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), lines.join('\n'));
    }
    ({ found } = await broken(folder));
  });

  it.each(BAD)('%s: finds that %s imports %s', (rule, file, imported) => {
    const target =
      imported.startsWith('.') && imported !== './gone.ts'
        ? path.posix.join(path.posix.dirname(file), imported)
        : imported.replace('node:', '');
    const lines = found[rule] ?? [];
    const expected = rule === 'nothing-unused' ? file : target;
    expect(
      lines.some((line) => line.includes(file) && line.includes(expected)),
      lines.join('\n'),
    ).toBe(true);
  });

  it('is there for every rule', () => {
    expect(named.map(([name]) => name).filter((name) => !BAD.some(([rule]) => rule === name))).toEqual([]);
  });
});

// The pinned surface: what scripts and people rely on changes only on purpose (test/house/surface/).
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../src/commands.ts';
import { run } from '../../src/main.ts';
import { helpPages } from '../../src/program/help-pages.ts';
import { inForm } from '../helpers/form.ts';
import { testPlatform } from '../helpers/platform.ts';
import * as design from './design.ts';
import {
  type Documents,
  declaredSurface,
  documentsOf,
  type LoadedCommand,
  loadCommands,
  nameOf,
} from './surface.ts';
import { expectSurfaceFiles, surfaceFiles } from './surface-files.ts';

/** Keys of upload-summary/1 beside those that the design fixes. */
const MORE_IN_SUMMARY = [
  'changed',
  ...['changed_order', 'error', 'levels', 'mapping', 'notes', 'skipped_by', 'would_stop'],
  ...['refunds_left_out', 'samples', 'report', 'sample_refund'],
];
/** The same of error/1. */
const MORE_IN_ERROR = ['reason', 'place', 'expected', 'found'];

const ORDERS = path.resolve(import.meta.dirname, '../../samples/orders.csv');

let commands: LoadedCommand[];
let documents: Documents;
beforeAll(async () => {
  commands = await loadCommands();
  documents = await documentsOf(ORDERS);
});

async function returns(...argv: string[]) {
  const here = testPlatform();
  const code = await run(argv, here.platform);
  return { code, stdout: here.stdout(), stderr: here.stderr() };
}

describe('the surface', () => {
  it('is the one that was agreed on', async () => {
    expectSurfaceFiles(surfaceFiles(await declaredSurface(), documents.shapes, documents.commands));
  });

  it('has every command of the design, and every flag', () => {
    const here = new Map(commands.map(({ path: name, spec }) => [name, (spec.flags ?? []).map(nameOf)]));
    expect(design.COMMANDS.filter((name) => !here.has(name))).toEqual([]);
    for (const [name, flags] of Object.entries(design.FLAGS))
      expect(
        flags.filter((flag) => !here.get(name)?.includes(flag)),
        name,
      ).toEqual([]);
  });

  it('has the global flags, environment variables and exit codes of the design and no others', async () => {
    const surface = await declaredSurface();
    expect(surface.global_flags.map((line) => line.split(' ')[0])).toEqual(design.GLOBAL_FLAGS);
    expect(surface.environment).toEqual(design.ENVIRONMENT);
    expect(Object.keys(surface.exit_codes).map(Number)).toEqual(design.EXIT_CODES);
  });

  it('uses no name of a global flag for a flag of a command', () => {
    for (const { path: name, spec } of commands)
      for (const flag of spec.flags ?? []) expect(design.GLOBAL_FLAGS, name).not.toContain(nameOf(flag));
  });

  it('prints upload-summary/1 with every key of the design', () => {
    const summaries = documents.samples.get('upload-summary/1')!;
    expect(summaries.length).toBeGreaterThan(2);
    for (const summary of summaries) {
      const more = Object.keys(summary).filter((key) => !(key in design.UPLOAD_SUMMARY));
      expect(MORE_IN_SUMMARY).toEqual(expect.arrayContaining(more));
      expectKeys(summary, design.UPLOAD_SUMMARY, 'upload-summary/1');
    }
  });

  it('prints error/1 with the keys of the design first, then where and what', () => {
    const fixed = Object.keys(design.ERROR);
    for (const error of documents.samples.get('error/1')!) {
      expect(Object.keys(error).slice(0, fixed.length)).toEqual(fixed);
      expect(MORE_IN_ERROR).toEqual(expect.arrayContaining(Object.keys(error).slice(fixed.length)));
      expectKeys(error, design.ERROR, 'error/1');
      expect(error['exit_code']).toSatisfy((code: number) => design.EXIT_CODES.includes(code));
    }
  });

  it('has a document with a schema for every command that prints a result', () => {
    const seen = Object.keys(documents.commands);
    expect(commands.map((command) => command.path).filter((name) => !seen.includes(name))).toEqual([]);
    for (const schema of Object.keys(documents.shapes)) expect(schema).toMatch(/^[a-z-]+\/\d$/);
  });
});

/** Every key of the fixed document is there, and holds the same kind of value where it holds any. */
function expectKeys(found: unknown, fixed: unknown, at: string): void {
  if (Array.isArray(fixed)) {
    expect(Array.isArray(found), at).toBe(true);
    if (fixed.length > 0) for (const element of found as unknown[]) expectKeys(element, fixed[0], `${at}[]`);
    return;
  }
  if (typeof fixed === 'object' && fixed !== null) {
    expect(Object.keys(found as object), at).toEqual(expect.arrayContaining(Object.keys(fixed)));
    for (const [key, value] of Object.entries(fixed))
      expectKeys((found as Record<string, unknown>)[key], value, `${at}.${key}`);
    return;
  }
  if (fixed !== null && found !== null) expect(typeof found, at).toBe(typeof fixed);
}

describe('help', () => {
  it('is there for every command, with its summary, its flags and its examples, within 80 columns', async () => {
    for (const { path: name, summary, spec } of commands) {
      const { code, stdout, stderr } = await returns(...name.split(' '), '--help');
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
      expect(stdout.replace(/\s+/g, ' '), name).toContain(summary);
      const all = await returns(...name.split(' '), '--help', '--all');
      for (const flag of spec.flags ?? []) {
        expect(all.stdout, name).toContain(`  ${flag.flag}`);
        expect(stdout.includes(`  ${flag.flag}`), `${name} ${flag.flag}`).toBe(flag.isRare !== true);
      }
      const rare = (spec.flags ?? []).filter(({ isRare }) => isRare).length;
      if (rare > 0) expect(stdout).toContain(`${rare} more: returns ${name} --help --all`);
      expect(spec.examples.length, name).toBeGreaterThan(0);
      for (const [line, purpose] of spec.examples)
        expect(stdout, name).toContain(`  # ${purpose}\n  ${line}\n`);
      expect(
        stdout.split('\n').filter((line) => line.length > 80),
        name,
      ).toEqual([]);
      expect(summary, name).toMatch(/^[A-Z].{8,80}[^.]$/);
    }
  });

  it('has examples that name the command and only flags that exist', () => {
    for (const { path: name, spec } of commands) {
      const known = [...(spec.flags ?? []).map(nameOf), ...design.GLOBAL_FLAGS, '--help'];
      for (const [line] of spec.examples) {
        const own = line.slice(line.indexOf('returns ')).split(/ [|>] /)[0]!;
        expect(own, line).toMatch(new RegExp(`^returns ${name}(?![\\w-])`));
        for (const [flag] of own.matchAll(/(?<= )--[a-z-]+/g)) expect(known, line).toContain(flag);
      }
    }
  });

  it('says the same however it is asked for', async () => {
    const pages = await helpPages();
    const names = ['', ...Object.keys(GROUPS), ...commands.map((command) => command.path)];
    const otherWays = inForm({ short: ['', 'orders', 'orders upload', 'whoami'], long: names });
    expect(names).toEqual(expect.arrayContaining(otherWays));
    for (const name of names) {
      const words = name.split(' ').filter(Boolean);
      const page = await returns(...words, '--help');
      expect(page.code, name).toBe(0);
      expect(pages[[...words, '--help'].join(' ')], name).toBe(page.stdout);
      if (!otherWays.includes(name)) continue;
      expect(await returns(...words, '-h'), name).toEqual(page);
      expect(await returns('--no-color', ...words, '--help'), name).toEqual(page);
      if (words[0] !== 'help') expect(await returns('help', ...words), name).toEqual(page);
    }
    expect(pages['--version']).toBe((await returns('--version')).stdout);
  });

  it('does not depend on the terminal', async () => {
    const wide = testPlatform({ terminal: { stdout: true, stderr: true, columns: 200 } });
    await run(['orders', 'upload', '--help'], wide.platform);
    expect(wide.stdout()).toBe((await returns('orders', 'upload', '--help')).stdout);
  });

  it.each([[], ['orders'], ['runs'], ['profile'], ['sandbox']])(
    'is shown for words without a command: %s',
    async (...words) => {
      const { code, stdout, stderr } = await returns(...(words as string[]));
      const page = await returns(...(words as string[]), '--help');
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr.startsWith(page.stdout)).toBe(true);
      expect(stderr).toContain('No command given');
    },
  );
});

// What was meant by an unknown word: test/cli/words.test.ts.
describe('a wrong command line', () => {
  it.each([
    [
      'orders uplod x.csv',
      'command.unknown',
      "Unknown command 'uplod'. Did you mean orders upload?",
      'orders --help',
    ],
    ['help orders chek', 'command.unknown', 'Did you mean orders check?', 'orders --help'],
    ['foobarbaz --help', 'command.unknown', "Unknown command 'foobarbaz'", '--help'],
    ['--profile x wohami', 'command.unknown', 'Did you mean whoami?', '--help'],
    ['orders upload x.csv --dryrun', 'flag.unknown', 'Did you mean --dry-run?', 'orders upload --help'],
    ['whoami --jsn', 'flag.unknown', 'Did you mean --json?', 'whoami --help'],
    ['orders upload x.csv --rate', 'flag.value', "'--rate <n>'", 'orders upload --help'],
    ['orders upload', 'argument.missing', "'files'", 'orders upload --help'],
    ['whoami me', 'argument.excess', 'Too many arguments', 'whoami --help'],
    ['orders upload x.csv --batch-size 0', 'value', '--batch-size', ''],
    ['orders upload x.csv --format xml', 'value', '--format', ''],
    ['--timeout soon whoami', 'value', '--timeout', ''],
  ])('returns %s: %s', async (line, code, message, hint) => {
    const { stdout, ...rest } = await returns(...line.split(' '), '--json');
    const document = JSON.parse(stdout);
    expect({ ...rest, document }).toMatchObject({
      code: 2,
      document: { schema: 'error/1', code: `usage.${code}`, exit_code: 2 },
    });
    expect(document.message).toContain(message);
    expect(document.hint).toContain(hint && `returns ${hint}`);
    const text = await returns(...line.split(' '));
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect(text.stderr).toContain(document.message);
    expect(text.stderr).toContain(document.hint);
  });
});

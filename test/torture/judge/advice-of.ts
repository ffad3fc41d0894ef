// What a judge's output tells an engineer to do. A document with a list `causes` is read as such; one without by its failed checks.
import type { Judge } from './play.ts';

export interface Advice {
  /** The first cause with its advice and evidence, in one line. */
  readonly first: string;
  /** Each distinct advice, in the order of its first appearance, with how many checks have it. */
  readonly hints: Readonly<Record<string, number>>;
  /** Scenarios, or checks of certify, that failed. */
  readonly failed: readonly string[];
  readonly notTried: number;
}

interface Check {
  readonly id?: string;
  readonly what?: string;
  readonly title?: string;
  readonly passed?: boolean;
  readonly result?: string;
  readonly evidence?: unknown;
  readonly cause?: string;
  readonly hint?: string | null;
}

interface Document {
  readonly causes?: readonly unknown[];
  readonly scenarios?: readonly { name: string; passed: boolean | null; checks: readonly Check[] }[];
  readonly checks?: readonly Check[];
}

const NONE: Advice = { first: '', hints: {}, failed: [], notTried: 0 };

/** Every text in a value, in one line. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textOf).filter(Boolean).join('; ')
      : '';

const lineOf = (check: Check): string =>
  [check.id ?? check.cause, check.what ?? check.title, textOf(check.evidence), `do this: ${check.hint}`].join(
    ' | ',
  );

export function adviceOf(judge: Judge, stdout: string): Advice {
  if (judge === 'text') return { ...NONE, first: firstAdvice(stdout) };
  let document: Document;
  try {
    document = JSON.parse(stdout) as Document;
  } catch {
    return NONE;
  }
  const { causes, scenarios, checks } = document;
  const bad = (scenarios?.flatMap((scenario) => scenario.checks) ?? checks ?? []).filter(
    (check) => check.passed === false || check.result === 'failed',
  );
  const hints: Record<string, number> = {};
  const told = causes?.map(textOf) ?? bad.map((check) => check.hint ?? check.what ?? check.title ?? '?');
  for (const hint of told) hints[hint] = (hints[hint] ?? 0) + 1;
  const first = causes ? textOf(causes[0]) : bad[0] ? lineOf(bad[0]) : '';
  const failed =
    scenarios?.filter((one) => one.checks.some((check) => check.passed === false)).map((one) => one.name) ??
    bad.map((one) => one.id ?? '?');
  const all = scenarios?.flatMap((one) => one.checks) ?? checks ?? [];
  const notTried = all.filter((one) => one.passed === null || one.result === 'not_tried').length;
  return { first, hints, failed, notTried };
}

/** Of text: the first cause with its evidence and advice, which follow it indented. */
function firstAdvice(stdout: string): string {
  const lines = stdout.split('\n');
  const from = lines.findIndex((line) => /^\s*(FAIL|FAILED|cause)\b/i.test(line));
  return from < 0 ? '' : lines.slice(from, from + 4).join(' | ');
}

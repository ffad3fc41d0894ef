// The result of a run as JUnit XML, for the test report of a build server: a suite is a scenario, a case is a check.
import type { ScenarioOutcome, ScenarioResult } from './result.ts';

export function junitOf({ scenarios }: ScenarioResult): string {
  const cases = scenarios.map(casesOf);
  const all = cases.flat();
  const counts = (list: readonly Case[]) =>
    `tests="${list.length}" failures="${list.filter(({ kind }) => kind === 'failure').length}" skipped="${list.filter(({ kind }) => kind === 'skipped').length}"`;
  const suites = scenarios.map(
    ({ name }, i) =>
      `  <testsuite name="${escaped(name)}" ${counts(cases[i]!)}>\n${cases[i]!.map(({ xml }) => xml).join('\n')}\n  </testsuite>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="returns sandbox scenario run" ${counts(all)}>\n${suites.join('\n')}\n</testsuites>\n`;
}

interface Case {
  readonly kind: 'passed' | 'failure' | 'skipped';
  readonly xml: string;
}

function casesOf({ name, checks, not_tried: why, left_out: leftOut = [] }: ScenarioOutcome): Case[] {
  const open = (what: string) => `    <testcase classname="${escaped(name)}" name="${escaped(what)}"`;
  const skipped = (what: string, reason: string): Case => ({
    kind: 'skipped',
    xml: `${open(what)}><skipped message="${escaped(reason)}"/></testcase>`,
  });
  if (why !== undefined) return [skipped('not tried', why)];
  const tried = checks.map(({ what, passed, evidence }): Case => {
    const content = passed
      ? `<system-out>${escaped(evidence)}</system-out>`
      : `<failure message="${escaped(what)}">${escaped(evidence)}</failure>`;
    return { kind: passed ? 'passed' : 'failure', xml: `${open(what)}>${content}</testcase>` };
  });
  return [...tried, ...leftOut.map((text) => skipped(text.split(':')[0]!, text))];
}

// XML 1.0 has no place for other control characters, not even escaped ones.
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;');

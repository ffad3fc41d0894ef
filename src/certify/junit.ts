// A certificate as JUnit XML, for the test report of a build server: a suite is an area, a case is a check.
import { type JunitCase, junitXml } from '../basics/markup.ts';
import type { Certificate, Check, CheckResult } from './types.ts';

const KINDS: Readonly<Record<CheckResult, JunitCase['kind']>> = {
  passed: 'passed',
  failed: 'failure',
  not_tried: 'skipped',
};

export function certifyJunit({ checks }: Certificate): string {
  const areas = [...new Set(checks.map(({ area }) => area))];
  return junitXml(
    'returns certify',
    areas.map((name) => ({ name, cases: checks.filter(({ area }) => area === name).map(caseOf) })),
  );
}

const caseOf = ({ id, title, result, evidence, hint }: Check): JunitCase => ({
  name: `${id}: ${title}`,
  kind: KINDS[result],
  text: result === 'failed' ? `${evidence}\n${hint}` : evidence,
});

// A certificate as JUnit XML, for the test report of a build server: a suite is an area, a case is a check.
import { junitXml } from '../basics/markup.ts';
import type { Certificate } from './types.ts';

export function certifyJunit({ checks }: Certificate): string {
  const cases = checks.map((check) => ({ ...check, name: `${check.id}: ${check.title}` }));
  const areas = [...new Set(checks.map(({ area }) => area))];
  return junitXml(
    'returns certify',
    areas.map((name) => ({ name, cases: cases.filter(({ area }) => area === name) })),
  );
}

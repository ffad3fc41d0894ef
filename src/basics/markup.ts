// Text in markup, and JUnit XML from plain data.

/**
 * A text as content or as an attribute of HTML or XML: no character of it is markup. What XML 1.0 has no place for, not even
 * escaped, and what turns the direction of a line around, becomes U+FFFD.
 */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');

/** A line break in an attribute of XML would be read as a space. */
const attribute = (text: string): string => escapeMarkup(text).replace(/\n/g, '&#10;');

interface JunitCase {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'not_tried';
  /** What was seen; of a case that was not tried the reason. */
  readonly evidence: string;
  /** What to do when it failed. */
  readonly hint?: string | undefined;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** The test report that build servers read. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const counts = (cases: readonly JunitCase[]) => {
    const of = (result: JunitCase['result']) => cases.filter((one) => one.result === result).length;
    return `tests="${cases.length}" failures="${of('failed')}" skipped="${of('not_tried')}"`;
  };
  const body = suites.map((suite) =>
    [
      `  <testsuite name="${attribute(suite.name)}" ${counts(suite.cases)}>`,
      ...suite.cases.map((one) => caseXml(suite.name, one)),
      '  </testsuite>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(name)}" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...body,
    '</testsuites>\n',
  ].join('\n');
}

function caseXml(suite: string, { name, result, evidence, hint }: JunitCase): string {
  const advised = hint === undefined ? evidence : `${evidence}\n${hint}`;
  const content = {
    passed: `<system-out>${attribute(evidence)}</system-out>`,
    failed: `<failure message="${attribute(name)}">${attribute(advised)}</failure>`,
    not_tried: `<skipped message="${attribute(evidence)}"/>`,
  }[result];
  return `    <testcase classname="${attribute(suite)}" name="${attribute(name)}">${content}</testcase>`;
}

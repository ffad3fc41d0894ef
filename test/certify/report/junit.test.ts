// JUnit XML of a certification: counts, texts, and no text that is markup.
import { expect, test } from 'vitest';
import { certifyJunit } from '../../../src/certify/certify.ts';
import { certificateWith } from './support.ts';

test('a suite is an area, a case a check, with what was seen and what to do', () => {
  const xml = certifyJunit(certificateWith('plain'));
  expect(xml).toContain('<testsuites name="returns certify" tests="6" failures="1" skipped="3">');
  expect(xml).toContain('<testsuite name="connection" tests="2" failures="0" skipped="2">');
  expect(xml).toContain('<failure message="refunds.once: plain">plain&#10;plain</failure>');
  expect(xml).toContain(
    '<testcase classname="messages" name="messages.reachable: The title of messages.reachable"><system-out>seen of messages.reachable</system-out></testcase>',
  );
  expect(xml).toContain('<skipped message="because refunds.once failed"/>');
});

test('no text becomes markup, and what XML cannot hold is replaced', () => {
  const xml = certifyJunit(certificateWith('</failure><x a="\'">&\u0000\u001b\u202e\ud800'));
  expect(xml).not.toMatch(/<x|[\u0000\u001b\u202e]/);
  expect(xml).toContain('&lt;/failure&gt;&lt;x a=&quot;&#39;&quot;&gt;&amp;\ufffd\ufffd\ufffd\ufffd');
});

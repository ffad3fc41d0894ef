// What checks mean as a whole: headline and exit code; and the text of a certificate.
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import {
  type Area,
  type Certificate,
  certifyDocument,
  certifyExit,
  verdictOf,
} from '../../src/certify/certify.ts';
import { certificateText } from '../../src/certify/text/certificate-text.ts';
import type { Check } from '../../src/sandbox/judge.ts';

const check = (id: string, result: Check['result'], more: Partial<Check> = {}): Check => ({
  id,
  area: id.split('.')[0] as Area,
  title: `Title of ${id}`,
  interface: `Heading: of ${id}`,
  hint: 'Do this.',
  result,
  evidence: `Evidence of ${id}`,
  ...more,
});
const certificate = (checks: readonly Check[], more: Partial<Certificate> = {}): Certificate => ({
  startedAt: 0,
  endedAt: 1500,
  version: '1',
  profile: 'shop',
  environment: 'production',
  target: 'https://orders.example',
  customerUrl: null,
  endpointAnswered: null,
  interrupted: null,
  causes: [],
  lacks: [],
  checks,
  agreements: [],
  ...more,
});
const plain = new Chalk({ level: 0 });
const textOf = (given: Certificate, quiet = false, { columns = 80, listed = false } = {}) =>
  certificateText(given, { paint: plain, columns, quiet, agreements: listed });

const good = [check('connection.tls', 'passed'), check('orders.money', 'passed')];

describe('the verdict', () => {
  it('is ready when every area was tried and nothing failed', () => {
    const ready = certificate([...good, check('orders.refunds', 'not_tried')]);
    expect(verdictOf(ready)).toBe('ready');
    expect(certifyExit(ready)).toBe(0);
    expect(textOf(ready)).toMatch(/^Ready: 2 passed, 1 not tried\n/);
  });

  it('is not ready, and not a failure, when a whole area was not tried', () => {
    const partly = certificate([...good, check('asns.readable', 'not_tried')]);
    expect(verdictOf(partly)).toBe('partly');
    expect(certifyExit(partly)).toBe(0);
    expect(textOf(partly)).toMatch(/^Nothing failed, but not everything was tried: 2 passed, 1 not tried\n/);
  });

  it('is exit 3 when a check failed', () => {
    const bad = certificate([...good, check('asns.readable', 'failed')]);
    expect(certifyExit(bad)).toBe(3);
    expect(textOf(bad)).toMatch(/^Not ready: 1 failed, 2 passed, 0 not tried\n/);
  });

  it('is exit 8 when the endpoint does not answer, and 3 when something else failed besides', () => {
    const silent = [check('messages.reachable', 'failed'), check('refunds.once', 'not_tried')];
    const given = { endpointAnswered: false } as const;
    expect(certifyExit(certificate([...good, ...silent], given))).toBe(8);
    expect(certifyExit(certificate([check('orders.money', 'failed'), ...silent], given))).toBe(3);
    // An endpoint that answers, and badly, is a failed check.
    expect(certifyExit(certificate(silent, { endpointAnswered: true }))).toBe(3);
  });

  it('of an interruption is the signal, whatever passed before', () => {
    const stopped = certificate(good, { interrupted: 143 });
    expect(verdictOf(stopped)).toBe('interrupted');
    expect(certifyExit(stopped)).toBe(143);
    expect(certifyDocument(stopped).exit_code).toBe(143);
    expect(textOf(stopped)).toMatch(/^Interrupted, so this certifies nothing: 2 passed/);
  });
});

describe('the text', () => {
  it('shows evidence, interface, and what to do of what failed; only the evidence of what was not tried', () => {
    const more = [check('orders.refunds', 'not_tried'), check('orders.statuses', 'failed')];
    const text = textOf(certificate([...good, ...more]));
    expect(text).toContain(
      [
        'Your orders',
        '  ok        Title of orders.money',
        '  FAILED    Title of orders.statuses',
        '    orders.statuses',
        '    Evidence of orders.statuses',
        '    interface: Heading: of orders.statuses',
        '    do this: Do this.',
        '  not tried Evidence of orders.refunds: orders.refunds',
      ].join('\n'),
    );
    expect(text).not.toContain('Evidence of orders.money');
  });

  it('shows the evidence of a check that passed when it has to be read', () => {
    const notable = check('orders.money', 'passed', { notable: true });
    expect(textOf(certificate([notable]))).toContain('\n    Evidence of orders.money');
  });

  it('says a reason once when an area was not tried as a whole', () => {
    const evidence = 'No ASNs were given';
    const rows = ['asns.readable', 'asns.numbers'].map((id) => check(id, 'not_tried', { evidence }));
    expect(textOf(certificate([...good, ...rows]))).toContain('Your ASNs\n  not tried No ASNs were given\n');
  });

  it('says a reason once for all that were not tried for it', () => {
    const rows = ['refunds.once', 'refunds.amount', 'refunds.lines'].map((id, i) =>
      check(id, 'not_tried', { evidence: i === 1 ? 'for another' : 'for one reason' }),
    );
    expect(textOf(certificate([check('refunds.first', 'passed'), ...rows]))).toContain(
      '  not tried for one reason: refunds.once, refunds.lines\n  not tried for another: refunds.amount',
    );
  });

  it('with --quiet is the headline and what failed', () => {
    const text = textOf(certificate([...good, check('asns.numbers', 'failed')]), true);
    expect(text).not.toContain('orders.money');
    expect(text).toContain('FAILED    Title of asns.numbers');
    expect(text).not.toContain('To agree');
  });

  it('escapes what came from outside, and fits 80 columns', () => {
    const evidence = `\u001b[31m${'long words '.repeat(20)}\nsecond`;
    const text = textOf(certificate([check('orders.money', 'failed', { evidence })]));
    expect(text).not.toContain('\u001b');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('says that a pass elsewhere than in production is not the last', () => {
    expect(textOf(certificate(good, { environment: 'sandbox' }))).toContain('This is sandbox: run it again');
    expect(textOf(certificate(good))).not.toContain('run it again');
  });

  it('lists what to agree upon', () => {
    const agreement = { question: 'How?', interface: 'Heading: silent' };
    const agreements = [
      { id: 'open', ...agreement, ours: null, value: null, by: null, since: null },
      { id: 'known', ...agreement, question: 'What?', ours: 'This', value: null, by: null, since: null },
      { id: 'done', ...agreement, ours: null, value: '10s', by: 'Mia', since: '2026-05-12' },
    ];
    const text = textOf(certificate(good, { agreements }), false, { listed: true });
    expect(text).toContain('  · What?\n    ours: This\n    open: known\n');
    expect(text).toContain('agreed: 10s, by Mia, since 2026-05-12');
  });
});

describe('the end of the text', () => {
  const open = { question: 'What?', interface: 'Heading: silent', value: null, by: null, since: null };
  const agreements = ['open', 'known'].map((id) => ({ ...open, id, ours: null }));
  const many = Array.from({ length: 30 }, (_, i) => check(`refunds.n${i}`, 'passed'));

  it('of a long one is the verdict again', () => {
    const failed = [check('messages.status', 'failed'), check('refunds.once', 'failed')];
    const lines = textOf(certificate([...failed, ...many], { agreements }))
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe('Not ready: 2 failed, 30 passed, 0 not tried');
    expect(lines.at(-1)).toBe(lines[0]);
    const quiet = textOf(certificate(failed), true).trimEnd().split('\n');
    expect(quiet.filter((line) => line === 'Not ready: 2 failed, 0 passed, 0 not tried')).toHaveLength(1);
  });

  it('counts what has to be agreed upon, and says where it stands', () => {
    const text = textOf(certificate(many, { agreements }));
    expect(text).toContain('2 of 2 questions are open');
    expect(text).toContain('--report FILE');
    expect(text).toContain('--agreements');
    expect(text).not.toContain('What?');
  });
});

describe('the document', () => {
  it('has a hint only where something failed', () => {
    const more = [check('asns.readable', 'not_tried'), check('orders.refunds', 'failed')];
    const { checks } = certifyDocument(certificate([...good, ...more]));
    expect(checks.map(({ hint }) => hint)).toEqual([null, null, null, 'Do this.']);
  });

  it('holds counts that add up, ISO times, and requests only where there were some', () => {
    const exchanges = [{ at: 0, request: 'POST /rmas', answer: '200 in 3 ms', ms: 3 }];
    const asked = check('messages.status', 'passed', { exchanges });
    const document = certifyDocument(certificate([...good, asked]));
    expect(document).toMatchObject({
      schema: 'certify/1',
      exit_code: 0,
      started_at: '1970-01-01T00:00:00Z',
      seconds: 1.5,
      counts: { passed: 3, failed: 0, not_tried: 0 },
    });
    expect(document.checks[2]?.exchanges?.[0]?.at).toBe('1970-01-01T00:00:00Z');
    expect(document.checks[0]).not.toHaveProperty('exchanges');
  });
});

// The one pass: areas in their order, the endpoint as it answers or not, events, and what a signal leaves.
import { describe, expect, it } from 'vitest';
import {
  AREAS,
  type Area,
  type CertifyEvent,
  type CertifyParts,
  certify,
  certifyExit,
  type Endpoint,
} from '../../src/certify/certify.ts';
import { ENDPOINT_SUBJECTS } from '../../src/certify/checks.ts';
import { testPlatform } from '../helpers/platform.ts';

const SUBJECTS = ENDPOINT_SUBJECTS;
const NONE = { causes: [], lacks: [] };
const silent = {
  id: 'messages.reachable',
  symptom: null,
  hint: 'Do.',
  evidence: 'seen',
  scenario: null,
  others: 0,
};
const facts = { minorUnits: undefined, levels: [], answers: new Map() } as const;
async function pass(
  endpoint: CertifyParts['endpoint'],
  { areas = AREAS as readonly Area[], abort = new AbortController() } = {},
) {
  const { platform, folders } = testPlatform();
  const events: CertifyEvent[] = [];
  const certificate = await certify(
    platform,
    folders,
    {
      version: '1',
      areas: new Set(areas),
      service: { missing: 'Not signed in' },
      facts,
      customerUrl: 'http://127.0.0.1:1',
    },
    {
      connection: async () => [],
      endpoint,
      emit: (event) => events.push(event),
      stop: { signal: abort.signal, exitCode: () => 130 },
    },
  );
  const resultOf = (id: string) => certificate.checks.find((one) => one.id === id);
  return { certificate, events, resultOf };
}

const answering =
  (results: Readonly<Record<string, 'passed' | 'failed'>>, answered = true) =>
  async (): Promise<Endpoint> => ({
    ...NONE,
    answered,
    checks: SUBJECTS.flatMap((one) => {
      const result = results[one.id];
      return result ? [{ ...one, result, evidence: 'seen' }] : [];
    }),
  });

describe('a pass', () => {
  it('tells every check once, in the order of the areas', async () => {
    const { certificate, events } = await pass(
      answering({ 'messages.reachable': 'passed', 'refunds.once': 'failed' }),
    );
    expect(events.flatMap(({ type, text }) => (type === 'area' ? [text] : []))).toEqual([
      'playing scenarios against your endpoints',
    ]);
    const told = certificate.checks.map(({ id }) => id);
    expect([...new Set(certificate.checks.map(({ area }) => area))]).toEqual([...AREAS]);
    expect(new Set(told).size).toBe(told.length);
    expect(certifyExit(certificate)).toBe(3);
    expect(certificate.endpointAnswered).toBe(true);
  });

  it('says of what no scenario reached that it was not tried', async () => {
    const { resultOf } = await pass(answering({ 'messages.reachable': 'passed' }));
    expect(resultOf('variants.unknown')).toMatchObject({
      result: 'not_tried',
      evidence: 'Interrupted before this was done',
    });
    expect(resultOf('connection.tls')?.evidence).toBe('Not signed in');
  });

  it('shows only the areas that are asked for, though all are played', async () => {
    const { resultOf } = await pass(answering({ 'refunds.once': 'passed', 'messages.status': 'failed' }), {
      areas: ['refunds'],
    });
    expect(resultOf('refunds.once')?.result).toBe('passed');
    expect(resultOf('messages.status')).toMatchObject({
      result: 'not_tried',
      evidence: 'Left out by --area',
    });
  });

  it('shows what stood in the way of an area, also when it belongs to one that was left out', async () => {
    const blocked = async (): Promise<Endpoint> => ({
      ...{ ...NONE, causes: [silent], answered: true },
      checks: SUBJECTS.map((one) => {
        if (one.id === 'messages.reachable') return { ...one, result: 'failed', evidence: 'seen' };
        return { ...one, result: 'not_tried', evidence: 'because messages.reachable failed' };
      }),
    });
    const { certificate, resultOf } = await pass(blocked, { areas: ['refunds'] });
    expect(resultOf('messages.reachable')?.result).toBe('failed');
    expect(resultOf('messages.status')?.result).toBe('not_tried');
    expect(certifyExit(certificate)).toBe(3);
  });

  it('does not play anything for other areas', async () => {
    const never = async () => {
      throw new Error('not asked for');
    };
    const { resultOf } = await pass(never, { areas: ['connection'] });
    expect(resultOf('refunds.once')?.evidence).toBe('Left out by --area');
  });

  it('ends with a defect that is none of the retailer', async () => {
    await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

describe('a signal', () => {
  it('leaves what was not done as not tried, and is no pass', async () => {
    const abort = new AbortController();
    const { certificate, resultOf } = await pass(
      () => {
        abort.abort();
        return Promise.reject(new Error('aborted'));
      },
      { abort },
    );
    expect(certificate.interrupted).toBe(130);
    expect(certifyExit(certificate)).toBe(130);
    expect(resultOf('messages.reachable')?.evidence).toBe('Interrupted before this was done');
  });

  it('keeps what the scenarios had found until then', async () => {
    const abort = new AbortController();
    const { certificate, resultOf } = await pass(
      async () => {
        abort.abort();
        return answering({ 'messages.reachable': 'passed' })();
      },
      { abort },
    );
    expect(resultOf('messages.reachable')?.result).toBe('passed');
    expect(resultOf('refunds.once')?.evidence).toBe('Interrupted before this was done');
    expect(certifyExit(certificate)).toBe(130);
  });
});

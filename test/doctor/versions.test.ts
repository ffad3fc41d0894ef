// The versions that the program runs on: said as they are, and a warning when nobody mends them any more.
import { expect, test } from 'vitest';
import { versionChecks } from '../../src/doctor/version-findings.ts';
import { realProbesLater } from '../../src/platform/node-platform.ts';
import { testPlatform } from '../helpers/platform.ts';
import { diagnose } from './support.ts';

const said = (node: string, sqlite: string, day: string) =>
  versionChecks({ node, sqlite }, Date.parse(day)).map(({ id, result }) => `${id} ${result}`);

test.each([
  ['20.19.4', '3.53.0', '2026-04-30T23:59:59Z', 'ok', 'ok'],
  ['20.19.4', '3.51.3', '2026-05-01T00:00:00Z', 'warning', 'ok'],
  ['22.12.0', '3.51.2', '2026-11-24', 'ok', 'warning'],
  ['25.1.0', '3.50.7', '2026-11-24', 'warning', 'warning'],
  ['26.0.0', '4.0.0', '2026-11-24', 'ok', 'ok'],
])('Node %s and SQLite %s on %s: %s, %s', (node, sqlite, day, first, second) => {
  expect(said(node, sqlite, day)).toEqual([`versions.node ${first}`, `versions.sqlite ${second}`]);
});

test('a warning is no failure, and says what to do', async () => {
  const old = async () => ({
    ...(await realProbesLater()),
    versions: () => ({ node: '20.20.2', sqlite: '3.45.1' }),
  });
  const { wrong, report } = await diagnose(testPlatform({ platform: { probes: old } }));
  expect(wrong).toEqual({ 'versions.node': 'warning', 'versions.sqlite': 'warning' });
  expect(report.checks[0]).toMatchObject({
    text: 'Node.js 20.20.2 gets no security fixes since 2026-04-30',
    hint: expect.stringContaining('nodejs.org'),
  });
});

test('the SQLite that comes with this package is new enough', async () => {
  const versions = (await realProbesLater()).versions();
  expect(versions.node).toBe(process.versions.node);
  expect(versionChecks(versions, 0)[1]).toMatchObject({ id: 'versions.sqlite', result: 'ok' });
});

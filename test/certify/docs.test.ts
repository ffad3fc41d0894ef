// docs/go-live.md names every key of the document; the checks have ids of their area.
import { expect, it } from 'vitest';
import {
  ASN_SUBJECTS,
  CONNECTION_SUBJECTS,
  ENDPOINT_SUBJECTS,
  ORDER_SUBJECTS,
} from '../../src/certify/checks.ts';
import { readPage } from '../docs/shell.ts';
import { certified, ndjson } from './support.ts';

const SUBJECTS = [...CONNECTION_SUBJECTS, ...ORDER_SUBJECTS, ...ASN_SUBJECTS, ...ENDPOINT_SUBJECTS];
const page = readPage('docs/go-live.md');

it('names every key of the document', async () => {
  const { document } = await certified({ 'o.json': ndjson([{}]) }, ['--orders', 'o.json']);
  const keys = [
    ...Object.keys(document),
    ...Object.keys(document.counts),
    ...Object.keys(document.checks[0]!),
    ...Object.keys(document.agreements[0]!),
    ...['exchanges', 'at', 'request', 'answer', 'ms'],
  ];
  for (const key of keys) expect(page, key).toMatch(new RegExp(`[\`.]${key}\``));
});

it('no subject has an id or an area of its own making', () => {
  const ids = SUBJECTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, area, title, interface: source, hint } of SUBJECTS) {
    expect(id).toMatch(new RegExp(`^${area}\\.[a-z0-9]+(-[a-z0-9]+)*$`));
    for (const text of [title, source, hint]) expect(text.length, id).toBeGreaterThan(10);
  }
});

// The pure parts of the page: search, address, JSON as lines, the list of calls.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, lineOfPath } from '../../../src/basics/json-lines.ts';
import { Calls, matcher, NO_FILTER, searchTextOf, VIEWS } from '../../../src/calls/inspector/page/view.ts';
import { type CallSummary, MOST_LISTED } from '../../../src/calls/inspector/types.ts';
import { queryOf, readView } from '../../../src/page/view.ts';

const call = (part: Partial<CallSummary> = {}): CallSummary => ({
  id: '20261120-131222-3f2a1c',
  at: 1_000,
  kind: 'rma',
  method: 'POST',
  target: '/rmas',
  rma: 'RMA-7',
  orders: ['SO-9'],
  status: 'CREATED',
  state: 'CREATED',
  units: 2,
  verdict: 'ok',
  anomaly: null,
  codes: [],
  changes: [],
  moreChanges: 0,
  answer: 200,
  by: 'receiver',
  isUnchecked: false,
  replayOf: null,
  bytes: 10,
  also: ['TEE-GRN-M', '1Z0002'],
  ...part,
});

describe('the filter', () => {
  const finds = (text: string, part: Partial<CallSummary> = {}) =>
    matcher({ ...NO_FILTER, q: text })(call(part), searchTextOf(call(part)));

  it('finds calls with all words, in any field, and without the excluded words', () => {
    expect(finds('rma-7 tee')).toBe(true);
    expect(finds('so-9 1z0002 created')).toBe(true);
    expect(finds('rma-7 trousers')).toBe(false);
    expect(finds('rma-7 -tee')).toBe(false);
    expect(finds('-trousers')).toBe(true);
    expect(finds('rma.field', { codes: ['rma.field.empty'] })).toBe(true);
  });

  it('finds an id by its beginning, but not by a number inside its time', () => {
    expect(finds('20261120-131222-3f2a1c')).toBe(true);
    expect(finds('20261120-1312')).toBe(true);
    expect(finds('1312')).toBe(false);
  });

  it('combines words and verdicts', () => {
    const matches = (filter: object, part: Partial<CallSummary>) =>
      matcher({ ...NO_FILTER, ...filter })(call(part), '');
    expect(matches({ verdict: 'error,warning' }, { verdict: 'warning' })).toBe(true);
    expect(matches({ verdict: 'error' }, { verdict: 'warning' })).toBe(false);
    expect([finds('variants'), finds('duplicate')]).toEqual([false, false]);
    expect([finds('variants', { kind: 'variants' }), finds('duplicate', { anomaly: 'duplicate' })]).toEqual([
      true,
      true,
    ]);
  });
});

describe('the address', () => {
  it('restores every view', () => {
    const view = {
      ...{ q: 'a&b=c #1', verdict: 'error,ok' },
      ...{ call: '20261120-131222-3f2a1c', tab: 'http' },
    } as const;
    expect(readView(queryOf(view, VIEWS), VIEWS)).toEqual(view);
    expect(queryOf(VIEWS.first, VIEWS)).toBe('');
    expect(readView('', VIEWS)).toEqual(VIEWS.first);
  });

  it('ignores unknown values', () => {
    expect(readView('?__proto__=evil&tab=constructor&x=1', VIEWS)).toEqual(VIEWS.first);
  });
});

describe('JSON as lines', () => {
  const shown = (text: string, most = 100) =>
    jsonLines(text, most).lines.map(
      ({ depth, path, key, text: token, comma }) =>
        `${'  '.repeat(depth)}${key === null ? '' : `${key}: `}${token}${comma ? ',' : ''} @${path}`,
    );

  it('preserves tokens, duplicate keys and their paths', () => {
    expect(
      shown('{"a":1,"a":12345678901234567890,"b":[{"c":"x\\u0041"},[]],"d e":{}, "__proto__": null}'),
    ).toEqual([
      '{ @',
      '  "a": 1, @a',
      '  "a": 12345678901234567890, @a',
      '  "b": [ @b',
      '    { @b[0]',
      '      "c": "x\\u0041" @b[0].c',
      '    }, @b[0]',
      '    [] @b[1]',
      '  ], @b',
      '  "d e": {}, @(key of 3 characters)',
      '  "__proto__": null @__proto__',
      '} @',
    ]);
  });

  it('is limited, also for endless nesting or an endless text', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(jsonLines(deep, 500)).toMatchObject({ more: true });
    expect(jsonLines(deep, 500).lines).toHaveLength(500);
    expect(jsonLines(`"${'\\n'.repeat(2_000_000)}"`, 5).lines).toHaveLength(1);
    expect(jsonLines('{"a": "cut of', 5)).toMatchObject({ more: true });
  });

  it('finds the line of a path, or the nearest enclosing one', () => {
    const { lines } = jsonLines('{"items":[{"sku":"A"}]}', 100);
    expect(lineOfPath(lines, 'items[0].sku')).toEqual({ line: 3, exact: true });
    expect(lineOfPath(lines, 'items[0].refund.amount')).toEqual({ line: 2, exact: false });
    expect(lineOfPath(lines, 'nothing')).toEqual({ line: 0, exact: false });
    expect(lineOfPath(lines, 'odd]')).toEqual({ line: 0, exact: false });
    expect(lineOfPath(lines, '')).toEqual({ line: 0, exact: true });
  });
});

describe('the calls of the page', () => {
  const at = (n: number) => call({ id: `c-${String(n).padStart(6, '0')}`, at: n });
  const ids = (calls: Calls) => calls.all().map(({ call: { at: n } }) => n);

  it('are newest first and without duplicates, for any order of arrival', () => {
    const calls = new Calls();
    calls.add([at(5), at(9)]);
    calls.add([at(7), at(1), at(9)]);
    expect(calls.add([at(12), at(5)]).map(({ at: n }) => n)).toEqual([12]);
    calls.add([at(0)]);
    expect(ids(calls)).toEqual([12, 9, 7, 5, 1, 0]);
    expect(calls.storyOf('RMA-7').map(({ at: n }) => n)).toEqual([0, 1, 5, 7, 9, 12]);
  });

  it('are limited: the oldest are removed, also from the counts', () => {
    const calls = new Calls();
    calls.add(Array.from({ length: MOST_LISTED }, (_, n) => at(n)));
    calls.add([at(MOST_LISTED), at(MOST_LISTED + 1)]);
    expect(calls.all()).toHaveLength(MOST_LISTED);
    expect(calls.counts.ok).toBe(MOST_LISTED);
    expect(ids(calls).at(-1)).toBe(2);
    expect(calls.get('c-000001')).toBeUndefined();
  });
});

describe('the colours', () => {
  const theme = fs.readFileSync(path.resolve(import.meta.dirname, '../../../src/page/theme.css'), 'utf8');
  const pairs = [...theme.matchAll(/--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\);/g)];
  const [light, dark] = [2, 3].map((at) => new Map(pairs.map((found) => [found[1]!, found[at]!])));
  const luminance = (hex: string) => {
    const [r, g, b] = [0, 2, 4]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (a: string, b: string) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high! + 0.05) / (low! + 0.05);
  };
  const INK = ['text', 'muted', 'accent', 'error', 'warning', 'note', 'ok', 'string', 'number', 'key'];

  it.each([
    ['light', light!],
    ['dark', dark!],
  ])('%s: every text has a contrast of at least 4.5 to 1', (_name, colours) => {
    const texts = [
      ...INK.flatMap((ink) => ['surface', 'raised', 'chosen'].map((paper) => [ink, paper] as const)),
      ...['error', 'warning', 'note'].flatMap((name) => [
        [name, `${name}-back`] as const,
        ['text', `${name}-back`] as const,
      ]),
      ['surface', 'accent'] as const,
    ];
    const weak = texts
      .map(([ink, paper]) => [ink, paper, contrast(colours.get(ink)!, colours.get(paper)!)] as const)
      .filter(([, , found]) => !(found >= 4.5));
    expect(weak).toEqual([]);
  });
});

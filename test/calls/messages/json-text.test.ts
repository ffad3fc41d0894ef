// JSON texts that have a value replaced; everything else stays unchanged.
import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/calls/messages/message-file.ts';
import { parseSetting, withSettings } from '../../../src/contract/set-path.ts';

describe('--set', () => {
  const CALL = { kind: 'rma', named: 'Call ID', shownBy: 'returns calls show ID' } as const;
  const text =
    '{ "a": 1.0, "big": 12345678901234567890, "items": [ {"sku":"x"} ], "e": {} , "d": 1, "d": 2 }';
  it.each([
    ['a=2', '"a": 2,'],
    ['a=text', '"a": "text",'],
    ['a="3"', '"a": "3",'],
    ['a=', '"a": "",'],
    ['items[0].sku=a=b', '{"sku":"a=b"}'],
    ['items[0].tracking_number=[1]', '{"sku":"x","tracking_number":[1]}'],
    ['items[1]={}', '[ {"sku":"x"},{}]'],
    ['d=9', '"d": 1, "d": 9'],
    ['gift_refund_only=true', '"d": 2,"gift_refund_only":true}'],
  ])('%s', (given, expected) => {
    const made = withSettings(text, [parseSetting(given)], CALL);
    expect(made).toContain(expected);
    expect(made).toContain('12345678901234567890');
    expect(() => JSON.parse(made) as unknown).not.toThrow();
  });

  it.each([
    ['a.b=1', 'usage.set'],
    ['items[7]=1', 'usage.set'],
    ['items[0].tracking_nmber=1Z', 'usage.set'],
    ['__proto__=1', 'usage.set'],
    ['items[0].refund_financials.total=1', 'usage.set'],
    ['items[0].sku.x=1', 'usage.set'],
    ['a', 'usage.set'],
    ['[x]=1', 'usage.set'],
  ])('%s is refused', (given, code) => {
    expect(() => withSettings(text, [parseSetting(given)], CALL)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });

  it('refuses a body that is nested too deeply to be searched', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => withSettings(deep, [parseSetting('a=1')], CALL)).toThrow('nested deeper than 1000 levels');
  });

  it('refuses a body that is not JSON', () => {
    expect(() => withSettings('{', [parseSetting('a=1')], CALL)).toThrow('not JSON');
  });
});

describe('a log', () => {
  it('with an endlessly nested line is read to its end; the line becomes a message unchanged', async () => {
    const deep = `{"method":"POST","body":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const source = (async function* () {
      yield Buffer.from(`{"method":"POST","body":{"a":1.0}}\n${deep}\n{"rma_identifier":"R"}\n`);
    })();
    const bodies: string[] = [];
    for await (const { body } of readLog(source, 'log.ndjson')) bodies.push(Buffer.from(body).toString());
    expect(bodies).toEqual(['{"a":1.0}', deep, '{"rma_identifier":"R"}']);
  });
});

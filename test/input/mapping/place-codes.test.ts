// Names of countries and states, which become codes.
import { describe, expect, it } from 'vitest';
import { countryCode, stateCode } from '../../../src/input/mapping/values/place-codes.ts';
import { failRows, type Json, line, mappingOf, one } from './support.ts';

describe('codes of countries', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['Vereinigtes Königreich', 'GB'],
    ['Reino Unido', 'GB'],
    ['États-Unis', 'US'],
    ['Alemanha', 'DE'],
    ['Tyskland', 'DE'],
    ['Niemcy', 'DE'],
    ['Türkiye', 'TR'],
    ['Россия', 'RU'],
    ['U.S.A.', 'US'],
    ['The Netherlands', 'NL'],
    ['Côte d’Ivoire', 'CI'],
    ['日本', 'JP'],
    [' France ', 'FR'],
    // One of two countries, depending on the language.
    ['Kongo', 'Kongo'],
    ['Middle-earth', 'Middle-earth'],
    ['XX', 'XX'],
  ])('%s is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });
});

describe('codes of states', () => {
  it.each([
    ['California', 'US', 'CA'],
    ['california', 'United States', 'CA'],
    ['CA', 'US', 'CA'],
    ['US-CA', 'US', 'CA'],
    ['Washington, D.C.', 'US', 'DC'],
    ['Québec', 'CA', 'QC'],
    ['Colombie-Britannique', 'Canada', 'BC'],
    ['São Paulo', 'BR', 'SP'],
    ['New South Wales', 'AU', 'NSW'],
    ['Bayern', 'DE', 'Bayern'],
    ['California', 'MX', 'California'],
    ['Western Australia', 'US', 'Western Australia'],
    ['California', '', 'California'],
  ])('%s of %s is %s', (text, country, code) => {
    expect(stateCode(text, country)).toBe(code);
  });
});

describe('in a mapping', () => {
  const address = (more: Json) =>
    mappingOf({
      order: {
        'shipping_address.country_code': { column: 'Land', code: 'country' },
        'shipping_address.state': { column: 'State', code: 'state', country: ['Land', 'Other'] },
        ...more,
      },
    });
  it('fills country and state, and says so in the trace', async () => {
    const { raw, snapshot } = await one({ Land: 'Kanada', State: 'Ontario', Other: '' }, address({}));
    expect(raw['shipping_address']).toEqual({ country_code: 'CA', state: 'ON' });
    expect(snapshot.ruleOf?.('shipping_address.state')).toBe('code');
  });

  it('with a value map, which comes first, and a constant country', async () => {
    const state = { column: 'State', values: { Cali: 'California' }, otherwise: 'keep', code: 'state' };
    const mapping = address({ 'shipping_address.state': { ...state, country: { constant: 'US' } } });
    for (const [given, code] of [
      ['Cali', 'CA'],
      ['Texas', 'TX'],
    ] as const)
      expect((await one({ Land: 'US', State: given }, mapping)).raw['shipping_address']).toMatchObject({
        state: code,
      });
  });

  it.each([['a state without a country', { column: 'X', code: 'state' }, 'order.note.code']])(
    '%s is a fault of the mapping',
    async (_, note, path) => {
      const failure = await failRows([line('1', { X: 'a' })], mappingOf({ order: { note } }));
      expect([failure.code, failure.place?.path]).toEqual(['input.map.value', path]);
    },
  );
});

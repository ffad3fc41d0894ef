// Which columns can be part of an address, of shipping, of billing, or of one that says neither.

import type { Concept } from '../look/words.ts';
import { isStatus, isText, isWord, type Rule } from './field-rule.ts';

const NOT_ADDRESS: readonly Concept[] = [
  'product',
  'item',
  'line',
  'price',
  'cost',
  'tax',
  'status',
  'method',
  'company',
  'note',
  'payment',
  'other',
];

/** Each block of an address: its fields, under the concept that marks the block. */
const PERSON: readonly Omit<Rule, 'level'>[] = [
  { role: 'first_name', needs: [['first']], may: ['name'], test: isWord },
  { role: 'last_name', needs: [['last']], may: ['name'], test: isWord },
  {
    role: 'name',
    needs: [['name'], ['recipient'], ['recipient', 'name']],
    never: ['company', 'title', 'first', 'last', 'email', 'number', 'code'],
    test: isWord,
  },
  { role: 'phone', needs: [['phone']], may: ['number'], kind: 'phone' },
];
const ADDRESS: readonly Omit<Rule, 'level'>[] = [
  ...PERSON,
  {
    role: 'street1',
    needs: [['address']],
    may: ['number', 'name'],
    never: ['second', 'email'],
    test: (c) => isText(c) && c.share.house < 0.9,
  },
  {
    role: 'house',
    needs: [['house'], ['house', 'number'], ['address', 'number'], ['number']],
    never: ['order', 'customer', 'code', 'bill', 'phone', 'zip', 'reference'],
    kind: 'house',
    test: (c) => c.distinct > 3,
  },
  { role: 'street2', needs: [['second', 'address'], ['second']], may: ['number'], test: isText },
  { role: 'city', needs: [['city']], may: ['name', 'address'], test: isWord },
  { role: 'zip_code', needs: [['zip']], may: ['code', 'address', 'city'], test: isText },
  {
    role: 'state',
    needs: [['state']],
    may: ['code', 'name', 'address'],
    never: ['order'],
    test: (c) => isWord(c) && !isStatus(c),
  },
  { role: 'country_code', needs: [['country']], may: ['code', 'name', 'address'], kind: 'country' },
];
const block = (prefix: string, mark: readonly Concept[], may: readonly Concept[], rules = ADDRESS): Rule[] =>
  rules.map((rule) => ({
    ...rule,
    level: 'order',
    role: `${prefix}.${rule.role}`,
    needs: rule.needs.map((needs) => [...mark, ...needs]),
    may: [...(rule.may ?? []), ...may],
    never: [...(rule.never ?? []).filter((concept) => !mark.includes(concept)), ...NOT_ADDRESS],
  }));

export const ADDRESS_RULES: readonly Rule[] = [
  ...block('shipping_address', ['ship'], ['customer', 'address', 'order']),
  ...block('billing_address', ['bill'], ['customer', 'address', 'order']),
  ...block('address', [], ['customer', 'order'], ADDRESS),
];

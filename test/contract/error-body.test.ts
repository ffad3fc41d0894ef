// Error bodies from services: the one in the interface, the token endpoint's, HTML pages of a proxy, invalid ones.

import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../src/contract/error-body.ts';
import { fc } from '../helpers/random.ts';

describe('readErrorBody', () => {
  it('reads the 422 body of the interface', () => {
    const text =
      '{"message":"Validation Failed","errors":[{"field":"orders[0].identifier","code":"missing_field"}]}';
    expect(readErrorBody(text)).toEqual({
      message: 'Validation Failed',
      errors: [{ field: 'orders[0].identifier', code: 'missing_field' }],
    });
  });

  it.each([
    ['a message alone', '{"message":"no"}', { message: 'no', errors: [] }],
    [
      'an OAuth error',
      '{"error":"invalid_client","error_description":"wrong secret"}',
      { errors: [], error: 'invalid_client', error_description: 'wrong secret' },
    ],
    ['a byte order mark', '\ufeff{"message":"no"}', { message: 'no', errors: [] }],
    ['errors as texts', '{"errors":["too old"]}', { errors: [{ field: '', code: 'too old' }] }],
    [
      'an error without a field',
      '{"errors":[{"code":"invalid"},null,7,{}]}',
      { errors: [{ field: '', code: 'invalid' }] },
    ],
    ['a page', '<html>502</html>', { errors: [] }],
    ['an unfinished body', '{"message":"n', { errors: [] }],
    ['brackets without end', '['.repeat(200_000), { errors: [] }],
  ])('%s', (_name, text, expected) => {
    expect(readErrorBody(text)).toEqual(expected);
  });

  it('limits the length of texts and list', () => {
    const many = JSON.stringify({
      message: 'm'.repeat(9000),
      errors: Array.from({ length: 5000 }, () => ({ field: 'f', code: 'c' })),
    });
    const body = readErrorBody(many);
    expect(body.message).toHaveLength(500);
    expect(body.errors).toHaveLength(1000);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readErrorBody(text).errors).toEqual(expect.any(Array));
      }),
    );
  });
});

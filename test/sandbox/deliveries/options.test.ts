// What a person types for deliveries: the options, the address, the credentials; and the errors for what is wrong.
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/basics/failure.ts';
import { parseDeliveryOptions } from '../../../src/sandbox/deliveries/delivery-options.ts';
import { readCustomerAuth } from '../../../src/sandbox/deliveries/sign-in.ts';
import { testPlatform } from '../../helpers/platform.ts';

/** The failure of exit 2, as one text. */
function failureText(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    const { exitCode, message, expected = '', found = '', hint, place } = error as Failure;
    expect(exitCode).toBe(2);
    expect(hint).not.toBe('');
    return [message, `expected: ${expected}`, `found: ${found}`, hint, place?.file ?? ''].join(' | ');
  }
  return 'no failure';
}

describe('--delivery', () => {
  const read = (text: string) => parseDeliveryOptions(text, '--delivery');

  test('reads every word, and only those that are given', () => {
    expect(read('duplicates=5%,reorder,delay=1s,concurrency=64,timeout=10s')).toEqual({
      ...{ duplicates: 0.05, reorder: true, delayMs: 1000, concurrency: 64, timeoutMs: 10_000 },
    });
    expect(read('')).toEqual({});
    expect(read(' duplicates = 0.25 , reorder=off ')).toEqual({ duplicates: 0.25, reorder: false });
    expect(read('delay=250ms')).toEqual({ delayMs: 250 });
  });

  test.each([
    ['duplicate=5%', /Did you mean "duplicates"\?/],
    ['delay=soon', /a duration such as 30s/],
    ['concurrency=50000', /a whole number from 1 to 10000/],
    ['timeout=0s', /a duration from 1ms/],
  ])('%s is refused', (text, expected) => {
    expect(failureText(() => read(text))).toMatch(expected);
  });
});

describe('--customer-auth', () => {
  const OAUTH = { token_url: 'https://auth.example.com/token', client_id: 'id', client_secret: 'hunter2' };
  const oauth = (changes: object) => JSON.stringify({ ...OAUTH, ...changes });
  const read = (kind: string, content: string | Uint8Array, name = 'secret.txt') => {
    const here = testPlatform();
    here.file(name, content);
    return readCustomerAuth(here.platform, `${kind}:${name}`);
  };

  test('basic: user and password; the password may hold colons and spaces', () => {
    const wanted = { kind: 'basic', user: 'oms', password: 'hun:ter 2' };
    for (const content of ['oms:hun:ter 2', 'oms:hun:ter 2\n', '\ufeffoms:hun:ter 2\r\n'])
      expect(read('basic', content)).toEqual(wanted);
  });

  test('header: name and value', () => {
    const wanted = { kind: 'header', name: 'X-Api-Key', value: 'hunter2' };
    for (const ends of ['\n', '\n\n', '\r', '  \n', '\t'])
      expect(read('header', `X-Api-Key: hunter2${ends}`)).toEqual(wanted);
    const token = { name: 'Authorization', value: 'Token a=b' };
    expect(read('header', 'Authorization:Token a=b  ')).toMatchObject(token);
  });

  test('oauth: token endpoint, id, secret, scope', () => {
    expect(read('oauth', oauth({ scope: 'rmas' }))).toEqual({
      kind: 'oauth',
      tokenUrl: 'https://auth.example.com/token',
      clientId: 'id',
      clientSecret: 'hunter2',
      scope: 'rmas',
    });
    const written = `\ufeff${oauth({ client_secret: 'hunter2\r\n' })}`;
    expect(read('oauth', written)).toMatchObject({ clientSecret: 'hunter2' });
  });

  test.each([
    ['basic', 'hunter2', /USER:PASSWORD/],
    ['basic', 'oms:hunter2\noms:hunter2\n', /character 12 of secret\.txt is U\+000A/],
    ['header', 'X-Api-Key: hunter2\r\nX-Other: 1', /Name: value/],
    ['header', 'X-Api-Key: hunter2\u200b', /character 19 of secret\.txt is U\+200B/],
    ['oauth', oauth({ client_secret: 'hunter2\0' }), /8 of client_secret in .* is U\+0000/],
    ['header', 'Content-Length: 5', /a header for signing in.*the header Content-Length/],
    ['oauth', 'hunter2', /JSON object with token_url/],
    ['oauth', '{"token_url":"https://a.example.com/t","client_id":"hunter2"}', /no client_secret/],
    ['oauth', oauth({ token_url: 'http://auth.example.com' }), /unencrypted/],
    ['basic', `oms:${'hunter2'.repeat(20_000)}`, /bytes/],
  ])('%s with %j is refused, without its content', (kind, content, expected) => {
    const told = failureText(() => read(kind, content));
    expect(told).toMatch(expected);
    expect(told).toContain('secret.txt');
    expect(told).not.toContain('hunter2');
  });

  test.each([
    ['hunter2-and-more', /basic:FILE, header:FILE or oauth:FILE/],
    ['basic:nowhere.txt', /Cannot read the file.*ENOENT.*nowhere.txt/],
  ])('%s is refused', (text, expected) => {
    const told = failureText(() => readCustomerAuth(testPlatform().platform, text));
    expect(told).toMatch(expected);
    expect(told).not.toContain('hunter2');
  });
});

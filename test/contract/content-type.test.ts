// Labels of encodings in Content-Type: those of UTF-8 and of ASCII are taken, whatever their spelling.
import { expect, test } from 'vitest';
import { contentFault, contentText } from '../../src/contract/content-type.ts';

const faultOf = (type: string) => contentFault({ headers: { 'content-type': type } });

test.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json; charset=utf8',
  "application/json; charset='UTF_8'",
  'application/json; charset=us-ascii',
  'application/json; charset=ASCII',
  'application/json; profile="a"; charset=utf8',
])('%s is JSON in UTF-8', (type) => {
  expect(faultOf(type)).toBeUndefined();
});

test.each([
  ['application/json; charset=ISO-8859-1', 'in UTF-8, found application/json; charset=ISO-8859-1.'],
  ['application/json; charset=utf-8; charset=latin1', 'charset=latin1.'],
  ['application/json; charset=utf80', 'charset=utf80.'],
  ['application/jsonp', 'application/json in UTF-8, found application/jsonp.'],
  ['text/json; charset=utf8', 'found text/json; charset=utf8.'],
  ['', 'found none.'],
])('%s is not, and the sentence says why', (type, text) => {
  expect(contentText(faultOf(type)!)).toContain(text);
});

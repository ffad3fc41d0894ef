// Verdict table for the headers of an inbound request.
import { at, row, type Verdict } from './verdicts.ts';

export const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

const missing = ['error request.accept.missing '];

export const HEADER_VERDICTS: readonly Verdict[] = [
  row('Accept: application/json', {}),
  { name: 'no Accept', change: { accept: undefined }, expect: missing },
  { name: 'an empty Accept', change: { accept: ' ' }, expect: missing },
  at('anything', 'accept', '*/*'),
  at('JSON among others', 'accept', 'text/html, Application/JSON;q=0.5'),
  { name: 'pages only', change: { accept: 'text/html' }, expect: missing },
  { name: 'all but JSON', change: { accept: 'text/html, application/json; q=0.0' }, expect: missing },
];

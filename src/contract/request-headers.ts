// Rules for the headers of an inbound request other than token and version (interface, Endpoints). Samples are headers.
import { type Finding, found, ruleList } from './finding.ts';

/** Header names in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

const rules = ruleList({ source: 'Endpoints' });

export const acceptMissing = rules.error('request.accept.missing', {
  title: 'A request says Accept: application/json',
  explanation:
    'All inbound requests of the interface carry three headers: Authorization, Content-Type and Accept: application/json. This tool sends them; your own client must, too. A request whose Accept header is missing, or leaves JSON out, gets 400 from the sandbox; */* is taken, because it includes JSON.',
  say: (args) =>
    args.given
      ? 'The Accept header leaves out application/json, which it must name.'
      : 'The Accept header is missing; it must be application/json.',
  good: { 'content-type': 'application/json', accept: 'application/json' },
  bad: { 'content-type': 'application/json' },
});

export const requestRules = rules.all;

/** Media ranges that include JSON, except those with quality 0. */
const JSON_RANGE =
  /^(?:application\/json|application\/\*|\*\/\*)\s*(?:;(?!.*\bq\s*=\s*0(?:\.0*)?\s*(?:;|$)).*)?$/i;

export function validateRequestHeaders(headers: Headers): Finding[] {
  const accept = headers.accept?.trim() ?? '';
  if (accept.split(',').some((range) => JSON_RANGE.test(range.trim()))) return [];
  return [found(acceptMissing, '', { given: accept !== '' })];
}

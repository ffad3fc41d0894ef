// `calls replay --compare`: holds a new answer against the recorded one: its status, and its body where both are known.
import { diffAsns as diffJson } from '../../asns/diff.ts';
import { parsedJson } from '../../basics/json.ts';
import type { CallRecord, EndpointAnswer } from '../../storage/calls.ts';

/** `path` is `status`, `body` for a text, or a path below it such as `body.items[0].sku`. */
export interface AnswerDifference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** @param ignored paths as in the differences; what lies below one of them, too. `[]` stands for every index. */
export function compareAnswers(
  { response, forwarded }: CallRecord,
  status: number,
  answer: EndpointAnswer | undefined,
  ignored: readonly string[],
): AnswerDifference[] {
  const before = forwarded?.status || response.status;
  const differences: AnswerDifference[] =
    before === status ? [] : [{ path: 'status', before, after: status }];
  const recorded = forwarded?.answer ? textOf(forwarded.answer) : response.body;
  const given = answer && textOf(answer);
  if (recorded !== undefined && given !== undefined)
    for (const { path, before: was, after } of diffJson(jsonIn(recorded), jsonIn(given)))
      differences.push({ path: joined('body', path), before: was, after });
  return differences.filter(({ path }) => !ignored.some((one) => isWithin(path, one)));
}

/** Undefined for a body that was cut. */
const textOf = ({ body, encoding, truncated }: EndpointAnswer): string | undefined =>
  truncated ? undefined : encoding === 'utf8' ? body : `base64 ${body}`;

function jsonIn(text: string): unknown {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

const joined = (root: string, path: string): string =>
  path === '' ? root : path.startsWith('[') ? `${root}${path}` : `${root}.${path}`;

function isWithin(path: string, ignored: string): boolean {
  const at = ignored.includes('[]') ? path.replace(/\[\d+\]/g, '[]') : path;
  return at === ignored || at.startsWith(`${ignored}.`) || at.startsWith(`${ignored}[`);
}

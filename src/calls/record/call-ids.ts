// Ids of calls as users type them (`last`, or a unique beginning), and how far an id can be shortened.
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';

/** Length of date and time in an id. Calls of the same second differ only after it. */
const SECOND = 'YYYYMMDD-HHMMSS'.length;
export const idSecond = (id: string): string => id.slice(0, SECOND);
const MOST_SHOWN = 5;

/** Finds the call for an id, a unique beginning of an id, or `last`. @throws Failure exit 2 */
export async function findCall(reader: CallReader, given: string): Promise<CallRecord> {
  if (given === 'last') return await newest(reader);
  const found = given === '' ? [] : await reader.find(given);
  const exact = found.find(({ id }) => id === given);
  if (exact) return exact;
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw usageFailure('calls.unknown', `The record has no call ${quote(given)}`, {
      expected: 'an id or its beginning, or the word last',
      hint: 'List the calls with: returns calls list',
    });
  const ids = found.slice(0, MOST_SHOWN).map(({ id }) => id);
  const rest = found.length > ids.length ? ` and ${found.length - ids.length} more` : '';
  throw usageFailure('calls.ambiguous', `${found.length} calls begin with ${quote(given)}`, {
    expected: 'a beginning that fits one call only',
    found: `${ids.join(', ')}${rest}`,
    hint: 'Add more of the id.',
  });
}

async function newest(reader: CallReader): Promise<CallRecord> {
  let last: CallRecord | undefined;
  for await (const record of reader.read({ reverse: true })) {
    if (!last || record.at > last.at) last = record;
    // Only an import appends earlier calls after later ones.
    if (!record.imported) break;
  }
  if (last) return last;
  throw usageFailure('calls.none', 'The record has no call yet', {
    hint: 'Start the receiver with: returns listen; or import a log with: returns calls import FILE',
  });
}

/** The shortest unique beginning of each id: date and time, and more characters where several calls have the same second. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids)].sort();
  return new Map(
    sorted.map((id, i) => {
      const least = 1 + Math.max(sharedLength(id, sorted[i - 1]), sharedLength(id, sorted[i + 1]));
      return [id, id.slice(0, least <= SECOND ? SECOND : Math.max(least, SECOND + 2))];
    }),
  );
}

function sharedLength(a: string, b = ''): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

// Ids of calls as users type them: `last`, or a unique beginning.
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';

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

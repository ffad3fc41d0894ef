// The area of the connection: what the doctor finds about it, as checks of a certification.
import type { DoctorCheck } from '../doctor/types.ts';
import { CONNECTION_SUBJECTS } from './connection-subjects.ts';
import { checksOfSubjects, failed, noted, passed, type Seen } from './outcomes.ts';
import type { Check } from './types.ts';

/** A warning is shown and does not fail: the connection works, and the doctor says what to look at. */
export function connectionChecks(found: readonly DoctorCheck[]): Check[] {
  const seen: Record<string, Seen> = {};
  const otherwise = found.some(({ result }) => result === 'failure')
    ? 'Not reached: an earlier check failed'
    : 'Does not apply to these addresses';
  const hints = new Map<string, string>();
  for (const { id, result, text, hint } of found) {
    const advice = hint === null ? '' : `\n${hint}`;
    if (result === 'failure') seen[id] = failed(text);
    else seen[id] = result === 'ok' ? passed(text) : noted(`Warning: ${text}${advice}`);
    if (result === 'failure' && hint !== null) hints.set(id, hint);
  }
  return checksOfSubjects(CONNECTION_SUBJECTS, seen, otherwise).map((check) => ({
    ...check,
    hint: hints.get(check.id) ?? check.hint,
  }));
}

// What has to be agreed with the service, with what this installation goes by today and what was agreed.
import type { KnownTarget } from '../account/known-target.ts';
import { QUESTIONS } from '../agreements/agreements.ts';
import type { Answers } from '../storage/agreements.ts';
import type { Agreement } from './certificate.ts';

export interface AgreementFacts {
  readonly minorUnits: KnownTarget['minorUnits'];
  /** `CODE=LEVEL` of --level, of the profile, and of a mapping. */
  readonly levels: readonly string[];
  /** What was agreed with the service. */
  readonly answers: Answers;
}

/** What commands go by; of the sandbox's assumptions those that were agreed. */
export function agreementsOf({ minorUnits, levels, answers }: AgreementFacts): Agreement[] {
  const set: Readonly<Record<string, string | undefined>> = {
    'minor-units': minorUnits,
    levels: [...new Set(levels)].join(', ') || undefined,
  };
  return QUESTIONS.filter(({ id, isAssumed }) => !isAssumed || answers.has(id)).map(
    ({ id, question, interface: source, initial }) => {
      const { value = null, by = null, since = null } = answers.get(id) ?? {};
      return { id, question, interface: source, ours: set[id] ?? value ?? initial ?? null, value, by, since };
    },
  );
}

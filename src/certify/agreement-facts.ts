// What has to be agreed with the service, with what this installation goes by today and what was agreed.
import type { KnownTarget } from '../account/known-target.ts';
import { QUESTIONS } from '../agreements/agreements.ts';
import type { Answers } from '../storage/agreements.ts';

export interface AgreementFacts {
  readonly minorUnits: KnownTarget['minorUnits'];
  /** `CODE=LEVEL` of --level, of the profile, and of a mapping. */
  readonly levels: readonly string[];
  /** What was agreed with the service. */
  readonly answers: Answers;
}

/** Something that the interface leaves open and that both sides have to agree upon before they go live. */
export type Agreement = Readonly<ReturnType<typeof agreementsOf>[number]>;

/** What commands go by; of the sandbox's assumptions those that were agreed. */
export function agreementsOf({ minorUnits, levels, answers }: AgreementFacts) {
  const set: Readonly<Record<string, string | undefined>> = {
    'minor-units': minorUnits,
    levels: [...new Set(levels)].join(', ') || undefined,
  };
  return QUESTIONS.filter(({ id, isAssumed }) => !isAssumed || answers.has(id)).map(
    ({ id, question, interface: source, initial }) => {
      const { value = null, by = null, since = null } = answers.get(id) ?? {};
      return {
        id,
        /** `How many seconds does the service wait for an answer?` */
        question,
        /** Heading of the interface, and what it says or that it is silent. */
        interface: source,
        /** What this installation does today, from profile, levels, flags and what was seen; null when nothing is known. */
        ours: set[id] ?? value ?? initial ?? null,
        /** What was agreed, by whom and since when; null while it is open. */
        value,
        by,
        since,
      };
    },
  );
}
